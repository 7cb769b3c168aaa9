"""Define kernels that a game of stones has where it writes none itself.

A state is (own stones, opponent's stones), each a set of squares in one word; the square (row,
column) is the bit row * stride + column. A cursor is the set of the squares that are not yet tried,
and a move is the bit of a square. As they stand, these are the rules of a game in which the sides
in turn put a stone on any empty square; only who has won is missing.
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
    "BOARD_SLOT",
    "FIRST_SLOT",
    "HEIGHT_SLOT",
    "ONE",
    "STRIDE_SLOT",
    "WIDTH_SLOT",
    "ZERO",
    "Memory",
    "State",
    "Word",
    "board_height",
    "board_stride",
    "board_width",
    "count",
    "empties",
    "has_move",
    "has_moves",
    "load_cursor",
    "load_state",
    "lowest",
    "mask_at",
    "move_count",
    "next_move",
    "number_at",
    "open_moves",
    "opp_stones",
    "own_stones",
    "play",
    "plies_left",
    "plies_played",
    "rest_of_moves",
    "single",
    "store_cursor",
    "store_state",
    "swap_sides",
    "without_lowest",
    "without_move",
]

Memory = int
State = tuple[np.uint64, np.uint64]
Word = np.uint64

ZERO = np.uint64(0)
ONE = np.uint64(1)

# Slots of the memory: the size of the board, then the set of its squares.
HEIGHT_SLOT = 0
WIDTH_SLOT = 1
STRIDE_SLOT = 2
BOARD_SLOT = 3
FIRST_SLOT = 4


def board_height(board: Memory) -> np.int64:
    """Return the number of rows."""
    return load_integer(board, np.int64(HEIGHT_SLOT))


def board_width(board: Memory) -> np.int64:
    """Return the number of columns."""
    return load_integer(board, np.int64(WIDTH_SLOT))


def board_stride(board: Memory) -> np.int64:
    """Return the number of bits from one row to the next."""
    return load_integer(board, np.int64(STRIDE_SLOT))


def own_stones(state: State) -> Word:
    """Return the stones of the side that sees."""
    return state[0]


def opp_stones(state: State) -> Word:
    """Return the stones of the other side."""
    return state[1]


def count(squares: Word) -> np.int64:
    """Return the number of squares in a set."""
    return np.int64(popcount(squares))


def lowest(squares: Word) -> np.int64:
    """Return the first square of a set that is not empty."""
    return np.int64(lowest_bit(squares))


def without_lowest(squares: Word) -> Word:
    """Return the set without its first square."""
    return squares & (squares - ONE)


def single(square: np.int64) -> Word:
    """Return the set of one square."""
    return ONE << np.uint64(square)


def empties(board: Memory, state: State) -> Word:
    """Return the squares without a stone."""
    return load_word(board, np.int64(BOARD_SLOT)) & ~(state[0] | state[1])


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


def load_cursor(memory: Memory, slot: Any) -> Word:
    """Return the squares that are kept in a slot."""
    return load_word(memory, slot)


def store_cursor(memory: Memory, slot: Any, cursor: Word) -> None:
    """Keep the squares in a slot."""
    store_word(memory, slot, cursor)


def swap_sides(state: State) -> State:
    """Return the same position seen by the other side."""
    return (state[1], state[0])


def open_moves(board: Memory, state: State) -> Word:
    """Return the empty squares."""
    return empties(board, state)


def has_moves(cursor: Word) -> bool:
    """Return whether a square is left."""
    return bool(cursor != ZERO)


def next_move(_board: Memory, _state: State, cursor: Word) -> np.int64:
    """Return the first square that is left."""
    return lowest(cursor)


def rest_of_moves(_board: Memory, _state: State, cursor: Word) -> Word:
    """Return all squares but the first."""
    return without_lowest(cursor)


def has_move(_board: Memory, _state: State, cursor: Word, move: np.int64) -> bool:
    """Return whether the square is left; any can be taken first."""
    return bool(move >= np.int64(0)) and bool((cursor & single(move)) != ZERO)


def without_move(_board: Memory, _state: State, cursor: Word, move: np.int64) -> Word:
    """Return all squares but this one."""
    return cursor & ~single(move)


def move_count(_board: Memory, _state: State, cursor: Word) -> np.int64:
    """Return the number of squares that are left."""
    return count(cursor)


def play(_board: Memory, state: State, move: np.int64) -> State:
    """Return the state after own put a stone on the square."""
    return (state[1], state[0] | single(move))


def plies_left(board: Memory, state: State) -> np.int64:
    """Return the number of empty squares: every ply fills one."""
    return count(empties(board, state))


def plies_played(_board: Memory, state: State) -> np.int64:
    """Return the number of stones: every ply put one."""
    return count(state[0] | state[1])
