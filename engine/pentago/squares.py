"""Read the squares of a Pentago position in features that are written once.

A feature is a function `(board, side, *integers)`; what it gets is passed on to these helpers. In
plain Python both are a view of the position as one side sees it; compiled, they are the memory of
the board and a state. Rows are counted from the top, columns from the left, both from 0 to 5.
"""

from __future__ import annotations

import numpy as np

from engine.helper import helper
from engine.pentago.bits import (
    ZERO,
    Memory,
    State,
    empties,
    opp_stones,
    own_stones,
    rotate,
    single,
    swap_sides,
)
from engine.pentago.position import SIDE
from engine.pentago.view import Square, View

__all__ = [
    "after_turn",
    "height",
    "is_blank",
    "is_opp",
    "is_own",
    "on_board",
    "opponent",
    "width",
]


def side_of(_board: Memory) -> np.int64:
    """Return the number of rows, and of columns."""
    return np.int64(SIDE)


def is_inside(_board: Memory, row: int, column: int) -> bool:
    """Return whether there is such a square."""
    return row >= 0 and row < SIDE and column >= 0 and column < SIDE


def square_at(row: int, column: int) -> np.int64:
    """Return the square in the order of quadrants."""
    quadrant = 2 * (row // 3) + column // 3
    return np.int64(9 * quadrant + 3 * (row % 3) + column % 3)


def blank_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether the square is empty."""
    if not is_inside(board, row, column):
        return False
    return bool((empties(state) & single(square_at(row, column))) != ZERO)


def own_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether a stone of own is there."""
    if not is_inside(board, row, column):
        return False
    return bool((own_stones(state) & single(square_at(row, column))) != ZERO)


def opp_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether a stone of the opponent is there."""
    if not is_inside(board, row, column):
        return False
    return bool((opp_stones(state) & single(square_at(row, column))) != ZERO)


def turned_state(board: Memory, state: State, turn: int) -> State:
    """Return the position after one of the 8 turns, seen by the same side."""
    quadrant, clockwise = np.int64((turn % 8) // 2), np.int64(turn % 2)
    return (
        rotate(board, own_stones(state), quadrant, clockwise),
        rotate(board, opp_stones(state), quadrant, clockwise),
    )


@helper(side_of)
def height(_board: View) -> int:
    """Return the number of rows."""
    return SIDE


@helper(side_of)
def width(_board: View) -> int:
    """Return the number of columns."""
    return SIDE


@helper(is_inside)
def on_board(_board: View, row: int, column: int) -> bool:
    """Return whether there is such a square."""
    return 0 <= row < SIDE and 0 <= column < SIDE


@helper(blank_at)
def is_blank(board: View, side: View, row: int, column: int) -> bool:
    """Return whether nobody has a stone there; False outside of the board."""
    return on_board(board, row, column) and (row, column) not in side.own | side.opp


@helper(own_at)
def is_own(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether the side has a stone there."""
    return (row, column) in side.own


@helper(opp_at)
def is_opp(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether the other side has a stone there."""
    return (row, column) in side.opp


@helper(swap_sides)
def opponent(side: View) -> View:
    """Return the same position seen by the other side: `is_own(board, opponent(side), r, c)`."""
    return side.swapped()


@helper(turned_state)
def after_turn(_board: View, side: View, turn: int) -> View:
    """Return the position after a turn of a quadrant, seen by the same side.

    Args:
        side: the position.
        turn: 2 * quadrant, 0 to 3 row by row from the top left, and 1 more for clockwise.
    """
    top, left = 3 * (turn % 8 // 4), 3 * (turn % 8 // 2 % 2)
    clockwise = turn % 2 == 1

    def moved(squares: frozenset[Square]) -> frozenset[Square]:
        return frozenset(_target(square, top, left, clockwise) for square in squares)

    return View(moved(side.own), moved(side.opp))


def _target(square: Square, top: int, left: int, clockwise: bool) -> Square:
    """Return where a square goes when the quadrant at (top, left) turns by 90 degrees."""
    row, column = square[0] - top, square[1] - left
    if not (0 <= row < 3 and 0 <= column < 3):
        return square
    return (top + column, left + 2 - row) if clockwise else (top + 2 - column, left + row)
