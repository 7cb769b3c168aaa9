"""Order the turns of a position as a Pentago search tries them, as kernels.

Killers come first, two for each ply, then the other turns by how often they ended the look at a
position. (Akl and Newborn 1977; Schaeffer 1989.) What the tables of lines decide is not tried: wins
at once, and turns after which the other side only has to place a stone to win.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_number, load_word, store_integer, store_number
from engine.kernels.evaluation import win_in
from engine.pentago.bits import (
    Memory,
    State,
    empties,
    full_lines,
    load_state,
    lowest,
    store_state,
    without_lowest,
)
from engine.pentago.search.notes import (
    CODES,
    FRAME_SLOTS,
    FRAMES,
    HISTORY,
    KILLERS,
    LISTS,
    NO_CODE,
    NUMBER_OF_KILLERS,
    TURNS,
    after_rotation,
    code_of,
    placed_by,
    root_places,
)
from engine.pentago.search.turns import OPEN, ROTATION, TURN_SLOTS, completions, open_turns

__all__ = ["ALPHA", "BEST", "BETA", "CODE", "frame_of", "next_code", "open_position", "take_value"]

# Slots of a frame, behind the state: the window, the best value so far, the code at hand, the next
# and the end of the list of codes, how many codes were asked for, and the killers among them.
ALPHA = 2
BETA = 3
BEST = 4
CODE = 5
NEXT = 6
END = 7
STAGE = 8
TRIED = 9

# So many codes of a list are picked by their history; behind them the order hardly matters.
PICKED = 16
# An entry of a list is the history above the code.
CODE_MASK = np.int64(CODES - 1)
ENTRY_SHIFT = np.int64(CODES.bit_length() - 1)

ZERO = np.uint64(0)


def frame_of(ply: np.int64) -> np.int64:
    """Return the first slot of a frame."""
    return np.int64(FRAMES) + ply * np.int64(FRAME_SLOTS)


def history_of(ply: np.int64) -> np.int64:
    """Return the first slot of the history of the side that is to move at a ply."""
    return np.int64(HISTORY + CODES if root_places(ply) else HISTORY)


def open_position(
    board: Memory, notes: Memory, ply: np.int64, state: State, window: tuple[float, float]
) -> None:
    """Begin with a position; the children that are over are settled."""
    frame = frame_of(ply)
    number, best = open_turns(board, state, ply, notes + TURNS * 8)
    first = np.int64(LISTS)
    if ply > 1:
        first = load_integer(notes, frame - FRAME_SLOTS + END)
    store_state(notes, frame, state)
    store_number(notes, frame + ALPHA, window[0])
    # Nothing is better than to win at once.
    store_number(notes, frame + BETA, window[1] if number > 0 else best)
    store_number(notes, frame + BEST, best)
    store_integer(notes, frame + NEXT, first)
    store_integer(notes, frame + END, first)
    store_integer(notes, frame + STAGE, 0)


def goes_on(board: Memory, state: State, code: np.int64) -> bool:
    """Return whether a turn is possible where none wins at once, and the game goes on after it."""
    if code == NO_CODE:
        return False
    after = after_rotation(board, state, code)
    fields = empties(after)
    if fields & placed_by(code) == ZERO or without_lowest(fields) == ZERO:
        return False
    return bool(full_lines(board, after[1]) == ZERO)


def list_codes(board: Memory, notes: Memory, ply: np.int64) -> None:
    """List the turns of the position at a ply that are to be searched and are no killers."""
    frame = frame_of(ply)
    turns = notes + TURNS * 8
    number, _ = open_turns(board, load_state(notes, frame), ply, turns)
    history = history_of(ply)
    end = load_integer(notes, frame + END)
    for index in range(number):
        slot = np.int64(index * TURN_SLOTS)
        after = load_state(turns, slot)
        squares = load_word(turns, slot + OPEN)
        threats = completions(board, after[1]) & empties(after)
        if threats != ZERO and squares != ZERO:  # noqa: PLR1714 - kernels have no sets
            # The other side wins with its next stone, unless its only square is taken.
            lost = -win_in(ply + 2)
            store_number(notes, frame + BEST, max(lost, load_number(notes, frame + BEST)))
            squares = squares & threats if without_lowest(threats) == ZERO else ZERO
        while squares != ZERO:
            code = code_of(load_integer(turns, slot + ROTATION), lowest(squares))
            squares = without_lowest(squares)
            if (
                load_integer(notes, frame + TRIED) != code
                and load_integer(notes, frame + TRIED + 1) != code
            ):
                entry = (load_integer(notes, history + code) << ENTRY_SHIFT) + code
                store_integer(notes, end, entry)
                end += 1
    store_integer(notes, frame + END, end)


def bring_best(notes: Memory, first: np.int64, end: np.int64) -> None:
    """Exchange the first entry of a list with the largest."""
    best = first
    largest = load_integer(notes, first)
    for slot in range(first + 1, end):
        entry = load_integer(notes, slot)
        if entry > largest:
            largest = entry
            best = np.int64(slot)
    store_integer(notes, best, load_integer(notes, first))
    store_integer(notes, first, largest)


def next_code(board: Memory, notes: Memory, ply: np.int64) -> np.int64:
    """Return the turn to be tried next in the position at a ply, NO_CODE if there is none."""
    frame = frame_of(ply)
    if load_number(notes, frame + BEST) >= load_number(notes, frame + BETA):
        return NO_CODE
    stage = load_integer(notes, frame + STAGE)
    while stage < NUMBER_OF_KILLERS:
        code = load_integer(notes, KILLERS + NUMBER_OF_KILLERS * ply + stage)
        if not goes_on(board, load_state(notes, frame), code):
            code = NO_CODE
        store_integer(notes, frame + TRIED + stage, code)
        stage += 1
        store_integer(notes, frame + STAGE, stage)
        if code != NO_CODE:
            return code
    if stage == NUMBER_OF_KILLERS:
        list_codes(board, notes, ply)
    store_integer(notes, frame + STAGE, stage + 1)
    first = load_integer(notes, frame + NEXT)
    end = load_integer(notes, frame + END)
    if first == end or load_number(notes, frame + BEST) >= load_number(notes, frame + BETA):
        return NO_CODE
    if stage < NUMBER_OF_KILLERS + PICKED:
        bring_best(notes, first, end)
    store_integer(notes, frame + NEXT, first + 1)
    return load_integer(notes, first) & CODE_MASK


def take_value(notes: Memory, ply: np.int64, value: float) -> None:
    """Take in the value of the turn at hand in the position at a ply."""
    frame = frame_of(ply)
    if value > load_number(notes, frame + BEST):
        store_number(notes, frame + BEST, value)
        if value >= load_number(notes, frame + BETA):
            code = load_integer(notes, frame + CODE)
            history = history_of(ply) + code
            store_integer(notes, history, load_integer(notes, history) + 1)
            killer = KILLERS + NUMBER_OF_KILLERS * ply
            if load_integer(notes, killer) != code:
                store_integer(notes, killer + 1, load_integer(notes, killer))
                store_integer(notes, killer, code)
