"""How far a side stands from the centre, in the two ways that the published heuristics measure."""

from __future__ import annotations

from engine.isolation.bits import Memory, State, number_at, own_square
from engine.isolation.view import View
from engine.table import NumberTable
from features.feature import feature

__all__ = ["CENTER_DISTANCE", "CENTER_SQUARE_DISTANCE", "center_distance", "center_square_distance"]


def _distances(height: int, width: int) -> list[float]:
    return [
        float(abs(row - height // 2) + abs(column - width // 2))
        for row in range(height)
        for column in range(width)
    ]


def _square_distances(height: int, width: int) -> list[float]:
    return [
        (height / 2 - row) ** 2 + (width / 2 - column) ** 2
        for row in range(height)
        for column in range(width)
    ]


CENTER_DISTANCE = NumberTable("center_distance", _distances)
"""Manhattan distance of each square to (height // 2, width // 2)."""

CENTER_SQUARE_DISTANCE = NumberTable("center_square_distance", _square_distances)
"""Squared distance of each square to (height / 2, width / 2), not rounded."""


def center_distance_twin(view: View) -> float:
    """Return rows plus columns to the middle square."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(abs(row - view.height // 2) + abs(column - view.width // 2))


@feature("isolation", twin=center_distance_twin)
def center_distance(board: Memory, state: State) -> float:
    """Manhattan distance to the middle square (height // 2, width // 2); 0 before the placement."""
    return number_at(board, CENTER_DISTANCE, own_square(state))


def center_square_distance_twin(view: View) -> float:
    """Return the squared distance to the point that the reference takes for the centre."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return (view.height / 2 - row) ** 2 + (view.width / 2 - column) ** 2


@feature("isolation", twin=center_square_distance_twin)
def center_square_distance(board: Memory, state: State) -> float:
    """Squared distance to (height / 2, width / 2), not rounded; 0 before the placement.

    With rows and columns counted from 0 that point is half a square off the middle of the board:
    it is the `center` of the published opponents, kept as it is.
    """
    return number_at(board, CENTER_SQUARE_DISTANCE, own_square(state))
