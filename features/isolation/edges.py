"""Measure how far a side is from the edge and from the corners."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.isolation.bits import Memory, State, number_at, own_square
from engine.isolation.view import Square, View
from engine.table import NumberTable
from features.feature import feature
from features.isolation.knights import knight_steps, knights_way

__all__ = [
    "CHEBYSHEV_CORNER",
    "CORNER_DISTANCE",
    "EDGE_DISTANCE",
    "EUCLIDEAN_CORNER",
    "KNIGHT_CORNER",
    "KNIGHT_EDGE",
    "corner_chebyshev",
    "corner_distance",
    "corner_euclidean",
    "corner_knight",
    "edge_distance",
    "edge_knight",
]


def _to_edge(height: int, width: int) -> list[float]:
    return [
        float(min(row, height - 1 - row, column, width - 1 - column))
        for row in range(height)
        for column in range(width)
    ]


def _to_corner(metric: Callable[[int, int], float]) -> Callable[[int, int], list[float]]:
    """Return the distance of each square to the nearest corner."""

    def build(height: int, width: int) -> list[float]:
        return [
            float(metric(min(row, height - 1 - row), min(column, width - 1 - column)))
            for row in range(height)
            for column in range(width)
        ]

    return build


def _sum(rows: int, columns: int) -> int:
    return rows + columns


def _knight_to_edge(height: int, width: int) -> list[float]:
    squares = [(row, column) for row in range(height) for column in range(width)]
    edge = [(r, c) for r, c in squares if r in (0, height - 1) or c in (0, width - 1)]
    return knight_steps(height, width, edge)


def _knight_to_corner(height: int, width: int) -> list[float]:
    return knight_steps(height, width, [(r, c) for r in (0, height - 1) for c in (0, width - 1)])


EDGE_DISTANCE = NumberTable("edge_distance", _to_edge)
"""Steps of each square to the nearest edge; no matter whether by rook, king or ruler."""

CORNER_DISTANCE = NumberTable("corner_distance", _to_corner(_sum))
"""Manhattan distance of each square to the nearest corner."""

EUCLIDEAN_CORNER = NumberTable("euclidean_corner", _to_corner(math.hypot))
"""Euclidean distance of each square to the nearest corner."""

CHEBYSHEV_CORNER = NumberTable("chebyshev_corner", _to_corner(max))
"""Chebyshev distance of each square to the nearest corner."""

KNIGHT_EDGE = NumberTable("knight_edge", _knight_to_edge)
"""Knight's moves from each square to the nearest square on the edge."""

KNIGHT_CORNER = NumberTable("knight_corner", _knight_to_corner)
"""Knight's moves from each square to the nearest corner."""


def corners_of(view: View) -> list[Square]:
    """Return the four corners of the board."""
    last_row, last_column = view.height - 1, view.width - 1
    return [(0, 0), (0, last_column), (last_row, 0), (last_row, last_column)]


def edge_of(view: View) -> list[Square]:
    """Return the squares of the first and last row, and of the first and last column."""
    return [
        (row, column)
        for row in range(view.height)
        for column in range(view.width)
        if row in (0, view.height - 1) or column in (0, view.width - 1)
    ]


def edge_distance_twin(view: View) -> float:
    """Look for the nearest square of the edge by a king's steps."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(min(max(abs(r - row), abs(c - column)) for r, c in edge_of(view)))


@feature("isolation", twin=edge_distance_twin)
def edge_distance(board: Memory, state: State) -> float:
    """Squares to the nearest edge, 0 on it; 0 before the placement.

    Manhattan, Euclidean and Chebyshev distance alike.
    """
    return number_at(board, EDGE_DISTANCE, own_square(state))


def edge_knight_twin(view: View) -> float:
    """Search the shortest way to a square of the edge."""
    return knights_way(view, edge_of(view))


@feature("isolation", twin=edge_knight_twin)
def edge_knight(board: Memory, state: State) -> float:
    """Knight's moves to the nearest edge, whatever is blocked; 0 before the placement."""
    return number_at(board, KNIGHT_EDGE, own_square(state))


def corner_distance_twin(view: View) -> float:
    """Return rows plus columns to the nearest of the four corners."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(min(abs(r - row) + abs(c - column) for r, c in corners_of(view)))


@feature("isolation", twin=corner_distance_twin)
def corner_distance(board: Memory, state: State) -> float:
    """Manhattan distance to the nearest corner; 0 before the placement."""
    return number_at(board, CORNER_DISTANCE, own_square(state))


def corner_euclidean_twin(view: View) -> float:
    """Return the distance to the nearest of the four corners as the crow flies."""
    if view.own is None:
        return 0.0
    return min(math.dist(view.own, corner) for corner in corners_of(view))


@feature("isolation", twin=corner_euclidean_twin)
def corner_euclidean(board: Memory, state: State) -> float:
    """Euclidean distance to the nearest corner; 0 before the placement."""
    return number_at(board, EUCLIDEAN_CORNER, own_square(state))


def corner_chebyshev_twin(view: View) -> float:
    """Return a king's steps to the nearest of the four corners."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(min(max(abs(r - row), abs(c - column)) for r, c in corners_of(view)))


@feature("isolation", twin=corner_chebyshev_twin)
def corner_chebyshev(board: Memory, state: State) -> float:
    """Chebyshev distance to the nearest corner; 0 before the placement."""
    return number_at(board, CHEBYSHEV_CORNER, own_square(state))


def corner_knight_twin(view: View) -> float:
    """Search the shortest way to one of the four corners."""
    return knights_way(view, corners_of(view))


@feature("isolation", twin=corner_knight_twin)
def corner_knight(board: Memory, state: State) -> float:
    """Knight's moves to the nearest corner, whatever is blocked; 0 before the placement."""
    return number_at(board, KNIGHT_CORNER, own_square(state))
