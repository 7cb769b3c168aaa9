"""Count what a side holds inside the 3x3 quadrants."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, own_stones, spread_out
from engine.pentago.view import View
from features.feature import feature
from features.pentago.lines import EAST, SIDE, SOUTH, SOUTH_EAST, SOUTH_WEST, spread_squares

__all__ = ["central_stones", "quadrant_centers", "quadrant_corners", "quadrant_sides", "triplets"]

TWO = np.uint64(2)

CENTERS = spread_squares((row, column) for row in (1, 4) for column in (1, 4))
CORNERS = spread_squares((row, column) for row in (0, 2, 3, 5) for column in (0, 2, 3, 5))
SIDES = spread_squares(
    (row, column)
    for row in range(SIDE)
    for column in range(SIDE)
    if (row in (1, 4)) != (column in (1, 4))
)
MIDDLE = spread_squares((row, column) for row in (2, 3) for column in (2, 3))
EAST_STARTS = spread_squares((row, column) for row in range(SIDE) for column in (0, 3))
SOUTH_STARTS = spread_squares((row, column) for row in (0, 3) for column in range(SIDE))
SOUTH_EAST_STARTS = spread_squares((row, column) for row in (0, 3) for column in (0, 3))
SOUTH_WEST_STARTS = spread_squares((row, column) for row in (0, 3) for column in (2, 5))


def quadrant_centers_twin(view: View) -> float:
    """Count stones on the four squares, one by one."""
    return float(sum((row, column) in view.own for row in (1, 4) for column in (1, 4)))


@feature("pentago", twin=quadrant_centers_twin)
def quadrant_centers(board: Memory, state: State) -> float:
    """Number of stones in the centres of quadrants, the four squares that no rotation moves."""
    return np.float64(count(spread_out(board, own_stones(state)) & CENTERS))


def quadrant_corners_twin(view: View) -> float:
    """Count stones with neither coordinate in the middle of a quadrant, one by one."""
    return float(sum(row % 3 != 1 and column % 3 != 1 for row, column in view.own))


@feature("pentago", twin=quadrant_corners_twin)
def quadrant_corners(board: Memory, state: State) -> float:
    """Number of stones on the corners of quadrants, four in each: a turn keeps them corners."""
    return np.float64(count(spread_out(board, own_stones(state)) & CORNERS))


def quadrant_sides_twin(view: View) -> float:
    """Count stones with one coordinate in the middle of a quadrant and one at its edge."""
    return float(sum((row % 3 == 1) + (column % 3 == 1) == 1 for row, column in view.own))


@feature("pentago", twin=quadrant_sides_twin)
def quadrant_sides(board: Memory, state: State) -> float:
    """Number of stones between two corners of quadrants, four in each: a turn keeps them there."""
    return np.float64(count(spread_out(board, own_stones(state)) & SIDES))


def central_stones_twin(view: View) -> float:
    """Count stones on the four squares, one by one."""
    return float(sum((row, column) in view.own for row in (2, 3) for column in (2, 3)))


@feature("pentago", twin=central_stones_twin)
def central_stones(board: Memory, state: State) -> float:
    """Number of stones on the four squares in the middle of the board."""
    return np.float64(count(spread_out(board, own_stones(state)) & MIDDLE))


def triplets_twin(view: View) -> float:
    """Look at the rows, columns and both diagonals of each quadrant."""
    found = 0
    for top in (0, 3):
        for left in (0, 3):
            cells = [[(top + r, left + c) in view.own for c in range(3)] for r in range(3)]
            found += sum(map(all, cells)) + sum(map(all, zip(*cells, strict=True)))
            found += all(cells[i][i] for i in range(3)) + all(cells[i][2 - i] for i in range(3))
    return float(found)


def threes(stones: Word, step: Word, starts: Word) -> np.int64:
    """Return the number of three stones in a row from one of the starts."""
    return count(stones & (stones >> step) & (stones >> (TWO * step)) & starts)


@feature("pentago", twin=triplets_twin)
def triplets(board: Memory, state: State) -> float:
    """Number of lines of three inside a quadrant that are full: 8 lines in each quadrant.

    Rotations of the quadrant keep them.
    """
    stones = spread_out(board, own_stones(state))
    straight = threes(stones, EAST, EAST_STARTS) + threes(stones, SOUTH, SOUTH_STARTS)
    east = threes(stones, SOUTH_EAST, SOUTH_EAST_STARTS)
    return np.float64(straight + east + threes(stones, SOUTH_WEST, SOUTH_WEST_STARTS))
