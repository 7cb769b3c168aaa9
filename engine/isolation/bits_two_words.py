"""Keep sets of squares in two 64-bit words, for boards of 65 to 128 squares.

The same operations by the same names as `engine.isolation.bits`, which they replace when kernels
are linked. A set is (squares 0 to 63, squares 64 to 127), a state is (low blank squares, high blank
squares, own square, opponent's square). Entries of mask tables take two slots.
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
    "SQUARES",
    "STATE_WORDS",
    "STRIDE",
    "UNPLACED",
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

Squares = tuple[np.uint64, np.uint64]
State = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
Memory = int

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD_BITS = np.uint64(64)
SQUARES = 128
UNPLACED = np.uint64(SQUARES)
STATE_WORDS = 4
STRIDE = SQUARES + 1
MASK_SLOTS = 2

# Slots of the header; a mask takes two.
HEADER = 16
SQUARE_COUNT_SLOT = 0
WIDTH_SLOT = 1
NOT_FIRST_SLOT = 2
NOT_FIRST_TWO_SLOT = 4
NOT_LAST_SLOT = 6
NOT_LAST_TWO_SLOT = 8
KNIGHT_TARGETS = 16


def blanks(state: State) -> Squares:
    """Return the blank squares."""
    return (state[0], state[1])


def own_square(state: State) -> np.int64:
    """Return the square of the side that sees, UNPLACED before its placement."""
    return np.int64(state[2])


def opp_square(state: State) -> np.int64:
    """Return the square of the other side, UNPLACED before its placement."""
    return np.int64(state[3])


def is_placed(square: np.int64) -> bool:
    """Return whether the piece stands on the board."""
    return bool(square != np.int64(UNPLACED))


def count(squares: Squares) -> np.int64:
    """Return the number of squares in a set."""
    return np.int64(popcount(squares[0])) + np.int64(popcount(squares[1]))


def is_empty(squares: Squares) -> bool:
    """Return whether a set has no square."""
    return bool((squares[0] | squares[1]) == ZERO)


def lowest(squares: Squares) -> np.int64:
    """Return the first square of a set that is not empty."""
    if squares[0] != ZERO:
        return np.int64(lowest_bit(squares[0]))
    return np.int64(lowest_bit(squares[1]) + WORD_BITS)


def without_lowest(squares: Squares) -> Squares:
    """Return the set without its first square."""
    if squares[0] != ZERO:
        return (squares[0] & (squares[0] - ONE), squares[1])
    return (squares[0], squares[1] & (squares[1] - ONE))


def common(left: Squares, right: Squares) -> Squares:
    """Return the intersection."""
    return (left[0] & right[0], left[1] & right[1])


def either(left: Squares, right: Squares) -> Squares:
    """Return the union."""
    return (left[0] | right[0], left[1] | right[1])


def all_but(left: Squares, right: Squares) -> Squares:
    """Return the squares of `left` that are not in `right`."""
    return (left[0] & ~right[0], left[1] & ~right[1])


def single(square: np.int64) -> Squares:
    """Return the set of one square."""
    bit = ONE << (np.uint64(square) & np.uint64(63))
    if square < np.int64(64):
        return (bit, ZERO)
    return (ZERO, bit)


def load_squares(memory: Memory, slot: Any) -> Squares:
    """Return a set from MASK_SLOTS slots of memory."""
    return (load_word(memory, slot), load_word(memory, slot + np.int64(1)))


def store_squares(memory: Memory, slot: Any, squares: Squares) -> None:
    """Keep a set in MASK_SLOTS slots of memory."""
    store_word(memory, slot, squares[0])
    store_word(memory, slot + np.int64(1), squares[1])


def mask_at(board: Memory, table: Any, square: np.int64) -> Squares:
    """Return the entry of a `MaskTable`, a slot after linking; empty for UNPLACED."""
    return load_squares(board, np.int64(table) + square + square)


def number_at(board: Memory, table: Any, square: np.int64) -> float:
    """Return the square's entry of a table; 0 for UNPLACED."""
    # The linker puts the slot of a `NumberTable` in its place.
    return load_number(board, np.int64(table) + square)


def knight_targets(board: Memory, square: np.int64) -> Squares:
    """Return the squares a knight's move away, blank or not; all of the board for UNPLACED."""
    return load_squares(board, np.int64(KNIGHT_TARGETS) + square + square)


def square_count(board: Memory) -> np.int64:
    """Return the number of squares of the board."""
    return load_integer(board, np.int64(SQUARE_COUNT_SLOT))


def board_width(board: Memory) -> np.int64:
    """Return the number of columns of the board."""
    return load_integer(board, np.int64(WIDTH_SLOT))


def blank_count(state: State) -> np.int64:
    """Return the number of blank squares."""
    return np.int64(popcount(state[0])) + np.int64(popcount(state[1]))


def shifted_up(squares: Squares, steps: np.uint64) -> Squares:
    """Return every square moved to a higher number by 1 to 63."""
    carried = squares[0] >> (WORD_BITS - steps)
    return (squares[0] << steps, (squares[1] << steps) | carried)


def shifted_down(squares: Squares, steps: np.uint64) -> Squares:
    """Return every square moved to a lower number by 1 to 63."""
    carried = squares[1] << (WORD_BITS - steps)
    return ((squares[0] >> steps) | carried, squares[1] >> steps)


def spread(board: Memory, squares: Squares) -> Squares:
    """Return every square a knight's move away from some square of the set, blank or not."""
    width = load_word(board, np.int64(WIDTH_SLOT))
    two = np.uint64(2)
    right = common(squares, load_squares(board, np.int64(NOT_LAST_SLOT)))
    left = common(squares, load_squares(board, np.int64(NOT_FIRST_SLOT)))
    near = either(shifted_up(right, ONE), shifted_down(left, ONE))
    right = common(squares, load_squares(board, np.int64(NOT_LAST_TWO_SLOT)))
    left = common(squares, load_squares(board, np.int64(NOT_FIRST_TWO_SLOT)))
    far = either(shifted_up(right, two), shifted_down(left, two))
    # Two rows may be more than one word, so the steps are made one row at a time.
    down = shifted_up(either(shifted_up(near, width), far), width)
    up = shifted_down(either(shifted_down(near, width), far), width)
    board_squares = load_squares(board, np.int64(KNIGHT_TARGETS + 2 * 128))
    return common(either(down, up), board_squares)


def load_state(memory: Memory, slot: Any) -> State:
    """Return a state from STATE_WORDS slots of memory."""
    return (
        load_word(memory, slot),
        load_word(memory, slot + np.int64(1)),
        load_word(memory, slot + np.int64(2)),
        load_word(memory, slot + np.int64(3)),
    )


def store_state(memory: Memory, slot: Any, state: State) -> None:
    """Keep a state in STATE_WORDS slots of memory."""
    store_word(memory, slot, state[0])
    store_word(memory, slot + np.int64(1), state[1])
    store_word(memory, slot + np.int64(2), state[2])
    store_word(memory, slot + np.int64(3), state[3])


def make_state(squares: Squares, own: np.int64, opp: np.int64) -> State:
    """Return the state of these blank squares and pieces."""
    return (squares[0], squares[1], np.uint64(own), np.uint64(opp))


def swap_sides(state: State) -> State:
    """Return the same position seen by the other side."""
    return (state[0], state[1], state[3], state[2])


def visit(state: State, square: np.int64) -> State:
    """Return the position after own moved to `square`, seen by the side that is to move then."""
    taken = single(square)
    return (state[0] & ~taken[0], state[1] & ~taken[1], state[3], np.uint64(square))
