"""Place values: how much the squares that a side holds are worth."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, State, count, own_stones, spread_out
from engine.pentago.view import Square, View
from features.feature import feature
from features.pentago.lines import FIVE_LINES, SIDE, spread_squares

__all__ = ["place_values"]


def place_value_of(square: Square) -> int:
    """Return how many lines of five go through a square."""
    return sum(square in line for line in FIVE_LINES)


def _with_digit(digit: int) -> np.uint64:
    """Return the squares whose value has this binary digit set."""
    return spread_squares(
        (row, column)
        for row in range(SIDE)
        for column in range(SIDE)
        if place_value_of((row, column)) & digit
    )


ONES, TWOS, FOURS = _with_digit(1), _with_digit(2), _with_digit(4)


def place_values_twin(view: View) -> float:
    """Add the place values, stone by stone."""
    return float(sum(map(place_value_of, view.own)))


@feature("pentago", twin=place_values_twin)
def place_values(board: Memory, state: State) -> float:
    """Sum of the place values of the stones: the lines of five through each square.

    3 in a corner, 7 on the four squares in the middle. The upper left quadrant, which the others
    mirror::

        3 4 3
        4 6 5
        3 5 7
    """
    stones = spread_out(board, own_stones(state))
    fours = count(stones & FOURS)
    pairs = fours + fours + count(stones & TWOS)
    return np.float64(pairs + pairs + count(stones & ONES))
