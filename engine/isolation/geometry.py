"""The geometry of a board: knight moves and symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.isolation.view import KNIGHT_STEPS

__all__ = ["knight_masks", "symmetries"]


@cache
def knight_masks(height: int, width: int) -> tuple[int, ...]:
    """Return for each square the set of squares a knight's move away, as bits."""
    masks = []
    for row in range(height):
        for column in range(width):
            reached = [(row + down, column + right) for down, right in KNIGHT_STEPS]
            masks.append(_mask(height, width, reached))
    return tuple(masks)


@cache
def symmetries(height: int, width: int) -> NDArray[np.int64]:
    """Return the board's symmetries, shape (8 or 4, squares): the square that each square goes to.

    Eight for a square board, four for any other; the first is the identity.
    """
    squares = np.arange(height * width).reshape(height, width)
    images = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    if height == width:
        images += [image.T for image in images]
    permutations = np.array([image.reshape(-1) for image in images], dtype=np.int64)
    permutations.flags.writeable = False
    return permutations


def _mask(height: int, width: int, squares: Sequence[tuple[int, int]]) -> int:
    return sum(
        1 << row * width + column
        for row, column in squares
        if 0 <= row < height and 0 <= column < width
    )
