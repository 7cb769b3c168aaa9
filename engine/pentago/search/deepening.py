"""Deepen a Pentago search from the root, over its different children, as kernels.

Moves that lead to the same position are searched once. The first of them in the list stands for
all, so that the choice among equals is that of the plain search: the first in the list. The
children are searched in another order, best first; of one that stands in the list before the best
so far the value counts, too, if it ties with the best one.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    load_integer,
    load_number,
    local_words,
    nanoseconds,
    store_integer,
    store_number,
)
from engine.kernels.choose import deepen_plainly
from engine.kernels.evaluation import (
    ABORTED,
    FAULTS,
    NODES,
    OUT_OF_NODES,
    OUT_OF_TIME,
    VALUE,
    finished_value,
    is_proven,
    win_in,
)
from engine.kernels.interface import GOING, NO_MOVE
from engine.kernels.rounding import lowest_tie
from engine.kernels.settings import EVALUATOR as EVALUATOR_SETTING
from engine.kernels.settings import FIRST_DEPTH, LAST_DEPTH, NODE_LIMIT, PRUNING
from engine.pentago.bits import Memory, State
from engine.pentago.kernels import plies_left
from engine.pentago.search.last_ply import evaluate
from engine.pentago.search.notes import (
    DEADLINE,
    EVALUATOR,
    FRAMES,
    NUMBER,
    PARAMETERS,
    PATIENCE,
    REPORT,
    WORDS,
    count_nodes,
    report_of,
)
from engine.pentago.search.notes import NODE_LIMIT as NODE_LIMIT_NOTE
from engine.pentago.search.one_ply import choose_by_leaves
from engine.pentago.search.roots import (
    NO_CHILD,
    bring_forward,
    child_at,
    first_child,
    gather,
    is_ahead,
    move_of,
    nth_child,
    outcome_of,
    rank_first,
    score_of,
    set_score,
)
from engine.pentago.search.tree import value_of

__all__ = ["deepen"]


def next_number(notes: Memory, number: float) -> float:
    """Return the smallest number above another one."""
    if number == 0.0:
        return 5e-324
    store_number(notes, NUMBER, number)
    bits = load_integer(notes, NUMBER)
    store_integer(notes, NUMBER, bits + 1 if number > 0.0 else bits - 1)
    return load_number(notes, NUMBER)


def value_at_bar(
    board: Memory, notes: Memory, index: np.int64, depth: np.int64, height: float, is_enough: bool
) -> float:
    """Return the value of a child for the root if it takes a bar, else an upper
    bound that does not.

    Args:
        board: memory of the board.
        notes: the working memory.
        index: of the child.
        depth: plies from the root to the leaves.
        height: of the bar, -inf for none.
        is_enough: whether an equal value takes the bar.
    """
    count_nodes(notes, np.int64(1))
    ended = outcome_of(notes, index)
    if ended != GOING:
        return -finished_value(int(ended), np.int64(1))
    child = child_at(notes, index)
    if depth == 1:
        return -evaluate(board, notes, child, False, report_of(notes))
    if height == -np.inf:
        return -value_of(board, notes, child, depth, (-np.inf, np.inf))
    # First only whether it does: there is no number between alpha and beta.
    alpha = -height if is_enough else -next_number(notes, height)
    beta = next_number(notes, -height) if is_enough else -height
    value = value_of(board, notes, child, depth, (alpha, beta))
    if value < beta:
        value = value_of(board, notes, child, depth, (-np.inf, beta))
    return -value


def iterate(board: Memory, notes: Memory, number: np.int64, depth: np.int64) -> np.int64:
    """Return the best child with its value in VALUE, NO_CHILD if a limit ended the search.

    That is the first in the list that ties with the largest value. One that is neither larger than
    the largest so far nor ahead of its child can never be it, so a bound of its value is enough.
    """
    report = report_of(notes)
    count_nodes(notes, np.int64(1))
    best = -np.inf
    best_child = NO_CHILD
    for place in range(number):
        index = nth_child(notes, np.int64(place))
        ahead = best_child != NO_CHILD and is_ahead(notes, index, best_child)
        height = lowest_tie(best) if ahead else best
        value = value_at_bar(board, notes, index, depth, height, ahead)
        if load_integer(report, ABORTED) != 0:
            return NO_CHILD
        set_score(notes, index, value)
        if value > best or (value == best and ahead):
            best = value
            best_child = index
    best_child = first_child(notes, number, lowest_tie(best))
    store_number(report, VALUE, score_of(notes, best_child))
    return best_child


def open_notes(
    notes: Memory, parameters: Memory, settings: Memory, deadline: np.int64, report: Memory
) -> None:
    """Begin with empty notes."""
    for slot in range(FRAMES):
        store_integer(notes, slot, 0)
    store_integer(notes, EVALUATOR, load_integer(settings, EVALUATOR_SETTING))
    store_integer(notes, PARAMETERS, parameters)
    store_integer(notes, REPORT, report)
    limit = load_integer(settings, NODE_LIMIT)
    if limit != 0:
        limit += load_integer(report, NODES)
    store_integer(notes, NODE_LIMIT_NOTE, limit)
    store_integer(notes, DEADLINE, deadline)
    store_integer(notes, PATIENCE, 0)


def is_last(notes: Memory, report: Memory) -> bool:
    """Return whether the search ends with this iteration: it is proven, or a limit is reached."""
    if is_proven(load_number(report, VALUE)):
        return True
    limit = load_integer(notes, NODE_LIMIT_NOTE)
    if limit != 0 and load_integer(report, NODES) >= limit:
        store_integer(report, ABORTED, OUT_OF_NODES)
        return True
    deadline = load_integer(notes, DEADLINE)
    if deadline != 0 and nanoseconds() >= deadline:
        store_integer(report, ABORTED, OUT_OF_TIME)
        return True
    return False


def deepen(
    board: Memory,
    parameters: Memory,
    settings: Memory,
    deadline: np.int64,
    state: State,
    moves: Memory,
    count: np.int64,
    report: Memory,
) -> np.int64:
    """Stand in for `engine.kernels.choose.deepen`, whose arguments it has.

    A fixed depth is deepened to as well: the first iterations cost little and put the best move
    first. Nobody asked for them, so what the formula cannot say there is no fault. Minimax is the
    plain search.
    """
    notes = local_words(WORDS)
    open_notes(notes, parameters, settings, deadline, report)
    last_depth = min(load_integer(settings, LAST_DEPTH), plies_left(board, state))
    if load_integer(settings, PRUNING) == 0 or last_depth == 0:
        return deepen_plainly(board, notes, settings, deadline, state, moves, count, report)
    chosen = load_integer(moves, np.int64(0))
    first_depth = min(load_integer(settings, FIRST_DEPTH), last_depth)
    store_integer(report, ABORTED, 0)
    if last_depth == 1:
        move = choose_by_leaves(board, notes, state, moves, report)
        if move != NO_MOVE:
            return move
    store_number(report, VALUE, win_in(np.int64(1)))
    number, winning = gather(board, notes, state, moves, count)
    if winning >= 0:
        count_nodes(notes, winning + 2)
        return load_integer(moves, winning)
    store_number(report, VALUE, 0.0)
    faults = load_integer(report, FAULTS)
    for depth in range(1, last_depth + 1):
        best = iterate(board, notes, number, np.int64(depth))
        if depth < first_depth:
            # The position of the next fault takes the place of theirs.
            store_integer(report, FAULTS, faults)
        if best == NO_CHILD:
            return chosen
        chosen = move_of(notes, best)
        if depth >= first_depth:
            rank_first(notes, best, np.int64(depth))
        if depth == last_depth or is_last(notes, report):
            break
        bring_forward(notes, number)
    return chosen
