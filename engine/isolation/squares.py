"""Read the squares of an Isolation position in features that are written once.

A feature is a function `(board, side, *integers)`; what it gets is passed on to these helpers. In
plain Python both are a view of the position as one side sees it; compiled, they are the memory of
the board and a state. Rows are counted from the top, columns from the left, both from 0.
"""

from __future__ import annotations

import numpy as np

from engine.helper import helper
from engine.isolation.bits import (
    Memory,
    State,
    blanks,
    board_width,
    common,
    is_empty,
    is_placed,
    knight_targets,
    opp_square,
    own_square,
    single,
    square_count,
    swap_sides,
)
from engine.isolation.view import View

__all__ = [
    "column",
    "height",
    "is_blank",
    "is_move",
    "is_opp",
    "is_own",
    "on_board",
    "opponent",
    "row",
    "width",
]

NOWHERE = np.int64(-1)
"""Row and column of a piece that is not placed."""


def rows_of(board: Memory) -> np.int64:
    """Return the number of rows."""
    return square_count(board) // board_width(board)


def is_inside(board: Memory, row: int, column: int) -> bool:
    """Return whether there is such a square."""
    columns = board_width(board)
    last = square_count(board) - columns
    return bool((row >= 0) & (column >= 0) & (column < columns) & (row * columns <= last))


def square_at(board: Memory, row: int, column: int) -> np.int64:
    """Return the number of a square, 0 for those outside of the board: what is read must exist."""
    # Without branches, which make loops over squares slow.
    return np.int64((row * board_width(board) + column) * int(is_inside(board, row, column)))


def blank_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether the square is blank."""
    here = single(square_at(board, row, column))
    return is_inside(board, row, column) & (not is_empty(common(blanks(state), here)))


def own_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether own stands there."""
    here = own_square(state) == square_at(board, row, column)
    return bool(is_inside(board, row, column) & here)


def opp_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether the opponent stands there."""
    here = opp_square(state) == square_at(board, row, column)
    return bool(is_inside(board, row, column) & here)


def move_to(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether own could go there."""
    here = single(square_at(board, row, column))
    targets = common(blanks(state), knight_targets(board, own_square(state)))
    return is_inside(board, row, column) & (not is_empty(common(targets, here)))


def own_row(board: Memory, state: State) -> np.int64:
    """Return the row of own."""
    square = own_square(state)
    return square // board_width(board) if is_placed(square) else NOWHERE


def own_column(board: Memory, state: State) -> np.int64:
    """Return the column of own."""
    square = own_square(state)
    return square % board_width(board) if is_placed(square) else NOWHERE


@helper(rows_of)
def height(board: View) -> int:
    """Return the number of rows."""
    return board.height


@helper(board_width)
def width(board: View) -> int:
    """Return the number of columns."""
    return board.width


@helper(is_inside)
def on_board(board: View, row: int, column: int) -> bool:
    """Return whether there is such a square."""
    return 0 <= row < board.height and 0 <= column < board.width


@helper(blank_at)
def is_blank(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether nobody has visited the square; False outside of the board."""
    return (row, column) in side.blanks


@helper(own_at)
def is_own(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether the side stands on the square."""
    return side.own == (row, column)


@helper(opp_at)
def is_opp(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether the other side stands on the square."""
    return side.opp == (row, column)


@helper(move_to)
def is_move(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether the side could go there: a blank knight's step; any blank to be placed."""
    return (row, column) in side.targets(side.own)


@helper(own_row)
def row(_board: View, side: View) -> int:
    """Return the row of the side's piece, -1 before its placement."""
    return -1 if side.own is None else side.own[0]


@helper(own_column)
def column(_board: View, side: View) -> int:
    """Return the column of the side's piece, -1 before its placement."""
    return -1 if side.own is None else side.own[1]


@helper(swap_sides)
def opponent(side: View) -> View:
    """Return the same position seen by the other side: `row(board, opponent(side))`."""
    return side.swapped()
