"""Read tables whose numbers are parameters, at the stones of a side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.intrinsics import load_number
from engine.pentago.bits import (
    ZERO,
    Memory,
    State,
    lowest,
    number_at,
    own_stones,
    without_lowest,
)
from engine.pentago.view import Square, View
from engine.table import NumberTable
from features.feature import entries_of, table_feature

__all__ = ["table"]

EACH = NumberTable("entry", entries_of(symmetric=False))
SHARED = NumberTable("symmetric_entry", entries_of(symmetric=True))


def entry_at(
    board: Memory, square: np.int64, first: int, symmetric: int, parameters: Memory
) -> float:
    """Return the number of a square."""
    if symmetric == 1:
        return load_number(parameters, np.int64(first) + np.int64(number_at(board, SHARED, square)))
    return load_number(parameters, np.int64(first) + np.int64(number_at(board, EACH, square)))


def table_twin(view: View, value: Callable[[Square], float]) -> float:
    """Add the stones up, one by one."""
    return float(sum(map(value, sorted(view.own))))


@table_feature("pentago", twin=table_twin)
def table(board: Memory, state: State, first: int, symmetric: int, parameters: Memory) -> float:
    """Sum of the numbers of the table over the side's stones."""
    total, left = 0.0, own_stones(state)
    while left != ZERO:
        total = total + entry_at(board, lowest(left), first, symmetric, parameters)
        left = without_lowest(left)
    return total
