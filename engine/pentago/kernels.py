"""Define the rules of Pentago as kernels (see `engine.kernels.interface`).

A move is 8 * square + 2 * quadrant + clockwise, or WINNING + square for a placement that makes five
in a row and so ends the game before anything turns. A cursor is (squares that are not yet tried,
next of the 8 rotations for the first of them).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.intrinsics import load_word, store_word
from engine.kernels.interface import DRAWN, GOING, LOST, WON
from engine.pentago.bits import (
    ROTATIONS,
    Memory,
    State,
    count,
    empties,
    full_lines,
    lowest,
    opp_stones,
    own_stones,
    place,
    rotate,
    without_lowest,
)
from engine.pentago.position import SQUARES

__all__ = [
    "WINNING",
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

Cursor = tuple[np.uint64, np.uint64]

# Every other turn is a number below it.
WINNING = ROTATIONS * SQUARES
ZERO = np.uint64(0)
ONE = np.uint64(1)
LAST_ROTATION = np.uint64(ROTATIONS - 1)


def load_cursor(memory: Memory, slot: Any) -> Cursor:
    """Return the cursor that is kept from `slot` on."""
    return (load_word(memory, slot), load_word(memory, slot + np.int64(1)))


def store_cursor(memory: Memory, slot: Any, cursor: Cursor) -> None:
    """Keep the cursor from `slot` on."""
    store_word(memory, slot, cursor[0])
    store_word(memory, slot + np.int64(1), cursor[1])


def open_moves(_board: Memory, state: State) -> Cursor:
    """Return every empty square with every rotation."""
    return (empties(state), ZERO)


def has_moves(cursor: Cursor) -> bool:
    """Return whether a square is left."""
    return bool(cursor[0] != ZERO)


def wins_at(board: Memory, state: State, square: np.int64) -> bool:
    """Return whether a stone of own there makes five in a row at once."""
    return bool(full_lines(board, place(own_stones(state), square)) != ZERO)


def next_move(board: Memory, state: State, cursor: Cursor) -> np.int64:
    """Return the first square with its next rotation, or alone if the placement wins."""
    square = lowest(cursor[0])
    if cursor[1] == ZERO and wins_at(board, state, square):
        return np.int64(WINNING) + square
    return np.int64(8) * square + np.int64(cursor[1])


def rest_of_moves(board: Memory, state: State, cursor: Cursor) -> Cursor:
    """Return the next rotation, or the next square."""
    last = cursor[1] == LAST_ROTATION
    if last or (cursor[1] == ZERO and wins_at(board, state, lowest(cursor[0]))):
        return (without_lowest(cursor[0]), ZERO)
    return (cursor[0], cursor[1] + ONE)


def has_move(_board: Memory, _state: State, _cursor: Cursor, _move: np.int64) -> bool:
    """Return False: no move can be taken out of turn, rotations of one square stay together."""
    return False


def without_move(_board: Memory, _state: State, cursor: Cursor, _move: np.int64) -> Cursor:
    """Return the cursor; this is never called."""
    return cursor


def move_count(board: Memory, state: State, cursor: Cursor) -> np.int64:
    """Count eight moves for each square, one where the placement wins."""
    total = np.int64(0)
    while has_moves(cursor):
        if wins_at(board, state, lowest(cursor[0])):
            total += np.int64(1)
        else:
            total += np.int64(8) - np.int64(cursor[1])
        cursor = (without_lowest(cursor[0]), ZERO)
    return total


def play(board: Memory, state: State, move: np.int64) -> State:
    """Place a stone, then turn a quadrant unless the placement won."""
    if move >= np.int64(WINNING):
        return (opp_stones(state), place(own_stones(state), move - np.int64(WINNING)))
    own = place(own_stones(state), move >> np.int64(3))
    quadrant = (move >> np.int64(1)) & np.int64(3)
    clockwise = move & np.int64(1)
    return (
        rotate(board, opp_stones(state), quadrant, clockwise),
        rotate(board, own, quadrant, clockwise),
    )


def outcome(board: Memory, state: State, _cursor: Cursor) -> int:
    """Return who has five in a row; both make a draw, and so does a full board."""
    own = full_lines(board, own_stones(state)) != ZERO
    opp = full_lines(board, opp_stones(state)) != ZERO
    if own and opp:
        return DRAWN
    if own:
        return WON
    if opp:
        return LOST
    if empties(state) == ZERO:
        return DRAWN
    return GOING


def plies_left(_board: Memory, state: State) -> np.int64:
    """Return the number of empty squares: every ply fills one."""
    return count(empties(state))


def plies_played(_board: Memory, state: State) -> np.int64:
    """Return the number of stones: every ply placed one."""
    return np.int64(SQUARES) - count(empties(state))
