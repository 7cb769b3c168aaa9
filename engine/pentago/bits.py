"""Compute with sets of Pentago stones in one word, as the kernels of Pentago do.

A set holds square 9 * quadrant + 3 * row + column as that bit (row and column inside the
quadrant). A state, "the position as one side sees it", is (own stones, opponent's stones). The
board's memory holds tables by the nine bits of a quadrant.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.intrinsics import load_number, load_word, lowest_bit, popcount, store_word

__all__ = [
    "BOARD",
    "FIRST_TABLE",
    "FIVES",
    "FOURTH",
    "FULL_LINES",
    "LINE_MASKS",
    "NEAR_LINES",
    "NINE",
    "ONE",
    "PATTERNS",
    "QUADRANT",
    "ROTATED",
    "ROTATIONS",
    "SECOND",
    "SPREAD",
    "THIRD",
    "ZERO",
    "Memory",
    "State",
    "Word",
    "count",
    "empties",
    "full_lines",
    "load_state",
    "lowest",
    "mask_at",
    "number_at",
    "opp_stones",
    "own_stones",
    "place",
    "rotate",
    "single",
    "spread_out",
    "store_state",
    "swap_sides",
    "without_lowest",
]

Word = np.uint64
State = tuple[np.uint64, np.uint64]
Memory = int

ZERO = np.uint64(0)
ONE = np.uint64(1)
NINE = np.uint64(9)
BOARD = np.uint64((1 << 36) - 1)

# Entries of a table by the nine bits of a quadrant, and where those of the other quadrants begin in
# a table that has all four, one behind the other.
PATTERNS = 1 << 9
SECOND = PATTERNS
THIRD = 2 * PATTERNS
FOURTH = 3 * PATTERNS
QUADRANT = np.uint64(PATTERNS - 1)
# Lines of five.
FIVES = 32
# Four quadrants turn in two directions.
ROTATIONS = 8

# Slots of the memory: patterns turned in both directions, then what the quadrants' patterns say.
ROTATED = 0
FULL_LINES = ROTATED + 2 * PATTERNS
SPREAD = FULL_LINES + 4 * PATTERNS
LINE_MASKS = SPREAD + 4 * PATTERNS
NEAR_LINES = LINE_MASKS + FIVES
FIRST_TABLE = NEAR_LINES + 4 * PATTERNS


def own_stones(state: State) -> Word:
    """Return the stones of the side that sees."""
    return state[0]


def opp_stones(state: State) -> Word:
    """Return the stones of the other side."""
    return state[1]


def empties(state: State) -> Word:
    """Return the empty squares."""
    return BOARD & ~(state[0] | state[1])


def swap_sides(state: State) -> State:
    """Return the same position seen by the other side."""
    return (state[1], state[0])


def count(stones: Word) -> np.int64:
    """Return the number of squares in a set."""
    return np.int64(popcount(stones))


def lowest(stones: Word) -> np.int64:
    """Return the first square of a set that is not empty."""
    return np.int64(lowest_bit(stones))


def without_lowest(stones: Word) -> Word:
    """Return the set without its first square."""
    return stones & (stones - ONE)


def single(square: np.int64) -> Word:
    """Return the set of one square."""
    return ONE << np.uint64(square)


def place(stones: Word, square: np.int64) -> Word:
    """Return the set with one square more."""
    return stones | (ONE << np.uint64(square))


def full_lines(board: Memory, stones: Word) -> Word:
    """Return which of the 32 lines of five are full of these stones, a bit for each; 0 for none."""
    return (
        load_word(board, np.int64(FULL_LINES) + np.int64(stones & QUADRANT))
        & load_word(board, np.int64(FULL_LINES + SECOND) + np.int64((stones >> NINE) & QUADRANT))
        & load_word(
            board, np.int64(FULL_LINES + THIRD) + np.int64((stones >> np.uint64(18)) & QUADRANT)
        )
        & load_word(
            board, np.int64(FULL_LINES + FOURTH) + np.int64((stones >> np.uint64(27)) & QUADRANT)
        )
    )


def rotate(board: Memory, stones: Word, quadrant: np.int64, clockwise: np.int64) -> Word:
    """Return the stones after a quadrant turned by 90 degrees."""
    shift = NINE * np.uint64(quadrant)
    pattern = np.int64((stones >> shift) & QUADRANT)
    turned = load_word(board, np.int64(ROTATED) + np.int64(PATTERNS) * clockwise + pattern)
    return (stones & ~(QUADRANT << shift)) | (turned << shift)


def spread_out(board: Memory, stones: Word) -> Word:
    """Return the stones as bits 7 * row + column: neighbours are 1, 7, 6 and 8 apart."""
    return (
        load_word(board, np.int64(SPREAD) + np.int64(stones & QUADRANT))
        | load_word(board, np.int64(SPREAD + SECOND) + np.int64((stones >> NINE) & QUADRANT))
        | load_word(
            board, np.int64(SPREAD + THIRD) + np.int64((stones >> np.uint64(18)) & QUADRANT)
        )
        | load_word(
            board, np.int64(SPREAD + FOURTH) + np.int64((stones >> np.uint64(27)) & QUADRANT)
        )
    )


def mask_at(board: Memory, table: Any, square: np.int64) -> Word:
    """Return the square's entry of a table."""
    # The linker puts the slot of a `MaskTable` in its place.
    return load_word(board, np.int64(table) + square)


def number_at(board: Memory, table: Any, square: np.int64) -> float:
    """Return the square's entry of a table."""
    # The linker puts the slot of a `NumberTable` in its place.
    return load_number(board, np.int64(table) + square)


def load_state(memory: Memory, slot: Any) -> State:
    """Return a state from 2 slots of memory."""
    return (load_word(memory, slot), load_word(memory, slot + np.int64(1)))


def store_state(memory: Memory, slot: Any, state: State) -> None:
    """Keep a state in 2 slots of memory."""
    store_word(memory, slot, state[0])
    store_word(memory, slot + np.int64(1), state[1])
