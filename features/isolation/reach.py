"""The squares that a side can still come to, and how long that can last at most."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    blanks,
    count,
    is_placed,
    mask_at,
    own_square,
)
from engine.isolation.reach import OTHER_COLOR, longest_by_color, reachable_squares
from engine.isolation.view import Square, View
from features.feature import feature

__all__ = ["path_bound", "reachable", "squares_in_reach"]


def squares_in_reach(view: View) -> frozenset[Square]:
    """Return the blank squares that the side that sees comes to, found one after the other."""
    reached = set(view.targets(view.own))
    waiting = list(reached)
    while waiting:
        new = view.targets(waiting.pop()) - reached
        reached |= new
        waiting.extend(new)
    return frozenset(reached)


def reachable_twin(view: View) -> float:
    """Count the blank squares in reach."""
    return float(len(squares_in_reach(view)))


@feature("isolation", twin=reachable_twin)
def reachable(board: Memory, state: State) -> float:
    """Number of blank squares that the side reaches in any number of steps.

    As if the other side stood still. All blank squares before the placement.
    """
    return np.float64(count(reachable_squares(board, blanks(state), own_square(state))))


def path_bound_twin(view: View) -> float:
    """Walk on paper: take a square of each colour in turn until one runs out."""
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
