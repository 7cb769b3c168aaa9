"""Read tables whose numbers are parameters, at the side's square and at its moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.intrinsics import load_number
from engine.isolation.bits import (
    Memory,
    State,
    is_empty,
    is_placed,
    lowest,
    number_at,
    own_square,
    without_lowest,
)
from engine.isolation.view import Square, View
from engine.table import NumberTable
from features.feature import entries_of, table_feature
from features.isolation.mobility import legal_moves

__all__ = ["table", "table_moves"]

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
    """Look the square up."""
    return 0.0 if view.own is None else value(view.own)


@table_feature("isolation", twin=table_twin)
def table(board: Memory, state: State, first: int, symmetric: int, parameters: Memory) -> float:
    """Number of the table where the side stands; 0 before its placement."""
    if not is_placed(own_square(state)):
        return 0.0
    return entry_at(board, own_square(state), first, symmetric, parameters)


def table_moves_twin(view: View, value: Callable[[Square], float]) -> float:
    """Add the squares up, one by one."""
    return float(sum(map(value, sorted(view.targets(view.own)))))


@table_feature("isolation", twin=table_moves_twin)
def table_moves(
    board: Memory, state: State, first: int, symmetric: int, parameters: Memory
) -> float:
    """Sum of the numbers of the table over the side's legal moves."""
    total, left = 0.0, legal_moves(board, state)
    while not is_empty(left):
        total = total + entry_at(board, lowest(left), first, symmetric, parameters)
        left = without_lowest(left)
    return total
