"""Count lines of five: how many of the 32 go through each stone, and how many stones each holds."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, opp_stones, own_stones, spread_out
from engine.pentago.view import Square, View
from features.feature import feature
from features.pentago.lines import (
    EAST,
    EAST_FIVES,
    FIVE_LINES,
    SIDE,
    SOUTH,
    SOUTH_EAST,
    SOUTH_EAST_FIVES,
    SOUTH_FIVES,
    SOUTH_WEST,
    SOUTH_WEST_FIVES,
    spread_squares,
)

__all__ = [
    "lines_with",
    "open_line_count",
    "open_lines",
    "open_lines_twin",
    "open_starts",
    "place_values",
]


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


TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)


def starts_with(stones: Word, step: Word, number: int) -> Word:
    """Return the squares from which exactly `number` (0 to 5) of five squares hold a stone.

    The five squares are added up for all starts at once: the binary digits of the sums are
    three sets.
    """
    second, third = stones >> step, stones >> (TWO * step)
    fourth, fifth = stones >> (THREE * step), stones >> (FOUR * step)
    three = stones ^ second ^ third
    three_twos = (stones & second) | (third & (stones ^ second))
    ones = three ^ fourth ^ fifth
    five_twos = (three & fourth) | (fifth & (three ^ fourth))
    twos, fours = three_twos ^ five_twos, three_twos & five_twos
    if number & 1 == 0:
        ones = ~ones
    if number & 2 == 0:
        twos = ~twos
    if number & 4 == 0:
        fours = ~fours
    return ones & twos & fours


def starts_without(stones: Word, step: Word) -> Word:
    """Return the squares from which none of five squares holds a stone."""
    pairs = stones | (stones >> step)
    return ~(pairs | (pairs >> (TWO * step)) | (stones >> (FOUR * step)))


def lines_with_twin(view: View, number: int) -> float:
    """Count the lines, one by one."""
    return float(sum(len(view.own.intersection(line)) == number for line in FIVE_LINES))


@feature("pentago", twin=lines_with_twin)
def lines_with(board: Memory, state: State, number: int) -> float:
    """Number of the 32 lines of five with exactly `number` own stones, whatever else is there."""
    if number < 0 or number > 5:
        return 0.0
    stones = spread_out(board, own_stones(state))
    east = count(starts_with(stones, EAST, number) & EAST_FIVES)
    south = count(starts_with(stones, SOUTH, number) & SOUTH_FIVES)
    south_east = count(starts_with(stones, SOUTH_EAST, number) & SOUTH_EAST_FIVES)
    south_west = count(starts_with(stones, SOUTH_WEST, number) & SOUTH_WEST_FIVES)
    return np.float64(east + south + south_east + south_west)


def open_lines_twin(view: View, number: int) -> float:
    """Count the lines that the other side has not entered, one by one."""
    still = [line for line in FIVE_LINES if view.opp.isdisjoint(line)]
    return float(sum(len(view.own.intersection(line)) == number for line in still))


def open_starts(own: Word, opp: Word, step: Word, number: int) -> Word:
    """Return the squares from which five squares hold `number` own stones and no others."""
    return starts_with(own, step, number) & starts_without(opp, step)


def open_line_count(board: Memory, state: State, number: int) -> np.int64:
    """Return how many lines hold `number` (0 to 5) own stones and no others."""
    own = spread_out(board, own_stones(state))
    opp = spread_out(board, opp_stones(state))
    east = count(open_starts(own, opp, EAST, number) & EAST_FIVES)
    south = count(open_starts(own, opp, SOUTH, number) & SOUTH_FIVES)
    south_east = count(open_starts(own, opp, SOUTH_EAST, number) & SOUTH_EAST_FIVES)
    south_west = count(open_starts(own, opp, SOUTH_WEST, number) & SOUTH_WEST_FIVES)
    return east + south + south_east + south_west


@feature("pentago", twin=open_lines_twin)
def open_lines(board: Memory, state: State, number: int) -> float:
    """Number of the 32 lines of five with exactly `number` own stones and none of the other side.

    Each of them can still be filled without a rotation that changes it.
    """
    if number < 0 or number > 5:
        return 0.0
    return np.float64(open_line_count(board, state, number))
