"""Read the squares of a game of stones in features that are written once.

A feature is a function `(board, side, *integers)`; what it gets is passed on to these helpers. In
plain Python both are a view of the position as one side sees it; compiled, they are the memory of
the board and a state. Rows are counted from the top, columns from the left, both from 0.
"""

from __future__ import annotations

import numpy as np

from engine.helper import helper
from engine.stones.kernels import (
    ZERO,
    Memory,
    State,
    Word,
    board_height,
    board_stride,
    board_width,
    empties,
    opp_stones,
    own_stones,
    single,
    swap_sides,
)
from engine.stones.position import View

__all__ = ["height", "is_blank", "is_opp", "is_own", "on_board", "opponent", "width"]


def is_inside(board: Memory, row: int, column: int) -> bool:
    """Return whether there is such a square."""
    return bool(row >= 0 and row < board_height(board)) and bool(
        column >= 0 and column < board_width(board)
    )


def is_among(board: Memory, squares: Word, row: int, column: int) -> bool:
    """Return whether a set has this square; False outside of the board."""
    if not is_inside(board, row, column):
        return False
    return bool((squares & single(np.int64(row * board_stride(board) + column))) != ZERO)


def blank_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether the square is empty."""
    return is_among(board, empties(board, state), row, column)


def own_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether a stone of own is there."""
    return is_among(board, own_stones(state), row, column)


def opp_at(board: Memory, state: State, row: int, column: int) -> bool:
    """Return whether a stone of the opponent is there."""
    return is_among(board, opp_stones(state), row, column)


@helper(board_height)
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
def is_blank(board: View, side: View, row: int, column: int) -> bool:
    """Return whether nobody has a stone there; False outside of the board."""
    return on_board(board, row, column) and (row, column) not in side.own | side.opp


@helper(own_at)
def is_own(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether a stone of the side is there."""
    return (row, column) in side.own


@helper(opp_at)
def is_opp(_board: View, side: View, row: int, column: int) -> bool:
    """Return whether a stone of the other side is there."""
    return (row, column) in side.opp


@helper(swap_sides)
def opponent(side: View) -> View:
    """Return the same position seen by the other side: `is_own(board, opponent(side), r, c)`."""
    return side.swapped()
