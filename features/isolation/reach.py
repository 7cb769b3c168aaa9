"""The squares that a side can still come to, and how long that can last at most."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    Word,
    all_but,
    blanks,
    common,
    count,
    either,
    is_empty,
    is_placed,
    knight_targets,
    mask_at,
    own_square,
    spread,
)
from engine.isolation.view import Square, View
from engine.table import MaskTable
from features.feature import feature

__all__ = [
    "OTHER_COLOR",
    "longest_by_color",
    "path_bound",
    "reachable",
    "reachable_squares",
    "squares_in_reach",
]


def _other_colors(height: int, width: int) -> list[int]:
    squares = [(row, column) for row in range(height) for column in range(width)]
    return [
        sum(
            1 << (other_row * width + other_column)
            for other_row, other_column in squares
            if (row + column + other_row + other_column) % 2
        )
        for row, column in squares
    ]


OTHER_COLOR = MaskTable("other_color", _other_colors)
"""The squares of the colour that each square does not have, as on a chessboard."""


def reachable_squares(board: Memory, free: Word, square: np.int64) -> Word:
    """The squares of `free` that a knight on `square` comes to in any number of steps over `free`.

    `square` is not in `free`. All of `free` for UNPLACED.
    """
    newest = common(free, knight_targets(board, square))
    reached = newest
    while not is_empty(newest):
        newest = all_but(common(free, spread(board, newest)), reached)
        reached = either(reached, newest)
    return reached


def longest_by_color(reached: Word, next_color: Word) -> np.int64:
    """The most steps that a path over `reached` can have if its first step goes to `next_color`.

    A knight changes colour with each step, so the path ends when one colour is used up.
    """
    first = count(common(reached, next_color))
    second = count(reached) - first
    if first > second:
        return second + second + np.int64(1)
    return first + first


def squares_in_reach(view: View) -> frozenset[Square]:
    """The blank squares that the side that sees comes to, found one after the other."""
    reached = set(view.targets(view.own))
    waiting = list(reached)
    while waiting:
        new = view.targets(waiting.pop()) - reached
        reached |= new
        waiting.extend(new)
    return frozenset(reached)


def reachable_twin(view: View) -> float:
    """The blank squares in reach, counted."""
    return float(len(squares_in_reach(view)))


@feature("isolation", twin=reachable_twin)
def reachable(board: Memory, state: State) -> float:
    """Number of blank squares that the side reaches in any number of steps.

    As if the other side stood still. All blank squares before the placement.
    """
    return np.float64(count(reachable_squares(board, blanks(state), own_square(state))))


def path_bound_twin(view: View) -> float:
    """Steps walked on paper: take a square of each colour in turn until one runs out."""
    if view.own is None:
        return 0.0
    left = [0, 0]
    for row, column in squares_in_reach(view):
        left[(row + column) % 2] += 1
    color = 1 - sum(view.own) % 2
    steps = 0
    while left[color] > 0:
        left[color] -= 1
        steps += 1
        color = 1 - color
    return float(steps)


@feature("isolation", twin=path_bound_twin)
def path_bound(board: Memory, state: State) -> float:
    """A cheap bound on `longest_path`: no path over the squares in reach has more moves.

    Follows from the colours: a path takes light and dark squares in turn, so with p squares of the
    colour that comes next and q of the other in reach it has at most min(2 p, 2 q + 1) moves.
    0 before the placement.
    """
    square = own_square(state)
    if not is_placed(square):
        return 0.0
    reached = reachable_squares(board, blanks(state), square)
    return np.float64(longest_by_color(reached, mask_at(board, OTHER_COLOR, square)))
