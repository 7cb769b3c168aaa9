"""Describe the lines of the board: for kernels as shifts of stones, for twins as squares.

Spread-out stones (`engine.pentago.bits.spread_out`) are bits 7 * row + column, so a step along a
line is a shift by one number, and a step over the edge arrives at a bit that is never set. A
pattern of more than one step past an empty square could come back on the far side: the sets whose
names end with `FIVES` and `SIXES` have the squares from which so many squares are on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from engine.pentago.bits import Word
from engine.pentago.view import Square, View
from features.feature import Feature, Kernel, Twin, feature

__all__ = [
    "COLUMNS",
    "DIAGONAL",
    "DIAGONALS",
    "EAST",
    "EAST_FIVES",
    "EAST_SIXES",
    "FIVE_LINES",
    "HORIZONTAL",
    "ROWS",
    "SIDE",
    "SOUTH",
    "SOUTH_EAST",
    "SOUTH_EAST_FIVES",
    "SOUTH_EAST_SIXES",
    "SOUTH_FIVES",
    "SOUTH_SIXES",
    "SOUTH_WEST",
    "SOUTH_WEST_FIVES",
    "SOUTH_WEST_SIXES",
    "VERTICAL",
    "Line",
    "by_direction",
    "first_step",
    "in_runs",
    "run_lengths",
    "split_fives",
    "spread_squares",
    "starts_of_five",
    "starts_of_six",
]

Line = tuple[Square, ...]

SIDE = 6
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)

EAST = np.uint64(1)
SOUTH = np.uint64(7)
SOUTH_EAST = np.uint64(8)
SOUTH_WEST = np.uint64(6)


def _line(row: int, column: int, down: int, right: int) -> Line:
    """Return all squares from one on to the edge."""
    squares = [(row + step * down, column + step * right) for step in range(SIDE)]
    return tuple((r, c) for r, c in squares if 0 <= r < SIDE and 0 <= c < SIDE)


HORIZONTAL, VERTICAL, DIAGONAL = 0, 1, 2
"""The directions of lines: features of one kernel differ in them."""

ROWS = tuple(_line(row, 0, 0, 1) for row in range(SIDE))
COLUMNS = tuple(_line(0, column, 1, 0) for column in range(SIDE))
DIAGONALS = tuple(
    line
    for right, first_column in ((1, 0), (-1, SIDE - 1))
    for line in (
        *(_line(0, column, 1, right) for column in range(SIDE)),
        *(_line(row, first_column, 1, right) for row in range(1, SIDE)),
    )
    if len(line) >= 2
)
"""The 18 diagonals of both directions with at least two squares."""

FIVE_LINES = tuple(
    line[start : start + 5]
    for line in (*ROWS, *COLUMNS, *DIAGONALS)
    for start in range(len(line) - 4)
)
"""The 32 lines of five squares, one of which must be filled to win."""


def spread_squares(squares: Iterable[Square]) -> np.uint64:
    """Return a set of squares as spread-out bits."""
    return np.uint64(sum(1 << 7 * row + column for row, column in set(squares)))


def _starts(down: int, right: int, length: int) -> np.uint64:
    return spread_squares(
        (row, column)
        for row in range(SIDE)
        for column in range(SIDE)
        if len(_line(row, column, down, right)) >= length
    )


EAST_FIVES, EAST_SIXES = _starts(0, 1, 5), _starts(0, 1, 6)
SOUTH_FIVES, SOUTH_SIXES = _starts(1, 0, 5), _starts(1, 0, 6)
SOUTH_EAST_FIVES, SOUTH_EAST_SIXES = _starts(1, 1, 5), _starts(1, 1, 6)
SOUTH_WEST_FIVES, SOUTH_WEST_SIXES = _starts(1, -1, 5), _starts(1, -1, 6)


def by_direction(
    name: str, kernel: Kernel, twin: Callable[[View, Sequence[Line]], float]
) -> tuple[Feature, Feature, Feature]:
    """Return the features of one kernel along rows, along columns and along both diagonals.

    Args:
        name: what stands in their names behind "horizontal_", "vertical_" and "diagonal_".
        kernel: takes (board, state, direction); "{lines}" in its docstring becomes "rows",
            "columns" or "diagonals".
        twin: the same in naive Python, from the lines of a direction.
    """
    horizontal, vertical, diagonal = (
        replace(
            feature("pentago", twin=_twin_of(twin, lines))(kernel),
            name=f"{adjective}_{name}",
            summary=(kernel.__doc__ or "").split("\n")[0].format(lines=noun),
            arguments=0,
            fixed=(direction,),
        )
        for direction, adjective, noun, lines in (
            (HORIZONTAL, "horizontal", "rows", ROWS),
            (VERTICAL, "vertical", "columns", COLUMNS),
            (DIAGONAL, "diagonal", "diagonals", DIAGONALS),
        )
    )
    return horizontal, vertical, diagonal


def _twin_of(twin: Callable[[View, Sequence[Line]], float], lines: Sequence[Line]) -> Twin:
    def of_lines(view: View) -> float:
        return twin(view, lines)

    return of_lines


def first_step(direction: int) -> Word:
    """Return the step along lines of a direction; diagonals have `SOUTH_WEST` as well."""
    if direction == HORIZONTAL:
        return EAST
    if direction == VERTICAL:
        return SOUTH
    return SOUTH_EAST


def starts_of_five(step: Word) -> Word:
    """Return the squares from which five squares along a step are on the board."""
    if step == EAST:
        return EAST_FIVES
    if step == SOUTH:
        return SOUTH_FIVES
    return SOUTH_EAST_FIVES if step == SOUTH_EAST else SOUTH_WEST_FIVES


def starts_of_six(step: Word) -> Word:
    """Return the squares from which six squares along a step are on the board."""
    if step == EAST:
        return EAST_SIXES
    if step == SOUTH:
        return SOUTH_SIXES
    return SOUTH_EAST_SIXES if step == SOUTH_EAST else SOUTH_WEST_SIXES


def in_runs(stones: Word, step: Word) -> Word:
    """Return the spread-out stones that have a neighbour along the line."""
    return stones & ((stones << step) | (stones >> step))


def split_fives(stones: Word, step: Word) -> Word:
    """Return the first squares of lines of six with five stones in runs of two and three."""
    pairs = stones & (stones >> step)
    ends = pairs & (pairs >> (FOUR * step))
    middle = (stones >> (TWO * step)) ^ (stones >> (THREE * step))
    return ends & middle & starts_of_six(step)


def run_lengths(line: Line, stones: frozenset[Square]) -> list[int]:
    """Return lengths of the runs of at least two stones, in order."""
    runs = [len(list(run)) for filled, run in groupby(line, stones.__contains__) if filled]
    return [length for length in runs if length >= 2]
