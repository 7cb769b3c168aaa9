"""Blank squares around a side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.isolation.bits import Memory, State, blanks, common, count, mask_at, own_square
from engine.isolation.view import View
from engine.table import MaskTable
from features.feature import feature

__all__ = ["PATCH_1", "PATCH_2", "PATCH_3", "nearby_blanks"]


def _patches(radius: int) -> Callable[[int, int], list[int]]:
    def build(height: int, width: int) -> list[int]:
        return [
            sum(
                1 << (other_row * width + other_column)
                for other_row in range(max(0, row - radius), min(height, row + radius + 1))
                for other_column in range(max(0, column - radius), min(width, column + radius + 1))
            )
            for row in range(height)
            for column in range(width)
        ]

    return build


PATCH_1 = MaskTable("patch_1", _patches(1))
"""The squares within Chebyshev distance 1 of each square."""

PATCH_2 = MaskTable("patch_2", _patches(2))
"""The squares within Chebyshev distance 2 of each square."""

PATCH_3 = MaskTable("patch_3", _patches(3))
"""The squares within Chebyshev distance 3 of each square."""


def nearby_blanks_twin(view: View, radius: int) -> float:
    """Count the blank squares that are near enough, one by one."""
    if radius not in (1, 2, 3):
        return float("nan")
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(sum(max(abs(r - row), abs(c - column)) <= radius for r, c in view.blanks))


@feature("isolation", twin=nearby_blanks_twin)
def nearby_blanks(board: Memory, state: State, radius: int) -> float:
    """Number of blank squares within Chebyshev distance `radius`; 0 before the placement.

    The patch has (2 radius + 1)^2 squares and is cut at the edges. The radius is 1, 2 or 3, any
    other gives NaN, which is an error of the formula.
    """
    square = own_square(state)
    # The radius is a literal in a formula: the compiler keeps one of these branches.
    if radius == 1:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_1, square))))
    if radius == 2:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_2, square))))
    if radius == 3:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_3, square))))
    return np.nan
