"""Place values: how much the squares that a side can move to are worth."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    Word,
    all_but,
    blanks,
    common,
    count,
    mask_at,
    square_count,
)
from engine.isolation.view import Square, View
from engine.table import MaskTable
from features.feature import feature
from features.isolation.mobility import legal_moves

__all__ = [
    "COLUMNS_BEFORE",
    "PLACE_DIGITS",
    "PLACE_VALUE_DIGIT",
    "ROWS_ABOVE",
    "place_partition_sum",
    "place_sum",
    "place_value",
]

PLACE_DIGITS = 6
"""Binary digits of a place value: at most 42 on boards of at most 128 squares."""


def _place_value_digits(height: int, width: int) -> list[int]:
    values = [
        (1 + min(row, height - 1 - row)) * (1 + min(column, width - 1 - column))
        for row in range(height)
        for column in range(width)
    ]
    digits = [
        sum(1 << square for square, value in enumerate(values) if value >> digit & 1)
        for digit in reversed(range(PLACE_DIGITS))
    ]
    return digits + [0] * (height * width - PLACE_DIGITS)


def _rows_above(height: int, width: int) -> list[int]:
    return [(1 << min(row, height) * width) - 1 for row in range(height * width)]


def _columns_before(height: int, width: int) -> list[int]:
    return [
        sum(((1 << min(column, width)) - 1) << row * width for row in range(height))
        for column in range(height * width)
    ]


PLACE_VALUE_DIGIT = MaskTable("place_value_digit", _place_value_digits)
"""Entry i (no square): the squares whose place value has binary digit i set, the highest first."""

ROWS_ABOVE = MaskTable("rows_above", _rows_above)
"""Entry i (no square): the squares of the first i rows."""

COLUMNS_BEFORE = MaskTable("columns_before", _columns_before)
"""Entry i (no square): the squares of the first i columns."""


def place_value(board: Memory, squares: Word) -> np.int64:
    """Return the sum of the place values of a set: one count a binary digit, no loop."""
    total = np.int64(0)
    for digit in range(PLACE_DIGITS):
        here = common(squares, mask_at(board, PLACE_VALUE_DIGIT, np.int64(digit)))
        total = total + total + count(here)
    return total


def _place_value_of(view: View, square: Square) -> int:
    """Return steps to the nearest horizontal edge times steps to the nearest vertical one."""
    row, column = square
    return min(row + 1, view.height - row) * min(column + 1, view.width - column)


def place_sum_twin(view: View) -> float:
    """Add the place values of the legal moves one by one."""
    return float(sum(_place_value_of(view, square) for square in view.targets(view.own)))


@feature("isolation", twin=place_sum_twin)
def place_sum(board: Memory, state: State) -> float:
    """Sum of the place values P of the side's legal moves.

    P(r, c) = (1 + min(r, height - 1 - r)) (1 + min(c, width - 1 - c)), 1 in a corner and 16 in
    the middle of 7x7 (report on place values).
    """
    return np.float64(place_value(board, legal_moves(board, state)))


def _block_sum(board: Memory, state: State, block: Word) -> float:
    """Return the place values of own's moves in a block of squares, times the block's factor."""
    size = count(block)
    if size == 0:
        return 0.0
    inside = place_value(board, common(block, legal_moves(board, state)))
    blank = place_value(board, common(block, blanks(state)))
    return np.float64(inside) * np.float64(blank) / np.float64(size)


def place_partition_sum_twin(view: View, row_split: int, column_split: int) -> float:
    """Add every move with the factor of its block, which is added up square by square."""
    squares, values = [0, 0, 0, 0], [0, 0, 0, 0]
    for row in range(view.height):
        for column in range(view.width):
            block = 2 * (row < row_split) + (column < column_split)
            squares[block] += 1
            values[block] += _place_value_of(view, (row, column)) * ((row, column) in view.blanks)
    total = 0.0
    for row, column in view.targets(view.own):
        block = 2 * (row < row_split) + (column < column_split)
        total += _place_value_of(view, (row, column)) * values[block] / squares[block]
    return total


@feature("isolation", twin=place_partition_sum_twin)
def place_partition_sum(board: Memory, state: State, row_split: int, column_split: int) -> float:
    """Sum over the legal moves of the place value times the factor of the block that it lies in.

    The board is cut into four blocks: above and below `row_split` (the first row of the lower
    blocks), left and right of `column_split`. The factor of a block is the sum of the place values
    of its blank squares over the number of its squares. The report cuts 7x7 at (4, 4), into 16,
    12, 12 and 9 squares. A split outside the board leaves blocks without squares, which count 0.
    """
    last = square_count(board) - np.int64(1)
    rows = mask_at(board, ROWS_ABOVE, min(max(np.int64(row_split), np.int64(0)), last))
    columns = mask_at(board, COLUMNS_BEFORE, min(max(np.int64(column_split), np.int64(0)), last))
    others = all_but(mask_at(board, ROWS_ABOVE, last), rows)
    return (
        _block_sum(board, state, common(rows, columns))
        + _block_sum(board, state, all_but(rows, columns))
        + _block_sum(board, state, common(others, columns))
        + _block_sum(board, state, all_but(others, columns))
    )
