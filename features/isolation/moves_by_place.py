"""Count the moves to a part of the board: edge, corners, the area in the middle."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import Memory, State, common, count, mask_at, square_count
from engine.isolation.view import View
from engine.table import MaskTable
from features.feature import feature
from features.isolation.mobility import legal_moves

__all__ = ["CENTRAL_AREA", "EDGE_AND_CORNERS", "central_moves", "corner_moves", "edge_moves"]

EDGE, CORNERS = 0, 1
"""The entries of `EDGE_AND_CORNERS`."""


def _edge_and_corners(height: int, width: int) -> list[int]:
    rows, columns = (0, height - 1), (0, width - 1)
    squares = [(row, column) for row in range(height) for column in range(width)]
    on_sides = [(row in rows) + (column in columns) for row, column in squares]
    edge = sum(1 << square for square, sides in enumerate(on_sides) if sides)
    corners = sum(1 << square for square, sides in enumerate(on_sides) if sides == 2)
    return [edge, corners] + [0] * (height * width - 2)


def _central_areas(height: int, width: int) -> list[int]:
    return [
        sum(
            1 << row * width + column
            for row in range(height)
            for column in range(width)
            if abs(2 * row - (height - 1)) < size and abs(2 * column - (width - 1)) < size
        )
        for size in range(height * width)
    ]


EDGE_AND_CORNERS = MaskTable("edge_and_corners", _edge_and_corners)
"""Entry 0 (no square): the squares of the edge, corners too; entry 1: the corners."""

CENTRAL_AREA = MaskTable("central_area", _central_areas)
"""Entry i (no square): the area of i x i squares in the middle of the board."""


def edge_moves_twin(view: View) -> float:
    """Count the legal moves to the first or last row or column, one by one."""
    rows, columns = (0, view.height - 1), (0, view.width - 1)
    return float(sum(r in rows or c in columns for r, c in view.targets(view.own)))


@feature("isolation", twin=edge_moves_twin)
def edge_moves(board: Memory, state: State) -> float:
    """Number of legal moves to squares on the edge, corners too."""
    edge = mask_at(board, EDGE_AND_CORNERS, np.int64(EDGE))
    return np.float64(count(common(edge, legal_moves(board, state))))


def corner_moves_twin(view: View) -> float:
    """Count the legal moves to the four corners, one by one."""
    rows, columns = (0, view.height - 1), (0, view.width - 1)
    return float(sum(r in rows and c in columns for r, c in view.targets(view.own)))


@feature("isolation", twin=corner_moves_twin)
def corner_moves(board: Memory, state: State) -> float:
    """Number of legal moves to corners."""
    corners = mask_at(board, EDGE_AND_CORNERS, np.int64(CORNERS))
    return np.float64(count(common(corners, legal_moves(board, state))))


def central_moves_twin(view: View, size: int) -> float:
    """Count the legal moves that leave a wide enough margin on all four sides."""
    return float(
        sum(
            2 * min(row, view.height - 1 - row) > view.height - 1 - size
            and 2 * min(column, view.width - 1 - column) > view.width - 1 - size
            for row, column in view.targets(view.own)
        )
    )


@feature("isolation", twin=central_moves_twin)
def central_moves(board: Memory, state: State, size: int) -> float:
    """Number of legal moves to the area of `size` x `size` squares in the middle of the board.

    Where an area of that height or width cannot lie in the middle (an even number of rows on a
    board with an odd number), it is one row or column smaller.
    """
    last = square_count(board) - np.int64(1)
    area = mask_at(board, CENTRAL_AREA, min(max(np.int64(size), np.int64(0)), last))
    return np.float64(count(common(area, legal_moves(board, state))))
