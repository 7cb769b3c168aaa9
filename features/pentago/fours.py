"""Count fours and fives in both ways that the report on straights can be read: runs and totals.

A line's total is the number of its stones in runs. It takes two runs for one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.pentago.bits import Memory, State, Word, count, full_lines, own_stones, spread_out
from engine.pentago.view import View
from features.feature import feature
from features.pentago.lines import (
    COLUMNS,
    DIAGONAL,
    DIAGONALS,
    EAST,
    ROWS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    Line,
    by_direction,
    first_step,
    run_lengths,
    split_fives,
    starts_of_five,
    starts_of_six,
)

__all__ = [
    "all_fours",
    "diagonal_four_windows",
    "diagonal_fours",
    "diagonal_line_fours",
    "diagonal_split_fives",
    "fours",
    "fours_twin",
    "horizontal_four_windows",
    "horizontal_fours",
    "horizontal_line_fours",
    "horizontal_split_fives",
    "line_fives",
    "row_pair_fours",
    "vertical_four_windows",
    "vertical_fours",
    "vertical_line_fours",
    "vertical_split_fives",
]

ZERO = np.uint64(0)
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)


def windows_of_four(stones: Word, step: Word) -> Word:
    """Return the first squares of four stones in a row."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (TWO * step))


def exact_fours(stones: Word, step: Word) -> np.int64:
    """Return the number of runs of four stones that are not longer."""
    longer = (stones << step) | (stones >> (FOUR * step))
    return count(windows_of_four(stones, step) & ~longer)


def fours_twin(view: View, lines: Sequence[Line] = (*ROWS, *COLUMNS, *DIAGONALS)) -> float:
    """Count the runs of length four, line by line."""
    return float(sum(run_lengths(line, view.own).count(4) for line in lines))


def fours_along(board: Memory, state: State, direction: int) -> float:
    """Number of runs of exactly four stones in {lines}."""
    stones = spread_out(board, own_stones(state))
    number = exact_fours(stones, first_step(direction))
    if direction == DIAGONAL:
        number += exact_fours(stones, SOUTH_WEST)
    return np.float64(number)


horizontal_fours, vertical_fours, diagonal_fours = by_direction("fours", fours_along, fours_twin)


def all_fours(stones: Word) -> np.int64:
    """Return the number of runs of four stones in all directions."""
    straight = exact_fours(stones, EAST) + exact_fours(stones, SOUTH)
    return straight + exact_fours(stones, SOUTH_EAST) + exact_fours(stones, SOUTH_WEST)


@feature("pentago", twin=fours_twin)
def fours(board: Memory, state: State) -> float:
    """Number of runs of exactly four stones in all directions; five or six in a row are none."""
    return np.float64(all_fours(spread_out(board, own_stones(state))))


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
    return np.float64(exact_fours(stones, EAST) + count(split_fives(stones, EAST)))


def four_windows_twin(view: View, lines: Sequence[Line]) -> float:
    """Count four squares after each other that are all filled, from every start."""
    windows = [line[start : start + 4] for line in lines for start in range(len(line) - 3)]
    return float(sum(view.own.issuperset(window) for window in windows))


def four_windows_along(board: Memory, state: State, direction: int) -> float:
    """Number of windows of four squares in {lines} that are full: a run of five has two."""
    stones = spread_out(board, own_stones(state))
    number = count(windows_of_four(stones, first_step(direction)))
    if direction == DIAGONAL:
        number += count(windows_of_four(stones, SOUTH_WEST))
    return np.float64(number)


horizontal_four_windows, vertical_four_windows, diagonal_four_windows = by_direction(
    "four_windows", four_windows_along, four_windows_twin
)


def line_fours(stones: Word, step: Word) -> np.int64:
    """Return the number of lines whose runs have four stones together: one of 4, or two of 2."""
    lone_pairs = stones & (stones >> step) & ~((stones << step) | (stones >> (TWO * step)))
    one_apart = lone_pairs & (lone_pairs >> (THREE * step)) & starts_of_five(step)
    two_apart = lone_pairs & (lone_pairs >> (FOUR * step)) & starts_of_six(step)
    return exact_fours(stones, step) + count(one_apart) + count(two_apart)


def totals_of(view: View, lines: Sequence[Line]) -> list[int]:
    """Return the number of stones in runs of each line."""
    return [sum(run_lengths(line, view.own)) for line in lines]


def line_fours_twin(view: View, lines: Sequence[Line]) -> float:
    """Count the lines with a total of four."""
    return float(totals_of(view, lines).count(4))


def line_fours_along(board: Memory, state: State, direction: int) -> float:
    """Number of {lines} whose runs have four stones together: two runs of two count as well."""
    stones = spread_out(board, own_stones(state))
    number = line_fours(stones, first_step(direction))
    if direction == DIAGONAL:
        number += line_fours(stones, SOUTH_WEST)
    return np.float64(number)


horizontal_line_fours, vertical_line_fours, diagonal_line_fours = by_direction(
    "line_fours", line_fours_along, line_fours_twin
)


def split_fives_twin(view: View, lines: Sequence[Line]) -> float:
    """Count the lines with a run of two and a run of three."""
    return float(sum(sorted(run_lengths(line, view.own)) == [2, 3] for line in lines))


def split_fives_along(board: Memory, state: State, direction: int) -> float:
    """Number of {lines} with a run of two and a run of three: their total passes for five."""
    stones = spread_out(board, own_stones(state))
    number = count(split_fives(stones, first_step(direction)))
    if direction == DIAGONAL:
        number += count(split_fives(stones, SOUTH_WEST))
    return np.float64(number)


horizontal_split_fives, vertical_split_fives, diagonal_split_fives = by_direction(
    "split_fives", split_fives_along, split_fives_twin
)


def line_fives_twin(view: View) -> float:
    """Say whether any line has a total of five or six."""
    return float(max(totals_of(view, (*ROWS, *COLUMNS, *DIAGONALS))) >= 5)


@feature("pentago", twin=line_fives_twin)
def line_fives(board: Memory, state: State) -> float:
    """1 where the runs of some line have five or six stones together, else 0."""
    stones = spread_out(board, own_stones(state))
    straight = split_fives(stones, EAST) | split_fives(stones, SOUTH)
    diagonal = split_fives(stones, SOUTH_EAST) | split_fives(stones, SOUTH_WEST)
    filled = full_lines(board, own_stones(state))
    return 1.0 if (straight | diagonal | filled) != ZERO else 0.0
