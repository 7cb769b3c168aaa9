"""A heuristic with two tables of squares, one of them symmetric."""

from __future__ import annotations

from features.heuristic import Heuristic
from features.parameter import Parameter
from features.square_table import SquareTable

__all__ = ["BOTH", "of_tables"]

BOTH = "w * (place(own) - place(opp)) + place_moves(own) / 8 + far(own)"


def of_tables(family: str, height: int, width: int, formula: str) -> Heuristic:
    """A heuristic with a symmetric table `place` and another one, `far`, on this board.

    Their hand-set numbers are quarters, which floats hold exactly.
    """
    tables = tuple(
        SquareTable(name, symmetric, height, width)
        for name, symmetric in (("place", True), ("far", False))
    )
    names = ["w", *(name for table in tables for name in table.parameters)]
    parameters = tuple(
        Parameter(name, number * 7 % 64 / 4 + 0.25, 0.0, 16.5) for number, name in enumerate(names)
    )
    return Heuristic("tables", family, parameters, (), formula, tables=tables)
