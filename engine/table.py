"""Compute tables of a board: one number or one set of squares for each square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["MaskTable", "NumberTable", "Table"]


@dataclass(frozen=True)
class NumberTable:
    """A number table has a float64 for each square.

    Attributes:
        name: unique among the tables of a game.
        build: gives the numbers of a board from its height and width, in the order of the squares
            (row by row from the top left).
    """

    name: str
    build: Callable[[int, int], Sequence[float]]


@dataclass(frozen=True)
class MaskTable:
    """A mask table has a set of squares for each square.

    Attributes:
        name: unique among the tables of a game.
        build: gives the sets of a board from its height and width, in the order of the squares;
            bit row * width + column of a set stands for the square (row, column).
    """

    name: str
    build: Callable[[int, int], Sequence[int]]


Table = NumberTable | MaskTable
"""In a kernel the name of a table stands for its offset in the board's memory."""
