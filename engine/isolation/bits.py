"""Compute with sets of squares in one 64-bit word, as the kernels of Isolation do.

A set holds square row * width + column as that bit. A state, "the position as one side sees it",
is three words: (blank squares, own square, opponent's square), a square that is not placed yet
is UNPLACED. The board's memory holds the words HEADER first, then tables of STRIDE slots, one
for each square and one for UNPLACED.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.intrinsics import (
    load_integer,
    load_number,
    load_word,
    lowest_bit,
    popcount,
    store_word,
)

__all__ = [
    "HEADER",
    "MASK_SLOTS",
    "NOT_FIRST_SLOT",
    "NOT_FIRST_TWO_SLOT",
    "NOT_LAST_SLOT",
    "NOT_LAST_TWO_SLOT",
    "ONE",
    "SQUARES",
    "STATE_WORDS",
    "STRIDE",
    "UNPLACED",
    "WIDTH_SLOT",
    "ZERO",
    "Memory",
    "State",
    "Word",
    "all_but",
    "blank_count",
    "blanks",
    "board_width",
    "common",
    "count",
    "either",
    "is_empty",
    "is_placed",
    "knight_targets",
    "load_squares",
    "load_state",
    "lowest",
    "make_state",
    "mask_at",
    "number_at",
    "opp_square",
    "own_square",
    "single",
    "spread",
    "square_count",
    "store_squares",
    "store_state",
    "swap_sides",
    "visit",
    "without_lowest",
]

Word = np.uint64
State = tuple[np.uint64, np.uint64, np.uint64]
Memory = int

ZERO = np.uint64(0)
ONE = np.uint64(1)
SQUARES = 64
UNPLACED = np.uint64(SQUARES)
STATE_WORDS = 3
STRIDE = SQUARES + 1
MASK_SLOTS = 1

# Slots of the header, in front of the tables.
HEADER = 8
SQUARE_COUNT_SLOT = 0
WIDTH_SLOT = 1
NOT_FIRST_SLOT = 2
NOT_FIRST_TWO_SLOT = 3
NOT_LAST_SLOT = 4
NOT_LAST_TWO_SLOT = 5
KNIGHT_TARGETS = 8


def blanks(state: State) -> Word:
    """Return the blank squares."""
    return state[0]


def own_square(state: State) -> np.int64:
    """Return the square of the side that sees, UNPLACED before its placement."""
    return np.int64(state[1])


def opp_square(state: State) -> np.int64:
    """Return the square of the other side, UNPLACED before its placement."""
    return np.int64(state[2])


def is_placed(square: np.int64) -> bool:
    """Return whether the piece stands on the board."""
    return bool(square != np.int64(UNPLACED))


def count(squares: Word) -> np.int64:
    """Return the number of squares in a set."""
    return np.int64(popcount(squares))


def is_empty(squares: Word) -> bool:
    """Return whether a set has no square."""
    return bool(squares == ZERO)


def lowest(squares: Word) -> np.int64:
    """Return the first square of a set that is not empty."""
    return np.int64(lowest_bit(squares))


def without_lowest(squares: Word) -> Word:
    """Return the set without its first square."""
    return squares & (squares - ONE)


def common(left: Word, right: Word) -> Word:
    """Return the intersection."""
    return left & right


def either(left: Word, right: Word) -> Word:
    """Return the union."""
    return left | right


def all_but(left: Word, right: Word) -> Word:
    """Return the squares of `left` that are not in `right`."""
    return left & ~right


def single(square: np.int64) -> Word:
    """Return the set of one square."""
    return ONE << np.uint64(square)


def mask_at(board: Memory, table: Any, square: np.int64) -> Word:
    """Return the entry of a `MaskTable`, a slot after linking; empty for UNPLACED."""
    return load_word(board, np.int64(table) + square)


def number_at(board: Memory, table: Any, square: np.int64) -> float:
    """Return the square's entry of a table; 0 for UNPLACED."""
    # The linker puts the slot of a `NumberTable` in its place.
    return load_number(board, np.int64(table) + square)


def knight_targets(board: Memory, square: np.int64) -> Word:
    """Return the squares a knight's move away, blank or not; all of the board for UNPLACED."""
    return load_word(board, np.int64(KNIGHT_TARGETS) + square)


def square_count(board: Memory) -> np.int64:
    """Return the number of squares of the board."""
    return load_integer(board, np.int64(SQUARE_COUNT_SLOT))


def board_width(board: Memory) -> np.int64:
    """Return the number of columns of the board."""
    return load_integer(board, np.int64(WIDTH_SLOT))


def blank_count(state: State) -> np.int64:
    """Return the number of blank squares."""
    return np.int64(popcount(state[0]))


def spread(board: Memory, squares: Word) -> Word:
    """Return every square a knight's move away from some square of the set, blank or not."""
    width = load_word(board, np.int64(WIDTH_SLOT))
    near = ((squares & load_word(board, np.int64(NOT_LAST_SLOT))) << ONE) | (
        (squares & load_word(board, np.int64(NOT_FIRST_SLOT))) >> ONE
    )
    far = ((squares & load_word(board, np.int64(NOT_LAST_TWO_SLOT))) << np.uint64(2)) | (
        (squares & load_word(board, np.int64(NOT_FIRST_TWO_SLOT))) >> np.uint64(2)
    )
    twice = width + width
    moved = (near << twice) | (near >> twice) | (far << width) | (far >> width)
    return moved & load_word(board, np.int64(KNIGHT_TARGETS + 64))


def load_squares(memory: Memory, slot: np.int64) -> Word:
    """Return a set from MASK_SLOTS slots of memory."""
    return load_word(memory, slot)


def store_squares(memory: Memory, slot: np.int64, squares: Word) -> None:
    """Keep a set in MASK_SLOTS slots of memory."""
    store_word(memory, slot, squares)


def load_state(memory: Memory, slot: np.int64) -> State:
    """Return a state from STATE_WORDS slots of memory."""
    return (
        load_word(memory, slot),
        load_word(memory, slot + np.int64(1)),
        load_word(memory, slot + np.int64(2)),
    )


def store_state(memory: Memory, slot: np.int64, state: State) -> None:
    """Keep a state in STATE_WORDS slots of memory."""
    store_word(memory, slot, state[0])
    store_word(memory, slot + np.int64(1), state[1])
    store_word(memory, slot + np.int64(2), state[2])


def make_state(squares: Word, own: np.int64, opp: np.int64) -> State:
    """Return the state of these blank squares and pieces."""
    return (squares, np.uint64(own), np.uint64(opp))


def swap_sides(state: State) -> State:
    """Return the same position seen by the other side."""
    return (state[0], state[2], state[1])


def visit(state: State, square: np.int64) -> State:
    """Return the position after own moved to `square`, seen by the side that is to move then."""
    return (state[0] ^ (ONE << np.uint64(square)), state[2], np.uint64(square))
