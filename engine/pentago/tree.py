"""The inner positions of a Pentago search as kernels."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    load_integer,
    load_number,
    load_word,
    nanoseconds,
    store_integer,
    store_number,
)
from engine.kernels.alphabeta import ABORTED, NODES, OUT_OF_NODES, OUT_OF_TIME, WIN
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
from engine.pentago.leaves import best_leaf, last_ply
from engine.pentago.notes import (
    FRAME,
    FRAMES,
    HISTORY,
    KILLERS,
    LAST_SQUARE,
    LISTS,
    SIX,
    TURNS,
)
from engine.pentago.turns import OPEN, ROTATION, TURN_SLOTS, completions, open_turns, turned

__all__ = ["value_of"]

ZERO = np.uint64(0)
NO_CODE = np.int64(-1)

# Slots of a frame, behind the state.
ALPHA = 2
BETA = 3
BEST = 4
CODE = 5
NEXT = 6
END = 7
STAGE = 8
TRIED = 9

PICKED = np.int64(16)
STATIC = 0


def child_of(board: Memory, state: State, code: np.int64) -> State:
    """The position after a turn, seen by the side that is to move then."""
    after = turned(board, state, code >> SIX)
    return (after[1], after[0] | single(code & LAST_SQUARE))


def open_node(
    board: Memory, notes: Memory, ply: np.int64, state: State, window: tuple[float, float]
) -> None:
    """Begin with a position: its children that are over are settled."""
    frame = FRAMES + ply * FRAME
    _number, best = open_turns(board, state, ply, notes + TURNS * 8)
    store_state(notes, frame, state)
    store_number(notes, frame + ALPHA, window[0])
    store_number(notes, frame + BETA, window[1])
    store_number(notes, frame + BEST, best)
    store_integer(notes, frame + STAGE, 0)
    first = np.int64(LISTS) if ply == 1 else load_integer(notes, frame - FRAME + END)
    store_integer(notes, frame + NEXT, first)
    store_integer(notes, frame + END, first)


def is_killer(board: Memory, state: State, code: np.int64) -> bool:
    """Whether a turn that stopped another search can be made here and the game goes on."""
    if code < 0:
        return False
    after = turned(board, state, code >> SIX)
    fields = empties(after)
    if fields & single(code & LAST_SQUARE) == ZERO or without_lowest(fields) == ZERO:
        return False
    return bool(full_lines(board, after[1]) == ZERO)


def list_replies(
    board: Memory, parameters: Memory, notes: Memory, ply: np.int64, report: Memory
) -> None:
    """List the turns of a position whose children go on, with scores."""
    frame = FRAMES + ply * FRAME
    state = load_state(notes, frame)
    turns = notes + TURNS * 8
    number, best = open_turns(board, state, ply, turns)
    end = load_integer(notes, frame + END)
    best = load_number(notes, frame + BEST)
    root_places = ply & np.int64(1) == np.int64(0)
    history = HISTORY + (512 if root_places else 0)
    for index in range(number):
        slot = np.int64(index) * np.int64(TURN_SLOTS)
        after = load_state(turns, slot)
        fields = load_word(turns, slot + np.int64(OPEN))
        threats = completions(board, after[1]) & empties(after)
        if threats != ZERO and fields != ZERO:
            # The other side wins at once, unless the stone goes to its only square.
            parries = threats if without_lowest(threats) == ZERO else ZERO
            best = max(best, np.float64(ply + 2) - WIN)
            fields &= parries
        rotation = load_integer(turns, slot + np.int64(ROTATION))
        while fields != ZERO:
            square = lowest(fields)
            code = (rotation << SIX) + square
            fields = without_lowest(fields)
            if code != load_integer(notes, frame + TRIED) and code != load_integer(
                notes, frame + TRIED + 1
            ):
                if STATIC != 0:
                    value, _ = best_leaf(
                        board, parameters, after, single(square), (-np.inf, np.inf), root_places, report
                    )
                    store_number(notes, end, value)
                    key = load_integer(notes, end)
                    if key < 0:
                        key = key ^ np.int64(0x7FFFFFFFFFFFFFFF)
                    key = (key >> np.int64(9)) << np.int64(9)
                else:
                    key = load_integer(notes, history + code) << np.int64(9)
                store_integer(notes, end, key | code)
                end += 1
    store_number(notes, frame + BEST, best)
    store_integer(notes, frame + END, end)


def pick(notes: Memory, first: np.int64, end: np.int64) -> None:
    """Bring the largest entry to the front."""
    best = first
    largest = load_integer(notes, first)
    for slot in range(first + 1, end):
        key = load_integer(notes, slot)
        if key > largest:
            largest = key
            best = slot
    store_integer(notes, best, load_integer(notes, first))
    store_integer(notes, first, largest)


def next_code(
    board: Memory, parameters: Memory, notes: Memory, ply: np.int64, report: Memory
) -> np.int64:
    """The next turn to try, NO_CODE if there is none."""
    frame = FRAMES + ply * FRAME
    stage = load_integer(notes, frame + STAGE)
    while stage < 2:
        code = load_integer(notes, KILLERS + ply * 2 + stage)
        store_integer(notes, frame + TRIED + stage, NO_CODE)
        stage += 1
        store_integer(notes, frame + STAGE, stage)
        if is_killer(board, load_state(notes, frame), code):
            store_integer(notes, frame + TRIED + stage - 1, code)
            return code
    if stage == 2:
        list_replies(board, parameters, notes, ply, report)
    store_integer(notes, frame + STAGE, stage + 1)
    if load_number(notes, frame + BEST) >= load_number(notes, frame + BETA):
        return NO_CODE
    first = load_integer(notes, frame + NEXT)
    end = load_integer(notes, frame + END)
    if first == end:
        return NO_CODE
    if stage < 2 + PICKED:
        pick(notes, first, end)
    store_integer(notes, frame + NEXT, first + 1)
    return load_integer(notes, first) & np.int64(511)


def take_value(notes: Memory, ply: np.int64, value: float) -> None:
    """The value of the child that was tried last, for the side that chose it."""
    frame = FRAMES + ply * FRAME
    if value > load_number(notes, frame + BEST):
        store_number(notes, frame + BEST, value)
        if value >= load_number(notes, frame + BETA):
            code = load_integer(notes, frame + CODE)
            history = HISTORY + code + (512 if ply & 1 == 0 else 0)
            store_integer(notes, history, load_integer(notes, history) + 1)
            killers = KILLERS + ply * 2
            if load_integer(notes, killers) != code:
                store_integer(notes, killers + 1, load_integer(notes, killers))
                store_integer(notes, killers, code)


def value_of(
    board: Memory,
    parameters: Memory,
    start: State,
    horizon: np.int64,
    window: tuple[float, float],
    limits: tuple[np.int64, np.int64],
    notes: Memory,
    report: Memory,
) -> float:
    """horizon: ply of leaves."""
    node_limit, deadline = limits
    store_integer(report, NODES, load_integer(report, NODES) + 1)
    if horizon == 2:
        return last_ply(board, parameters, start, np.int64(1), window[1], notes, report)
    open_node(board, notes, np.int64(1), start, window)
    ply = np.int64(1)
    while ply > 0:
        frame = FRAMES + ply * FRAME
        best = load_number(notes, frame + BEST)
        beta = load_number(notes, frame + BETA)
        code = NO_CODE
        if best < beta:
            code = next_code(board, parameters, notes, ply, report)
            best = load_number(notes, frame + BEST)
        if code == NO_CODE:
            ply -= 1
            if ply > 0:
                take_value(notes, ply, -best)
        else:
            store_integer(notes, frame + CODE, code)
            child = child_of(board, load_state(notes, frame), code)
            store_integer(report, NODES, load_integer(report, NODES) + 1)
            floor = max(best, load_number(notes, frame + ALPHA))
            if ply + 2 == horizon:
                value = last_ply(board, parameters, child, ply + 1, -floor, notes, report)
                take_value(notes, ply, -value)
            else:
                ply += 1
                open_node(board, notes, ply, child, (-beta, -floor))
    return load_number(notes, FRAMES + FRAME + BEST)
