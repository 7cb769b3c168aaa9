"""Search depth first with alpha-beta, or without (minimax), on an explicit stack.

Contract. `search` gives the value of a position for its side to move, exactly as plain minimax to
the same depth does, and of each of its moves the value or an upper bound that is no better than the
value of an earlier move. The evaluation is always taken from the view of the side that is to move
at the root, and negated where the other side is to move. A game that is over `ply` plies below the
root is worth -win_in(ply) to the side that has lost: that dominates every evaluation (which are
clamped to +-EVALUATION_LIMIT), and the quicker win and the slower loss are preferred. A draw is
worth 0. Values are compared exactly: formulas are rounded (see `engine.kernels.rounding`), so
values that are equal but for rounding are equal here.

Order. At the root that of the list of moves. Below it the killer of a ply, which is the move that
was best in the position of that ply that was looked at last, is tried first, then the others in the
game's order. (Akl and Newborn 1977, with one killer. It changes the number of visited positions,
never a value.)
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
from engine.kernels import inlined
from engine.kernels.evaluation import (
    ABORTED,
    NODES,
    OUT_OF_NODES,
    OUT_OF_TIME,
    evaluate,
    finished_value,
    win_in,
)
from engine.kernels.interface import (
    GOING,
    LOST,
    Memory,
    State,
    has_moves,
    load_cursor,
    load_state,
    next_move,
    open_moves,
    outcome,
    play,
    rest_of_moves,
    store_cursor,
    store_state,
)
from engine.kernels.last_ply import last_ply, take_first
from engine.kernels.limits import CURSOR_SLOTS, MAX_DEPTH, STATE_SLOTS
from engine.kernels.rounding import rounded

__all__ = ["search"]


# Inner positions between two looks at the clock: some microseconds for cheap formulas, and less
# than a millisecond for the most expensive ones.
CLOCK_PERIOD = 8

# In place of a number of positions where there is no limit: no search visits so many.
ENDLESS = 2**62

# Slots of a stack frame, behind the state. A position's beta is minus the alpha of its child.
CURSOR = STATE_SLOTS
ALPHA = CURSOR + CURSOR_SLOTS
BEST = ALPHA + 1
MOVE = ALPHA + 2
FRAME = ALPHA + 3
# A frame for each position on the way from the root to the deepest leaf.
STACK_SLOTS = (MAX_DEPTH + 1) * FRAME


def search(
    board: Memory,
    parameters: Memory,
    root: State,
    moves: Memory,
    count: np.int64,
    depth: np.int64,
    pruning: np.int64,
    node_limit: np.int64,
    deadline: np.int64,
    killers: Memory,
    values: Memory,
    report: Memory,
) -> float:
    """Return the value of `root` for its side to move.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        root: the position, seen by its side to move.
        moves: all of its moves in the order in which they are tried.
        count: of the moves, at least 1.
        depth: plies to look ahead, at least 1.
        pruning: 1 to prune, 0 for plain minimax.
        node_limit: number of NODES at which a search of more than one ply is aborted, or 0. The
            children of a last inner position are visited without a look at it, so NODES exceeds it
            by at most those.
        deadline: time of the clock at which a search of more than one ply is aborted, or 0.
        killers: the killer of each ply from the root on, or NO_MOVE; kept up to date. The root's is
            not read. As many slots as there are plies to look ahead.
        values: receives the value of each move, for the root's side, or its upper bound. Behind a
            move that wins at once there are none.
        report: NODES and FAULTS are added to; ABORTED is set to OUT_OF_NODES or
            OUT_OF_TIME if a limit was reached, and then the value means nothing.
    """
    if depth == 1:
        return first_ply(board, parameters, root, moves, count, pruning, values, report)
    nodes = load_integer(report, NODES)
    most_nodes = node_limit if node_limit != 0 else np.int64(ENDLESS)
    patience = np.int64(CLOCK_PERIOD if deadline != 0 else ENDLESS)
    stack = local_words(STACK_SLOTS)
    state = root
    cursor = open_moves(board, root)
    index = np.int64(0)
    move = load_integer(moves, index)
    root_to_move = True
    ply = np.int64(0)
    frame = np.int64(0)
    alpha = -np.inf
    beta = np.inf
    best = -np.inf
    while True:
        # `move` is to be tried now, and behind it those in the cursor, or in the list of the root.
        if nodes >= most_nodes:
            store_integer(report, NODES, nodes)
            store_integer(report, ABORTED, OUT_OF_NODES)
            return best
        patience -= 1
        if patience == 0:
            patience = np.int64(CLOCK_PERIOD)
            if nanoseconds() >= deadline:
                store_integer(report, NODES, nodes)
                store_integer(report, ABORTED, OUT_OF_TIME)
                return best
        child = play(board, state, move)
        nodes += 1
        child_cursor = open_moves(board, child)
        ended = outcome(board, child, child_cursor)
        floor = best if best > alpha else alpha
        if ended != GOING:
            value = -finished_value(ended, ply + 1)
        elif ply + 2 == depth:
            value, visited = last_ply(
                board,
                parameters,
                child,
                child_cursor,
                ply + 1,
                not root_to_move,
                -floor,
                pruning,
                killers,
                report,
            )
            value = -value
            nodes += visited
        else:
            store_state(stack, frame, state)
            store_cursor(stack, frame + CURSOR, cursor)
            store_number(stack, frame + ALPHA, alpha)
            store_number(stack, frame + BEST, best)
            store_integer(stack, frame + MOVE, move)
            alpha = -beta
            beta = -floor
            best = -np.inf
            state = child
            root_to_move = not root_to_move
            ply += 1
            frame += FRAME
            move, cursor = take_first(board, state, child_cursor, load_integer(killers, ply))
            continue
        if ply > 0:
            if value > best:
                best = value
                store_integer(killers, ply, move)
            # Nothing is better than to win at once.
            enough = best >= beta or ended == LOST
            going_up = not has_moves(cursor) or (enough and pruning != 0)
            # A position that is done hands its value up, until one has moves left.
            while going_up:
                value = -best
                ply -= 1
                frame -= FRAME
                root_to_move = not root_to_move
                beta = -alpha
                alpha = load_number(stack, frame + ALPHA)
                best = load_number(stack, frame + BEST)
                state = load_state(stack, frame)
                cursor = load_cursor(stack, frame + CURSOR)
                if ply == 0:
                    break
                if value > best:
                    best = value
                    store_integer(killers, ply, load_integer(stack, frame + MOVE))
                going_up = not has_moves(cursor) or (best >= beta and pruning != 0)
            if ply > 0:
                move = next_move(board, state, cursor)
                cursor = rest_of_moves(board, state, cursor)
                continue
        store_number(values, index, value)
        best = value if value > best else best
        index += 1
        if index == count or (pruning != 0 and best >= win_in(np.int64(1))):
            store_integer(report, NODES, nodes)
            return best
        move = load_integer(moves, index)


@inlined
def first_ply(
    board: Memory,
    parameters: Memory,
    root: State,
    moves: Memory,
    count: np.int64,
    pruning: np.int64,
    values: Memory,
    report: Memory,
) -> float:
    """Return what `search` returns at depth 1, without what deeper searches have to set up."""
    best = -np.inf
    index = np.int64(0)
    while True:
        child = play(board, root, load_integer(moves, index))
        ended = outcome(board, child, open_moves(board, child))
        if ended == GOING:
            value = -rounded(evaluate(board, parameters, child, False, report))
        else:
            value = -finished_value(ended, np.int64(1))
        store_number(values, index, value)
        best = value if value > best else best
        index += 1
        if index == count or (pruning != 0 and best >= win_in(np.int64(1))):
            break
    store_integer(report, NODES, load_integer(report, NODES) + index)
    return best
