"""Runs of four, in the ways that the report on straights can be read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, own_stones, spread_out
from engine.pentago.view import View
from features.feature import feature
from features.pentago.lines import (
    COLUMNS,
    DIAGONALS,
    EAST,
    EAST_SIXES,
    ROWS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    Line,
    run_lengths,
    split_fives,
)

__all__ = [
    "diagonal_four_windows",
    "diagonal_fours",
    "exact_fours",
    "fours",
    "horizontal_four_windows",
    "horizontal_fours",
    "row_pair_fours",
    "vertical_four_windows",
    "vertical_fours",
]

TWO = np.uint64(2)
FOUR = np.uint64(4)


def windows_of_four(stones: Word, step: Word) -> Word:
    """Return the first squares of four stones in a row."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (TWO * step))


def exact_fours(stones: Word, step: Word) -> np.int64:
    """Return the number of runs of four stones that are not longer."""
    longer = (stones << step) | (stones >> (FOUR * step))
    return count(windows_of_four(stones, step) & ~longer)


def fours_twin_of(view: View, lines: Sequence[Line]) -> float:
    """Count the runs of length four, line by line."""
    return float(sum(run_lengths(line, view.own).count(4) for line in lines))


def horizontal_fours_twin(view: View) -> float:
    """Count the runs of each row."""
    return fours_twin_of(view, ROWS)


@feature("pentago", twin=horizontal_fours_twin)
def horizontal_fours(board: Memory, state: State) -> float:
    """Number of runs of exactly four stones in rows."""
    return np.float64(exact_fours(spread_out(board, own_stones(state)), EAST))


def vertical_fours_twin(view: View) -> float:
    """Count the runs of each column."""
    return fours_twin_of(view, COLUMNS)


@feature("pentago", twin=vertical_fours_twin)
def vertical_fours(board: Memory, state: State) -> float:
    """Number of runs of exactly four stones in columns."""
    return np.float64(exact_fours(spread_out(board, own_stones(state)), SOUTH))


def diagonal_fours_twin(view: View) -> float:
    """Count the runs of each diagonal."""
    return fours_twin_of(view, DIAGONALS)


@feature("pentago", twin=diagonal_fours_twin)
def diagonal_fours(board: Memory, state: State) -> float:
    """Number of runs of exactly four stones in diagonals."""
    stones = spread_out(board, own_stones(state))
    return np.float64(exact_fours(stones, SOUTH_EAST) + exact_fours(stones, SOUTH_WEST))


def fours_twin(view: View) -> float:
    """Count the runs of every line."""
    return fours_twin_of(view, (*ROWS, *COLUMNS, *DIAGONALS))


@feature("pentago", twin=fours_twin)
def fours(board: Memory, state: State) -> float:
    """Number of runs of exactly four stones in all directions; five or six in a row are none."""
    stones = spread_out(board, own_stones(state))
    straight = exact_fours(stones, EAST) + exact_fours(stones, SOUTH)
    return np.float64(straight + exact_fours(stones, SOUTH_EAST) + exact_fours(stones, SOUTH_WEST))


def row_pair_fours_twin(view: View) -> float:
    """Count the rows whose pairs and one more make four."""
    pairs = [sum(length - 1 for length in run_lengths(row, view.own)) for row in ROWS]
    return float(pairs.count(3))


@feature("pentago", twin=row_pair_fours_twin)
def row_pair_fours(board: Memory, state: State) -> float:
    """Number of rows with exactly three neighbouring pairs: a run of four, or of three and of two.

    What `row_pair_points` takes for four in a row.
    """
    stones = spread_out(board, own_stones(state))
    split = count(split_fives(stones, EAST, EAST_SIXES))
    return np.float64(exact_fours(stones, EAST) + split)


def windows_twin_of(view: View, lines: Sequence[Line]) -> float:
    """Count four squares after each other that are all filled, from every start."""
    windows = [line[start : start + 4] for line in lines for start in range(len(line) - 3)]
    return float(sum(view.own.issuperset(window) for window in windows))


def horizontal_four_windows_twin(view: View) -> float:
    """Count the windows of each row."""
    return windows_twin_of(view, ROWS)


@feature("pentago", twin=horizontal_four_windows_twin)
def horizontal_four_windows(board: Memory, state: State) -> float:
    """Number of windows of four squares in rows that are full: a run of five has two."""
    return np.float64(count(windows_of_four(spread_out(board, own_stones(state)), EAST)))


def vertical_four_windows_twin(view: View) -> float:
    """Count the windows of each column."""
    return windows_twin_of(view, COLUMNS)


@feature("pentago", twin=vertical_four_windows_twin)
def vertical_four_windows(board: Memory, state: State) -> float:
    """Number of windows of four squares in columns that are full."""
    return np.float64(count(windows_of_four(spread_out(board, own_stones(state)), SOUTH)))


def diagonal_four_windows_twin(view: View) -> float:
    """Count the windows of each diagonal."""
    return windows_twin_of(view, DIAGONALS)


@feature("pentago", twin=diagonal_four_windows_twin)
def diagonal_four_windows(board: Memory, state: State) -> float:
    """Number of windows of four squares in diagonals that are full."""
    stones = spread_out(board, own_stones(state))
    east, west = windows_of_four(stones, SOUTH_EAST), windows_of_four(stones, SOUTH_WEST)
    return np.float64(count(east) + count(west))
