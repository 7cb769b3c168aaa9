"""Hold tables of squares whose numbers are parameters of a heuristic.

A table `place` gives formulas the feature `place(own)` and, where the family has it,
`place_moves(own)`. What these read of a position is said by the table features of a family
(`features.feature.table_feature`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from features.catalogue import find_table_features
from features.feature import TABLE, Feature, entry_number

__all__ = ["SquareTable", "table_features"]

Square = tuple[int, int]


@dataclass(frozen=True)
class SquareTable:
    """A square table has a number for each square, or one for all that symmetry makes equal.

    Attributes:
        name: what formulas call its feature.
        symmetric: whether squares share a number that the board's symmetries take to each other.
        height: rows of the board.
        width: columns of the board.
    """

    name: str
    symmetric: bool
    height: int
    width: int

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Return the first square of each number, row by row."""
        firsts: dict[int, Square] = {}
        for row in range(self.height):
            for column in range(self.width):
                firsts.setdefault(self.entry(row, column), (row, column))
        return tuple(firsts[entry] for entry in range(len(firsts)))

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of its parameters, in their order."""
        return tuple(f"{self.name}_{row}_{column}" for row, column in self.squares)

    def entry(self, row: int, column: int) -> int:
        """Return which of the numbers a square has."""
        return entry_number(self.symmetric, (self.height, self.width), (row, column))


@cache
def table_features(table: SquareTable, family: str, first: int) -> tuple[Feature, ...]:
    """Return the features of a table, the same objects for the same arguments.

    Args:
        table: the table.
        family: of games.
        first: which parameter of the heuristic its first number is.
    """
    return tuple(_feature(one, table, first) for one in find_table_features(family))


def _feature(reader: Feature, table: SquareTable, first: int) -> Feature:
    def twin(view: Any, values: Sequence[float]) -> float:
        def value(square: Square) -> float:
            return values[first + table.entry(*square)]

        return reader.twin(view, value)

    return replace(
        reader,
        name=table.name + reader.name.removeprefix(TABLE),
        twin=twin,
        fixed=(first, int(table.symmetric)),
    )
