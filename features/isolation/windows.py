"""Count what is taken around a side."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    Word,
    all_but,
    blanks,
    count,
    is_placed,
    mask_at,
    own_square,
)
from engine.isolation.view import View
from features.feature import feature
from features.isolation.space import PATCH_1, PATCH_2, PATCH_3

__all__ = ["nearby_blocked"]


def nearby_blocked_twin(view: View, radius: int) -> float:
    """Count the squares of the board that are near enough and not blank, but for the own one."""
    if radius not in (1, 2, 3):
        return float("nan")
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(
        sum(
            0 <= r < view.height and 0 <= c < view.width and (r, c) not in view.blanks
            for r in range(row - radius, row + radius + 1)
            for c in range(column - radius, column + radius + 1)
            if (r, c) != view.own
        )
    )


def _taken(state: State, patch: Word) -> float:
    """Return the squares of a patch that are not blank, without own's square in its middle."""
    return np.float64(count(all_but(patch, blanks(state))) - np.int64(1))


@feature("isolation", twin=nearby_blocked_twin)
def nearby_blocked(board: Memory, state: State, radius: int) -> float:
    """Number of visited squares within Chebyshev distance `radius`; 0 before the placement.

    The other side's square counts, the own one does not, nor what lies outside the board. The
    radius is 1, 2 or 3, any other gives NaN, which is an error of the formula.
    """
    square = own_square(state)
    if radius < 1 or radius > 3:
        return np.nan
    if not is_placed(square):
        return 0.0
    # The radius is a literal in a formula: the compiler keeps one of these branches.
    if radius == 1:
        return _taken(state, mask_at(board, PATCH_1, square))
    if radius == 2:
        return _taken(state, mask_at(board, PATCH_2, square))
    return _taken(state, mask_at(board, PATCH_3, square))
