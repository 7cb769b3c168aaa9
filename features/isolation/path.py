"""Measure the longest walk that a side has left."""

from __future__ import annotations

import math

import numpy as np

from engine.intrinsics import local_words
from engine.isolation.bits import (
    Memory,
    State,
    Word,
    all_but,
    blanks,
    common,
    count,
    is_empty,
    is_placed,
    knight_targets,
    load_squares,
    lowest,
    mask_at,
    own_square,
    single,
    store_squares,
    without_lowest,
)
from engine.isolation.reach import OTHER_COLOR, longest_by_color, reachable_squares
from engine.isolation.view import Square, View
from features.feature import feature
from features.isolation.space import squares_in_reach

__all__ = ["REACH_LIMIT", "longest_path"]

REACH_LIMIT = 20
"""Longest paths are searched among at most this many squares: 0.2 ms at worst, 3 ms with 24."""

SET_SLOTS = 2
"""Slots of the stack for one set of squares, enough for boards of 128 squares."""

STEP_SLOTS = 2 * SET_SLOTS
"""Slots of the stack for one step: the squares to try, and those that are still free."""

STACK_SLOTS = (REACH_LIMIT + 1) * STEP_SLOTS
"""Slots of the stack: a path has at most a step for each square in reach."""


def _longest_walk(view: View, known: dict[tuple[Square, frozenset[Square]], int]) -> int:
    """Return own steps of the longest path over the blank squares of `view`."""
    best = 0
    for square in view.targets(view.own):
        after = View(view.height, view.width, view.blanks - {square}, square, None)
        left = squares_in_reach(after)
        if (square, left) not in known:
            after = View(view.height, view.width, left, square, None)
            known[square, left] = _longest_walk(after, known)
        best = max(best, 1 + known[square, left])
    return best


def longest_path_twin(view: View) -> float:
    """Walk all paths, one after the other; the rest of a path is not walked twice."""
    if view.own is None:
        return 0.0
    if len(squares_in_reach(view)) > REACH_LIMIT:
        return math.nan
    return float(_longest_walk(view, {}))


def _longest(board: Memory, start: np.int64, free: Word) -> np.int64:
    """Return steps of the longest path from `start` over `free`, a set that is in its reach.

    Depth first. `free` has at most `REACH_LIMIT` squares, which the stack has room for.
    """
    stack = local_words(STACK_SLOTS)
    width = np.int64(STEP_SLOTS)
    half = np.int64(SET_SLOTS)
    other = mask_at(board, OTHER_COLOR, start)
    bound = longest_by_color(free, other)
    best = np.int64(0)
    step = np.int64(0)
    store_squares(stack, np.int64(0), common(free, knight_targets(board, start)))
    store_squares(stack, half, free)
    while step >= 0 and best < bound:
        untried = load_squares(stack, step * width)
        if is_empty(untried):
            step -= np.int64(1)
            continue
        square = lowest(untried)
        store_squares(stack, step * width, without_lowest(untried))
        left = all_but(load_squares(stack, step * width + half), single(square))
        left = reachable_squares(board, left, square)
        best = max(best, step + np.int64(1))
        following = mask_at(board, OTHER_COLOR, square)
        if step + np.int64(1) + longest_by_color(left, following) > best:
            step += np.int64(1)
            store_squares(stack, step * width, common(left, knight_targets(board, square)))
            store_squares(stack, step * width + half, left)
    return best


@feature(
    "isolation",
    twin=longest_path_twin,
    limit=f"with more than {REACH_LIMIT} squares in reach; ask for it late in the game, such as "
    "longest_path(own) if blank_squares() < 15 else moves(own)",
)
def longest_path(board: Memory, state: State) -> float:
    """Moves of the longest knight path over the blank squares from the side's square.

    As if the other side stood still: its moves take no squares away. 0 before the placement. The
    search is exact and its cost grows fast with the squares in reach: with more than 20 of them
    (`REACH_LIMIT`) the value is NaN, which is an error of the formula, so ask for it only late in
    the game, for example `longest_path(own) if blank_squares() < 15 else ...`.
    """
    square = own_square(state)
    if not is_placed(square):
        return 0.0
    free = reachable_squares(board, blanks(state), square)
    if count(free) > REACH_LIMIT:
        return np.nan
    return np.float64(_longest(board, square, free))
