"""Define the rules of knights Isolation as kernels (see `engine.kernels.interface`).

A cursor is the set of squares that are not yet tried, a move is the square that it goes to.
"""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    Word,
    all_but,
    blank_count,
    blanks,
    common,
    count,
    is_empty,
    knight_targets,
    load_squares,
    lowest,
    own_square,
    single,
    square_count,
    store_squares,
    visit,
    without_lowest,
)
from engine.kernels.interface import GOING, LOST

__all__ = [
    "has_move",
    "has_moves",
    "load_cursor",
    "move_count",
    "next_move",
    "open_moves",
    "outcome",
    "play",
    "plies_left",
    "plies_played",
    "rest_of_moves",
    "store_cursor",
    "without_move",
]


def load_cursor(memory: Memory, slot: np.int64) -> Word:
    """Return the squares that are kept from `slot` on."""
    return load_squares(memory, slot)


def store_cursor(memory: Memory, slot: np.int64, cursor: Word) -> None:
    """Keep the squares from `slot` on."""
    store_squares(memory, slot, cursor)


def open_moves(board: Memory, state: State) -> Word:
    """Return the blank squares a knight's move away; all blank squares before the placement."""
    return common(knight_targets(board, own_square(state)), blanks(state))


def has_moves(cursor: Word) -> bool:
    """Return whether a square is left."""
    return not is_empty(cursor)


def next_move(_board: Memory, _state: State, cursor: Word) -> np.int64:
    """Return the first square that is left."""
    return lowest(cursor)


def rest_of_moves(_board: Memory, _state: State, cursor: Word) -> Word:
    """Return all squares but the first."""
    return without_lowest(cursor)


def has_move(_board: Memory, _state: State, cursor: Word, move: np.int64) -> bool:
    """Return whether the square is left; any can be taken first."""
    return bool(move >= np.int64(0)) and not is_empty(common(cursor, single(move)))


def without_move(_board: Memory, _state: State, cursor: Word, move: np.int64) -> Word:
    """Return all squares but this one."""
    return all_but(cursor, single(move))


def move_count(_board: Memory, _state: State, cursor: Word) -> np.int64:
    """Return the number of squares that are left."""
    return count(cursor)


def play(_board: Memory, state: State, move: np.int64) -> State:
    """Return the state after own went to the square, which is blank no longer."""
    return visit(state, move)


def outcome(_board: Memory, _state: State, cursor: Word) -> int:
    """Return LOST where the side to move cannot move, else GOING."""
    if is_empty(cursor):
        return LOST
    return GOING


def plies_left(_board: Memory, state: State) -> np.int64:
    """Return the number of blank squares: every ply takes one."""
    return blank_count(state)


def plies_played(board: Memory, state: State) -> np.int64:
    """Return the number of visited squares: every ply, placements too, took one."""
    return square_count(board) - blank_count(state)
