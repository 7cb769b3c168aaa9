"""Evaluate the best of many leaves of one Pentago position by the formula.

Most of a search happens in the two loops here. For one rotated board the side that waits keeps its
stones while the other one tries its squares, so whatever the formula says of the waiting side does
not change. The formula becomes a part of the loops, and they write nothing: the compiler computes
such parts once. It is also told that nobody has five in a row, which most formulas ask.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    assume,
    load_integer,
    load_number,
    load_word,
    store_number,
    store_word,
)
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.kernels.interface import formula
from engine.kernels.rounding import rounded
from engine.pentago.bits import (
    Memory,
    State,
    Word,
    full_lines,
    load_state,
    without_lowest,
)

__all__ = ["BEST", "ENOUGH", "ROOT_PLACES", "SQUARES", "VALUE", "evaluator"]

# Slots of a request: the rotated board as the side that places sees it, the squares to try, the
# best value so far, the one that is enough, that of the leaf at hand, and whose side places.
SQUARES = 2
BEST = 3
ENOUGH = 4
VALUE = 5
ROOT_PLACES = 6

ZERO = np.uint64(0)


def leaves_of_root(
    board: Memory, parameters: Memory, state: State, squares: Word, window: tuple[float, float]
) -> tuple[float, Word, float]:
    """Return the best evaluation where the root's side places on one of the squares.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        state: the rotated board, seen by the side that places.
        squares: to be tried; with none of them anybody has five in a row.
        window: (best value so far, value that is enough).

    Returns:
        (best value, squares that are left, value of the first of them): that one is enough, or it
        is no number or beyond the limits of an evaluation.
    """
    best, enough = window
    value = 0.0
    while squares != ZERO:
        own = state[0] | (squares & (ZERO - squares))
        assume(full_lines(board, own) == ZERO)
        assume(full_lines(board, state[1]) == ZERO)
        value = formula(board, parameters, (own, state[1]), (state[1], own))
        # One comparison on the usual path; rounding would change nothing there.
        if not (value <= best and value >= -EVALUATION_LIMIT):
            if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
                break
            best = rounded(value)
            if best >= enough:
                break
        squares = without_lowest(squares)
    return (best, squares, value)


def leaves_of_other(
    board: Memory, parameters: Memory, state: State, squares: Word, window: tuple[float, float]
) -> tuple[float, Word, float]:
    """Return the same where the other side places: for it the root's evaluation is negated."""
    best, enough = window
    value = 0.0
    while squares != ZERO:
        opp = state[0] | (squares & (ZERO - squares))
        assume(full_lines(board, opp) == ZERO)
        assume(full_lines(board, state[1]) == ZERO)
        value = -formula(board, parameters, (state[1], opp), (opp, state[1]))
        if not (value <= best and value >= -EVALUATION_LIMIT):
            if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
                break
            best = rounded(value)
            if best >= enough:
                break
        squares = without_lowest(squares)
    return (best, squares, value)


def evaluator(board: Memory, parameters: Memory, request: Memory) -> np.int64:
    """Look for the best leaf; the slots of the request become what the loops return."""
    state = load_state(request, np.int64(0))
    squares = load_word(request, SQUARES)
    window = (load_number(request, BEST), load_number(request, ENOUGH))
    if load_integer(request, ROOT_PLACES) != 0:
        best, squares, value = leaves_of_root(board, parameters, state, squares, window)
    else:
        best, squares, value = leaves_of_other(board, parameters, state, squares, window)
    store_word(request, SQUARES, squares)
    store_number(request, BEST, best)
    store_number(request, VALUE, value)
    return np.int64(0)
