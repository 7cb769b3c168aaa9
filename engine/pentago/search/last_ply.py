"""Search the last ply of Pentago as kernels: positions whose children are leaves."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    call_evaluator,
    load_integer,
    load_number,
    load_word,
    store_integer,
    store_number,
    store_word,
)
from engine.kernels.evaluation import EVALUATION_LIMIT, FAULT_STATE, FAULT_WAITING, FAULTS
from engine.pentago.bits import (
    Memory,
    State,
    Word,
    count,
    empties,
    full_lines,
    load_state,
    lowest,
    store_state,
    without_lowest,
)
from engine.pentago.search.leaves import BEST, ENOUGH, ROOT_PLACES, SQUARES, VALUE
from engine.pentago.search.notes import (
    ANSWERS,
    EVALUATOR,
    NUMBER_OF_ANSWERS,
    PARAMETERS,
    REPORT,
    REQUEST,
    TURNS,
    after_rotation,
    code_of,
    count_nodes,
    placed_by,
    report_of,
    root_places,
)
from engine.pentago.search.turns import OPEN, ROTATION, TURN_SLOTS, open_turns

__all__ = ["best_leaf", "evaluate", "last_position"]

ZERO = np.uint64(0)


def clamped(value: float, report: Memory, request: Memory, squares: Word) -> float:
    """Return the value of a leaf within the limits of an evaluation, 0 for a fault, counted."""
    if value > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    if value < -EVALUATION_LIMIT:
        return -EVALUATION_LIMIT
    faults = load_integer(report, FAULTS)
    if faults == 0:
        mine, theirs = load_state(request, np.int64(0))
        store_state(report, FAULT_STATE, (theirs, mine | (squares & (ZERO - squares))))
        store_integer(report, FAULT_WAITING, load_integer(request, ROOT_PLACES))
    store_integer(report, FAULTS, faults + 1)
    return 0.0


def best_leaf(
    board: Memory,
    notes: Memory,
    state: State,
    squares: Word,
    window: tuple[float, float],
    by_root: bool,
) -> tuple[float, Word]:
    """Return the best value of a leaf for the side that places, and the squares that are left then.

    Args:
        board: memory of the board.
        notes: the working memory.
        state: the rotated board, seen by the side that places.
        squares: to be tried; with none of them anybody has five in a row.
        window: (best value so far, value that is enough). If one was enough, it is that of the
            first square that is left.
        by_root: whether the side that places is the root's.
    """
    best, enough = window
    request = notes + REQUEST * 8
    store_state(request, np.int64(0), state)
    store_number(request, ENOUGH, enough)
    store_integer(request, ROOT_PLACES, 1 if by_root else 0)
    while squares != ZERO:
        store_word(request, SQUARES, squares)
        store_number(request, BEST, best)
        call_evaluator(
            load_integer(notes, EVALUATOR), board, load_integer(notes, PARAMETERS), request
        )
        squares = load_word(request, SQUARES)
        best = load_number(request, BEST)
        if squares != ZERO:
            if best < enough:
                value = load_number(request, VALUE)
                best = max(best, clamped(value, report_of(notes), request, squares))
            if best >= enough:
                break
            squares = without_lowest(squares)
    return (best, squares)


def evaluate(
    board: Memory, notes: Memory, state: State, root_to_move: bool, report: Memory
) -> float:
    """Stand in for `engine.kernels.evaluation.evaluate`, with the notes for the parameters."""
    store_integer(notes, REPORT, report)
    stone = state[1] & (ZERO - state[1])
    before = (state[1] ^ stone, state[0])
    best, _ = best_leaf(board, notes, before, stone, (-np.inf, np.inf), not root_to_move)
    return -best


def answer(
    board: Memory, notes: Memory, state: State, code: np.int64, enough: float, by_root: bool
) -> float:
    """Return the value of the leaf behind a code, -inf if there is none."""
    after = after_rotation(board, state, code)
    stone = placed_by(code)
    fields = empties(after)
    if fields & stone == ZERO or without_lowest(fields) == ZERO:
        return -np.inf
    if full_lines(board, after[0] | stone) != ZERO or full_lines(board, after[1]) != ZERO:
        return -np.inf
    count_nodes(notes, np.int64(1))
    best, _ = best_leaf(board, notes, after, stone, (-np.inf, enough), by_root)
    return best


def try_answers(board: Memory, notes: Memory, state: State, enough: float, by_root: bool) -> float:
    """Return the value of the first answer that is enough, else less; it moves up by one."""
    answers = np.int64(ANSWERS + (NUMBER_OF_ANSWERS if by_root else 0))
    best = -np.inf
    for slot in range(answers, answers + NUMBER_OF_ANSWERS):
        code = load_integer(notes, slot)
        best = answer(board, notes, state, code, enough, by_root)
        if best >= enough:
            if slot > answers:
                store_integer(notes, slot, load_integer(notes, slot - 1))
                store_integer(notes, slot - 1, code)
            break
    return best


def note_answer(notes: Memory, code: np.int64, by_root: bool) -> None:
    """Put a leaf that was enough before the other answers."""
    slot = np.int64(ANSWERS + (NUMBER_OF_ANSWERS if by_root else 0))
    for place in range(NUMBER_OF_ANSWERS):
        last = load_integer(notes, slot + place)
        store_integer(notes, slot + place, code)
        code = last


def last_position(
    board: Memory, notes: Memory, state: State, ply: np.int64, enough: float
) -> float:
    """Return the value of a position whose children are leaves, for its side to move.

    At or above `enough` it is only a lower bound.
    """
    by_root = root_places(ply)
    best = try_answers(board, notes, state, enough, by_root)
    if best >= enough:
        return best
    turns = notes + TURNS * 8
    number, best = open_turns(board, state, ply, turns)
    for index in range(number):
        if best >= enough:
            break
        slot = np.int64(index * TURN_SLOTS)
        after = load_state(turns, slot)
        squares = load_word(turns, slot + OPEN)
        best, rest = best_leaf(board, notes, after, squares, (best, enough), by_root)
        count_nodes(notes, count(squares) - count(without_lowest(rest)))
        if best >= enough and rest != ZERO:
            note_answer(notes, code_of(load_integer(turns, slot + ROTATION), lowest(rest)), by_root)
    return best
