"""The last ply of a Pentago search as kernels: the best evaluation of all children of a position.

Most of a search happens here. For one rotation the side that waits keeps its stones while the other
one tries every square, so all that a formula says of the waiting side is computed once: the loops
below write nothing, and the formula becomes a part of them (see `inlined_formula`).
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    assume,
    load_integer,
    load_word,
    store_integer,
)
from engine.kernels.alphabeta import (
    EVALUATION_LIMIT,
    FAULT_STATE,
    FAULT_WAITING,
    FAULTS,
    NODES,
)
from engine.kernels.interface import inlined_formula
from engine.pentago.bits import (
    Memory,
    State,
    Word,
    count,
    empties,
    full_lines,
    load_state,
    lowest,
    single,
    store_state,
    without_lowest,
)
from engine.pentago.notes import ANSWERS, LAST_SQUARE, SIX, TURNS
from engine.pentago.turns import OPEN, ROTATION, TURN_SLOTS, open_turns, turned

__all__ = ["best_leaf", "last_ply"]

ZERO = np.uint64(0)
K = 4


def leaves_of_root(
    board: Memory, parameters: Memory, state: State, squares: Word, window: tuple[float, float]
) -> tuple[float, Word, float]:
    """The best evaluation where the root's side places on one of the squares.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        state: the rotated board, seen by the side that places.
        squares: to be tried, without five in a row for anybody.
        window: (best so far, value at which to stop).

    Returns:
        (best, squares not done, value of the first of them): it is at least where to stop, or it is
        no number or too large for one of an evaluation.
    """
    best, stop = window
    value = 0.0
    while squares != ZERO:
        mine = state[0] | (squares & (ZERO - squares))
        assume(full_lines(board, mine) == ZERO)
        assume(full_lines(board, state[1]) == ZERO)
        value = inlined_formula(board, parameters, (mine, state[1]), (state[1], mine))
        # One look at the usual value.
        if not (value <= best and value >= -EVALUATION_LIMIT):
            if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
                break
            best = value
            if best >= stop:
                break
        squares = without_lowest(squares)
    return (best, squares, value)


def leaves_of_other(
    board: Memory, parameters: Memory, state: State, squares: Word, window: tuple[float, float]
) -> tuple[float, Word, float]:
    """The same where the other side places: for it the evaluation is negated."""
    best, stop = window
    value = 0.0
    while squares != ZERO:
        mine = state[0] | (squares & (ZERO - squares))
        assume(full_lines(board, mine) == ZERO)
        assume(full_lines(board, state[1]) == ZERO)
        value = -inlined_formula(board, parameters, (state[1], mine), (mine, state[1]))
        if not (value <= best and value >= -EVALUATION_LIMIT):
            if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
                break
            best = value
            if best >= stop:
                break
        squares = without_lowest(squares)
    return (best, squares, value)


def note_fault(state: State, squares: Word, root_places: bool, report: Memory) -> None:
    """Count a value that is no number; the first such position is kept (see `alphabeta`)."""
    faults = load_integer(report, FAULTS)
    if faults == 0:
        child = (state[1], state[0] | (squares & (ZERO - squares)))
        store_state(report, FAULT_STATE, child)
        store_integer(report, FAULT_WAITING, 1 if root_places else 0)
    store_integer(report, FAULTS, faults + 1)


def best_leaf(
    board: Memory,
    parameters: Memory,
    state: State,
    squares: Word,
    window: tuple[float, float],
    root_places: bool,
    report: Memory,
) -> tuple[float, Word]:
    """(best value, squares not done) of `leaves_of_root` or `leaves_of_other`, with faults settled.

    The first of the squares that are not done is the one that reached the upper end of the window.
    """
    best, stop = window
    nodes = load_integer(report, NODES) + count(squares)
    while squares != ZERO:
        if root_places:
            best, squares, value = leaves_of_root(board, parameters, state, squares, (best, stop))
        else:
            best, squares, value = leaves_of_other(board, parameters, state, squares, (best, stop))
        if squares != ZERO and best < stop:
            # A value that is none, or beyond the limits.
            if value > EVALUATION_LIMIT:
                value = EVALUATION_LIMIT
            elif value < -EVALUATION_LIMIT:
                value = -EVALUATION_LIMIT
            else:
                note_fault(state, squares, root_places, report)
                value = 0.0
            best = max(best, value)
            if best < stop:
                squares = without_lowest(squares)
        if best >= stop:
            break
    store_integer(report, NODES, nodes - count(squares))
    return (best, squares)


def answer(
    board: Memory, parameters: Memory, state: State, code: np.int64, stop: float, root_places: bool, report: Memory
) -> float:
    """The value of the leaf that stopped the last search of this kind, -inf if it is none here."""
    after = turned(board, state, code >> SIX)
    square = single(code & LAST_SQUARE)
    fields = empties(after)
    if fields & square == ZERO or without_lowest(fields) == ZERO:
        return -np.inf
    if full_lines(board, after[0] | square) != ZERO or full_lines(board, after[1]) != ZERO:
        return -np.inf
    best, _ = best_leaf(board, parameters, after, square, (-np.inf, stop), root_places, report)
    return best


def last_ply(
    board: Memory,
    parameters: Memory,
    state: State,
    ply: np.int64,
    stop: float,
    notes: Memory,
    report: Memory,
) -> float:
    """The value of a position whose children are leaves, for its side to move.

    At or above `stop` it is only a lower bound.
    """
    root_places = ply & np.int64(1) == np.int64(0)
    answers = ANSWERS + (K if root_places else 0)
    for index in range(K):
        code = load_integer(notes, answers + index)
        best = answer(board, parameters, state, code, stop, root_places, report)
        if best >= stop:
            if index > 0:
                store_integer(notes, answers + index, load_integer(notes, answers + index - 1))
                store_integer(notes, answers + index - 1, code)
            return best
    turns = notes + TURNS * 8
    number, best = open_turns(board, state, ply, turns)
    if best >= stop:
        return best
    for index in range(number):
        slot = np.int64(index) * np.int64(TURN_SLOTS)
        after = load_state(turns, slot)
        fields = load_word(turns, slot + np.int64(OPEN))
        best, rest = best_leaf(board, parameters, after, fields, (best, stop), root_places, report)
        if best >= stop:
            code = (load_integer(turns, slot + np.int64(ROTATION)) << SIX) + lowest(rest)
            for index in range(K-1):
                store_integer(notes, answers + K - 1 - index, load_integer(notes, answers + K - 2 - index))
            store_integer(notes, answers, code)
            break
    return best
