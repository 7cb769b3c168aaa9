"""Count fives in a row: made already, or one rotation away."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, State, full_lines, own_stones, rotate
from engine.pentago.view import Square, View
from features.feature import feature
from features.pentago.lines import FIVE_LINES

__all__ = ["CORNERS", "completing_rotations", "fives", "turned"]

ZERO = np.uint64(0)

CORNERS = ((0, 0), (0, 3), (3, 0), (3, 3))
"""The upper left squares of the quadrants."""


def has_five(stones: frozenset[Square]) -> bool:
    """Return whether one of the 32 lines is filled."""
    return any(stones.issuperset(line) for line in FIVE_LINES)


def fives_twin(view: View) -> float:
    """Look at the 32 lines, one by one."""
    return float(has_five(view.own))


@feature("pentago", twin=fives_twin)
def fives(board: Memory, state: State) -> float:
    """1 where the side has a run of five or six, else 0."""
    return 1.0 if full_lines(board, own_stones(state)) != ZERO else 0.0


def turned(stones: frozenset[Square], top: int, left: int) -> frozenset[Square]:
    """Return the stones after the quadrant with this corner turned clockwise."""
    inside = {(r, c) for r, c in stones if top <= r < top + 3 and left <= c < left + 3}
    return (stones - inside) | {(top + c - left, left + 2 - (r - top)) for r, c in inside}


def completing_rotations_twin(view: View) -> float:
    """Try a quarter turn one way, and the other way by three quarter turns."""
    completing = 0
    for corner in CORNERS:
        once = turned(view.own, *corner)
        thrice = turned(turned(once, *corner), *corner)
        completing += has_five(once) + has_five(thrice)
    return float(completing)


@feature("pentago", twin=completing_rotations_twin)
def completing_rotations(board: Memory, state: State) -> float:
    """Number of the 8 rotations of the board, as it is, after which the side has five in a row.

    A line that is full already counts for every rotation that keeps it full.
    """
    stones = own_stones(state)
    completing = np.int64(0)
    for rotation in range(8):
        quadrant = np.int64(rotation >> 1)
        turned_stones = rotate(board, stones, quadrant, np.int64(rotation & 1))
        if full_lines(board, turned_stones) != ZERO:
            completing += np.int64(1)
    return np.float64(completing)
