"""How far apart the two players stand."""

from __future__ import annotations

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

__all__ = ["COLUMN", "ROW", "distance"]


def _rows(height: int, width: int) -> list[float]:
    return [float(row) for row in range(height) for _ in range(width)]


def _columns(height: int, width: int) -> list[float]:
    return [float(column) for _ in range(height) for column in range(width)]


ROW = NumberTable("row", _rows)
"""The row of each square, from 0 on top."""

COLUMN = NumberTable("column", _columns)
"""The column of each square, from 0 on the left."""


def distance_twin(view: View) -> float:
    """Return rows plus columns between the players."""
    if view.own is None or view.opp is None:
        return 0.0
    return float(abs(view.own[0] - view.opp[0]) + abs(view.own[1] - view.opp[1]))


@feature("isolation", twin=distance_twin, sided=False)
def distance(board: Memory, state: State) -> float:
    """Manhattan distance between the two players; 0 until both are placed."""
    own = own_square(state)
    opp = opp_square(state)
    if not is_placed(own) or not is_placed(opp):
        return 0.0
    down = number_at(board, ROW, own) - number_at(board, ROW, opp)
    right = number_at(board, COLUMN, own) - number_at(board, COLUMN, opp)
    return abs(down) + abs(right)
