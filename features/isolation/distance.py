"""Measure how far a side is from the centre, and the players from each other, in several ways."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.intrinsics import sqrt
from engine.isolation.bits import (
    Memory,
    State,
    is_placed,
    number_at,
    opp_square,
    own_square,
)
from engine.isolation.view import View
from engine.table import NumberTable
from features.feature import feature

__all__ = [
    "CENTER_DISTANCE",
    "CENTER_SQUARE_DISTANCE",
    "CHEBYSHEV_CENTER",
    "COLUMN",
    "EUCLIDEAN_CENTER",
    "HALF_CENTER",
    "ROW",
    "center_chebyshev",
    "center_distance",
    "center_euclidean",
    "center_half",
    "center_square_distance",
    "chebyshev",
    "distance",
    "euclidean",
]


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


def _rows(height: int, width: int) -> list[float]:
    return [float(row) for row in range(height) for _ in range(width)]


def _columns(height: int, width: int) -> list[float]:
    return [float(column) for _ in range(height) for column in range(width)]


ROW = NumberTable("row", _rows)
"""The row of each square, from 0 on top."""

COLUMN = NumberTable("column", _columns)
"""The column of each square, from 0 on the left."""


def apart(board: Memory, state: State) -> tuple[float, float]:
    """Return the rows and the columns between the two players; none until both are placed."""
    own = own_square(state)
    opp = opp_square(state)
    if not is_placed(own) or not is_placed(opp):
        return 0.0, 0.0
    down = number_at(board, ROW, own) - number_at(board, ROW, opp)
    right = number_at(board, COLUMN, own) - number_at(board, COLUMN, opp)
    return abs(down), abs(right)


def distance_twin(view: View) -> float:
    """Return rows plus columns between the players."""
    if view.own is None or view.opp is None:
        return 0.0
    return float(abs(view.own[0] - view.opp[0]) + abs(view.own[1] - view.opp[1]))


@feature("isolation", twin=distance_twin, sided=False)
def distance(board: Memory, state: State) -> float:
    """Manhattan distance between the two players; 0 until both are placed."""
    down, right = apart(board, state)
    return down + right


def _to_middle(metric: Callable[[int, int], float]) -> Callable[[int, int], list[float]]:
    """Return the distance of each square to (height // 2, width // 2)."""

    def build(height: int, width: int) -> list[float]:
        return [
            metric(abs(row - height // 2), abs(column - width // 2))
            for row in range(height)
            for column in range(width)
        ]

    return build


def _to_half(height: int, width: int) -> list[float]:
    return [
        abs(row - height / 2) + abs(column - width / 2)
        for row in range(height)
        for column in range(width)
    ]


EUCLIDEAN_CENTER = NumberTable("euclidean_center", _to_middle(math.hypot))
"""Euclidean distance of each square to (height // 2, width // 2)."""

CHEBYSHEV_CENTER = NumberTable("chebyshev_center", _to_middle(max))
"""Chebyshev distance of each square to (height // 2, width // 2)."""

HALF_CENTER = NumberTable("half_center", _to_half)
"""Manhattan distance of each square to (height / 2, width / 2), not rounded."""


def center_euclidean_twin(view: View) -> float:
    """Return the distance to the middle square as the crow flies."""
    if view.own is None:
        return 0.0
    return math.dist(view.own, (view.height // 2, view.width // 2))


@feature("isolation", twin=center_euclidean_twin)
def center_euclidean(board: Memory, state: State) -> float:
    """Euclidean distance to the middle square (height // 2, width // 2); 0 before the placement."""
    return number_at(board, EUCLIDEAN_CENTER, own_square(state))


def center_chebyshev_twin(view: View) -> float:
    """Return a king's steps to the middle square."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(max(abs(row - view.height // 2), abs(column - view.width // 2)))


@feature("isolation", twin=center_chebyshev_twin)
def center_chebyshev(board: Memory, state: State) -> float:
    """Chebyshev distance to the middle square (height // 2, width // 2); 0 before the placement."""
    return number_at(board, CHEBYSHEV_CENTER, own_square(state))


def center_half_twin(view: View) -> float:
    """Return rows plus columns to half the height and half the width."""
    if view.own is None:
        return 0.0
    row, column = view.own
    return abs(row - view.height / 2) + abs(column - view.width / 2)


@feature("isolation", twin=center_half_twin)
def center_half(board: Memory, state: State) -> float:
    """Manhattan distance to (height / 2, width / 2), not rounded; 0 before the placement.

    With rows and columns counted from 0 that point is half a square off the middle of the board.
    """
    return number_at(board, HALF_CENTER, own_square(state))


def euclidean_twin(view: View) -> float:
    """Return the distance between the players as the crow flies."""
    return 0.0 if view.own is None or view.opp is None else math.dist(view.own, view.opp)


@feature("isolation", twin=euclidean_twin, sided=False)
def euclidean(board: Memory, state: State) -> float:
    """Euclidean distance between the two players; 0 until both are placed."""
    down, right = apart(board, state)
    return np.float64(sqrt(down * down + right * right))


def chebyshev_twin(view: View) -> float:
    """Return a king's steps between the players."""
    if view.own is None or view.opp is None:
        return 0.0
    return float(max(abs(view.own[0] - view.opp[0]), abs(view.own[1] - view.opp[1])))


@feature("isolation", twin=chebyshev_twin, sided=False)
def chebyshev(board: Memory, state: State) -> float:
    """Chebyshev distance between the two players; 0 until both are placed."""
    down, right = apart(board, state)
    # Not max(), which takes or leaves what is not a number, as each machine pleases.
    if right > down:
        return right
    return down
