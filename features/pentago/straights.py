"""Count straights: stones with a neighbour of their colour along a line (a published report)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, own_stones, spread_out
from engine.pentago.view import View
from features.feature import feature
from features.pentago.lines import (
    DIAGONAL,
    DIAGONALS,
    EAST,
    ROWS,
    SIDE,
    SOUTH_EAST,
    SOUTH_WEST,
    Line,
    by_direction,
    first_step,
    in_runs,
    run_lengths,
    spread_squares,
)

__all__ = [
    "diagonal_stones",
    "horizontal_stones",
    "long_diagonal_stones",
    "row_pair_points",
    "stones_in_runs",
    "vertical_stones",
]


def stones_in_runs(view: View, lines: Sequence[Line]) -> float:
    """Count the stones in runs of at least two, line by line."""
    return float(sum(sum(run_lengths(line, view.own)) for line in lines))


def stones_along(board: Memory, state: State, direction: int) -> float:
    """Number of stones with a neighbour of their colour in {lines}.

    Along diagonals a stone with neighbours in both of its diagonals counts twice.
    """
    stones = spread_out(board, own_stones(state))
    number = count(in_runs(stones, first_step(direction)))
    if direction == DIAGONAL:
        number += count(in_runs(stones, SOUTH_WEST))
    return np.float64(number)


horizontal_stones, vertical_stones, diagonal_stones = by_direction(
    "stones", stones_along, stones_in_runs
)


def _on_diagonals(right: int, length: int) -> np.uint64:
    """Return the squares of diagonals of one direction with at least so many squares."""
    return spread_squares(
        square
        for line in DIAGONALS
        if len(line) >= length and line[1][1] - line[0][1] == right
        for square in line
    )


ON_EAST_3, ON_WEST_3 = _on_diagonals(1, 3), _on_diagonals(-1, 3)
ON_EAST_4, ON_WEST_4 = _on_diagonals(1, 4), _on_diagonals(-1, 4)
ON_EAST_5, ON_WEST_5 = _on_diagonals(1, 5), _on_diagonals(-1, 5)
ON_EAST_6, ON_WEST_6 = _on_diagonals(1, 6), _on_diagonals(-1, 6)


def runs_on(stones: Word, on_east: Word, on_west: Word) -> float:
    """Return the stones in runs on these diagonals down to the right and down to the left."""
    east = in_runs(stones, SOUTH_EAST) & on_east
    west = in_runs(stones, SOUTH_WEST) & on_west
    return np.float64(count(east) + count(west))


def long_diagonal_stones_twin(view: View, length: int) -> float:
    """Count the stones in runs of each diagonal that is long enough."""
    if not 3 <= length <= SIDE:
        return float("nan")
    return stones_in_runs(view, [line for line in DIAGONALS if len(line) >= length])


@feature("pentago", twin=long_diagonal_stones_twin)
def long_diagonal_stones(board: Memory, state: State, length: int) -> float:
    """`diagonal_stones` of the diagonals with at least `length` squares only.

    The length is 3 to 6, any other gives NaN, which is an error of the formula.
    """
    stones = spread_out(board, own_stones(state))
    # The length is a literal in a formula: the compiler keeps one of these branches.
    if length == 3:
        return runs_on(stones, ON_EAST_3, ON_WEST_3)
    if length == 4:
        return runs_on(stones, ON_EAST_4, ON_WEST_4)
    if length == 5:
        return runs_on(stones, ON_EAST_5, ON_WEST_5)
    if length == 6:
        return runs_on(stones, ON_EAST_6, ON_WEST_6)
    return np.nan


def row_pair_points_twin(view: View) -> float:
    """Count the pairs of each row, and one more if there are any."""
    points = 0
    for row in ROWS:
        pairs = sum(length - 1 for length in run_lengths(row, view.own))
        points += pairs + 1 if pairs else 0
    return float(points)


TWO = np.uint64(2)
FOUR = np.uint64(4)
FIRST_COLUMN = spread_squares((row, 0) for row in range(SIDE))


@feature("pentago", twin=row_pair_points_twin)
def row_pair_points(board: Memory, state: State) -> float:
    """Neighbouring pairs of stones in rows, plus one for each row that has a pair.

    The report's own account of how its code counts rows; it differs from `horizontal_stones`
    where a row has two runs.
    """
    stones = spread_out(board, own_stones(state))
    pairs = stones & (stones >> EAST)
    # Whatever a row has, moved to its first column.
    rows = pairs | (pairs >> EAST)
    rows = rows | (rows >> TWO) | (pairs >> FOUR)
    return np.float64(count(pairs) + count(rows & FIRST_COLUMN))
