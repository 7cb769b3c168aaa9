"""The squares that a knight still comes to, as kernels, and how long a walk over them can be."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    Word,
    all_but,
    common,
    count,
    either,
    is_empty,
    knight_targets,
    spread,
)
from engine.table import MaskTable

__all__ = ["OTHER_COLOR", "longest_by_color", "reachable_squares"]


def _other_colors(height: int, width: int) -> list[int]:
    squares = [(row, column) for row in range(height) for column in range(width)]
    return [
        sum(
            1 << (other_row * width + other_column)
            for other_row, other_column in squares
            if (row + column + other_row + other_column) % 2
        )
        for row, column in squares
    ]


OTHER_COLOR = MaskTable("other_color", _other_colors)
"""The squares of the colour that each square does not have, as on a chessboard."""


def reachable_squares(board: Memory, free: Word, square: np.int64) -> Word:
    """Return the squares of `free` that a knight on `square` comes to in steps over `free`.

    `square` is not in `free`. All of `free` for UNPLACED.
    """
    newest = common(free, knight_targets(board, square))
    reached = newest
    while not is_empty(newest):
        newest = all_but(common(free, spread(board, newest)), reached)
        reached = either(reached, newest)
    return reached


def longest_by_color(reached: Word, next_color: Word) -> np.int64:
    """Return the most steps that a path over `reached` can have that first goes to `next_color`.

    A knight changes colour with each step, so the path ends when one colour is used up.
    """
    first = count(common(reached, next_color))
    second = count(reached) - first
    if first > second:
        return second + second + np.int64(1)
    return first + first
