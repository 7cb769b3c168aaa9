"""Count open lines of five by the kind of line: how many turns they take part in differs.

Straight lines run along the edges of quadrants, middle lines through two of their centres, long
diagonals through two centres as well, and short diagonals through three quadrants. Strategy guides
of the game call them straight five, middle five, Monica's five and triple power play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.pentago.bits import Memory, State, count, opp_stones, own_stones, spread_out
from engine.pentago.view import View
from features.feature import Feature, Twin, feature
from features.pentago.lines import (
    EAST,
    FIVE_LINES,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    Line,
    spread_squares,
)
from features.pentago.potential import open_starts

__all__ = [
    "long_diagonal_open_lines",
    "middle_open_lines",
    "short_diagonal_open_lines",
    "straight_open_lines",
]

STRAIGHT, MIDDLE, LONG, SHORT = 0, 1, 2, 3


def kind_of(line: Line) -> int:
    """Return the kind of a line of five squares, the first of them its start."""
    (row, column), (next_row, next_column) = line[:2]
    if row == next_row:
        return MIDDLE if row in (1, 4) else STRAIGHT
    if column == next_column:
        return MIDDLE if column in (1, 4) else STRAIGHT
    return LONG if row == column or row + column == 5 else SHORT


def _starts(down: int, right: int, kind: int) -> np.uint64:
    """Return the first squares of the lines of a kind along a step."""
    return spread_squares(
        line[0]
        for line in FIVE_LINES
        if (line[1][0] - line[0][0], line[1][1] - line[0][1]) == (down, right)
        and kind_of(line) == kind
    )


EAST_STRAIGHT, EAST_MIDDLE = _starts(0, 1, STRAIGHT), _starts(0, 1, MIDDLE)
SOUTH_STRAIGHT, SOUTH_MIDDLE = _starts(1, 0, STRAIGHT), _starts(1, 0, MIDDLE)
SOUTH_EAST_LONG, SOUTH_EAST_SHORT = _starts(1, 1, LONG), _starts(1, 1, SHORT)
SOUTH_WEST_LONG, SOUTH_WEST_SHORT = _starts(1, -1, LONG), _starts(1, -1, SHORT)


def open_lines_of_kind(board: Memory, state: State, number: int, kind: int) -> float:
    """Number of the {lines} with exactly `number` own stones and none of the other side."""
    if number < 0 or number > 5:
        return 0.0
    own = spread_out(board, own_stones(state))
    opp = spread_out(board, opp_stones(state))
    # The kind is a literal: the compiler keeps one of these branches.
    if kind < LONG:
        east_starts = EAST_STRAIGHT if kind == STRAIGHT else EAST_MIDDLE
        south_starts = SOUTH_STRAIGHT if kind == STRAIGHT else SOUTH_MIDDLE
        east = count(open_starts(own, opp, EAST, number) & east_starts)
        return np.float64(east + count(open_starts(own, opp, SOUTH, number) & south_starts))
    east_starts = SOUTH_EAST_LONG if kind == LONG else SOUTH_EAST_SHORT
    west_starts = SOUTH_WEST_LONG if kind == LONG else SOUTH_WEST_SHORT
    east = count(open_starts(own, opp, SOUTH_EAST, number) & east_starts)
    return np.float64(east + count(open_starts(own, opp, SOUTH_WEST, number) & west_starts))


def _twin_of(is_of_kind: Callable[[Line], bool]) -> Twin:
    def of_kind(view: View, number: int) -> float:
        still = [line for line in FIVE_LINES if is_of_kind(line) and view.opp.isdisjoint(line)]
        return float(sum(len(view.own.intersection(line)) == number for line in still))

    return of_kind


def centers_on(line: Line) -> int:
    """Return how many centres of quadrants a line goes through."""
    return sum(row in (1, 4) and column in (1, 4) for row, column in line)


def is_slanted(line: Line) -> bool:
    """Return whether a line is a diagonal."""
    return line[0][0] != line[1][0] and line[0][1] != line[1][1]


def _by_kind(name: str, kind: int, lines: str, twin: Twin) -> Feature:
    """Return the feature of the common kernel for one kind of lines."""
    made = feature("pentago", twin=twin)(open_lines_of_kind)
    summary = made.summary.format(lines=lines)
    return replace(made, name=name, summary=summary, arguments=1, fixed=(kind,))


straight_open_lines = _by_kind(
    "straight_open_lines",
    STRAIGHT,
    "16 lines of five along edges of quadrants",
    _twin_of(lambda line: not is_slanted(line) and centers_on(line) == 0),
)
middle_open_lines = _by_kind(
    "middle_open_lines",
    MIDDLE,
    "8 rows and columns of five through centres",
    _twin_of(lambda line: not is_slanted(line) and centers_on(line) == 2),
)
long_diagonal_open_lines = _by_kind(
    "long_diagonal_open_lines",
    LONG,
    "4 lines of five on the long diagonals",
    _twin_of(lambda line: is_slanted(line) and centers_on(line) == 2),
)
short_diagonal_open_lines = _by_kind(
    "short_diagonal_open_lines",
    SHORT,
    "4 diagonals of five squares",
    _twin_of(lambda line: is_slanted(line) and centers_on(line) == 0),
)
