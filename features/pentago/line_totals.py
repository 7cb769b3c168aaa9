"""Fours and fives from a line's total, which takes two runs for one (a reading of the report)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, full_lines, own_stones, spread_out
from engine.pentago.view import View
from features.feature import feature
from features.pentago.fours import exact_fours
from features.pentago.lines import (
    COLUMNS,
    DIAGONALS,
    EAST,
    EAST_FIVES,
    EAST_SIXES,
    ROWS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_EAST_FIVES,
    SOUTH_EAST_SIXES,
    SOUTH_FIVES,
    SOUTH_SIXES,
    SOUTH_WEST,
    SOUTH_WEST_FIVES,
    SOUTH_WEST_SIXES,
    Line,
    run_lengths,
    split_fives,
)

__all__ = [
    "diagonal_line_fours",
    "diagonal_split_fives",
    "horizontal_line_fours",
    "horizontal_split_fives",
    "line_fives",
    "vertical_line_fours",
    "vertical_split_fives",
]

ZERO = np.uint64(0)
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)


def line_fours(stones: Word, step: Word, fives: Word, sixes: Word) -> np.int64:
    """Return the number of lines whose runs have four stones together: one of 4, or two of 2."""
    lone_pairs = stones & (stones >> step) & ~((stones << step) | (stones >> (TWO * step)))
    one_apart = lone_pairs & (lone_pairs >> (THREE * step)) & fives
    two_apart = lone_pairs & (lone_pairs >> (FOUR * step)) & sixes
    return exact_fours(stones, step) + count(one_apart) + count(two_apart)


def totals_of(view: View, lines: Sequence[Line]) -> list[int]:
    """Count the stones in runs of each line."""
    return [sum(run_lengths(line, view.own)) for line in lines]


def horizontal_line_fours_twin(view: View) -> float:
    """Count the rows with a total of four."""
    return float(totals_of(view, ROWS).count(4))


@feature("pentago", twin=horizontal_line_fours_twin)
def horizontal_line_fours(board: Memory, state: State) -> float:
    """Number of rows whose runs have four stones together: two runs of two count as well."""
    stones = spread_out(board, own_stones(state))
    return np.float64(line_fours(stones, EAST, EAST_FIVES, EAST_SIXES))


def vertical_line_fours_twin(view: View) -> float:
    """Count the columns with a total of four."""
    return float(totals_of(view, COLUMNS).count(4))


@feature("pentago", twin=vertical_line_fours_twin)
def vertical_line_fours(board: Memory, state: State) -> float:
    """Number of columns whose runs have four stones together."""
    stones = spread_out(board, own_stones(state))
    return np.float64(line_fours(stones, SOUTH, SOUTH_FIVES, SOUTH_SIXES))


def diagonal_line_fours_twin(view: View) -> float:
    """Count the diagonals with a total of four."""
    return float(totals_of(view, DIAGONALS).count(4))


@feature("pentago", twin=diagonal_line_fours_twin)
def diagonal_line_fours(board: Memory, state: State) -> float:
    """Number of diagonals whose runs have four stones together."""
    stones = spread_out(board, own_stones(state))
    east = line_fours(stones, SOUTH_EAST, SOUTH_EAST_FIVES, SOUTH_EAST_SIXES)
    west = line_fours(stones, SOUTH_WEST, SOUTH_WEST_FIVES, SOUTH_WEST_SIXES)
    return np.float64(east + west)


def splits_of(view: View, lines: Sequence[Line]) -> float:
    """Count the lines with a run of two and a run of three."""
    return float(sum(sorted(run_lengths(line, view.own)) == [2, 3] for line in lines))


def horizontal_split_fives_twin(view: View) -> float:
    """Count the rows with both runs."""
    return splits_of(view, ROWS)


@feature("pentago", twin=horizontal_split_fives_twin)
def horizontal_split_fives(board: Memory, state: State) -> float:
    """Number of rows with a run of two and a run of three: their total passes for five."""
    stones = spread_out(board, own_stones(state))
    return np.float64(count(split_fives(stones, EAST, EAST_SIXES)))


def vertical_split_fives_twin(view: View) -> float:
    """Count the columns with both runs."""
    return splits_of(view, COLUMNS)


@feature("pentago", twin=vertical_split_fives_twin)
def vertical_split_fives(board: Memory, state: State) -> float:
    """Number of columns with a run of two and a run of three."""
    stones = spread_out(board, own_stones(state))
    return np.float64(count(split_fives(stones, SOUTH, SOUTH_SIXES)))


def diagonal_split_fives_twin(view: View) -> float:
    """Count the diagonals with both runs."""
    return splits_of(view, DIAGONALS)


@feature("pentago", twin=diagonal_split_fives_twin)
def diagonal_split_fives(board: Memory, state: State) -> float:
    """Number of diagonals with a run of two and a run of three."""
    stones = spread_out(board, own_stones(state))
    east = split_fives(stones, SOUTH_EAST, SOUTH_EAST_SIXES)
    west = split_fives(stones, SOUTH_WEST, SOUTH_WEST_SIXES)
    return np.float64(count(east) + count(west))


def line_fives_twin(view: View) -> float:
    """Say whether any line has a total of five or six."""
    return float(max(totals_of(view, (*ROWS, *COLUMNS, *DIAGONALS))) >= 5)


@feature("pentago", twin=line_fives_twin)
def line_fives(board: Memory, state: State) -> float:
    """1 where the runs of some line have five or six stones together, else 0."""
    stones = spread_out(board, own_stones(state))
    straight = split_fives(stones, EAST, EAST_SIXES) | split_fives(stones, SOUTH, SOUTH_SIXES)
    diagonal = split_fives(stones, SOUTH_EAST, SOUTH_EAST_SIXES) | split_fives(
        stones, SOUTH_WEST, SOUTH_WEST_SIXES
    )
    filled = full_lines(board, own_stones(state))
    return 1.0 if (straight | diagonal | filled) != ZERO else 0.0
