"""Measure distances in moves of a knight on the empty board, whatever is blocked.

Where no way leads to the goal, which happens only between the middle of 3x3 and the squares around
it, the distance is the number of squares of the board, which is more than any other.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    all_but,
    common,
    either,
    is_empty,
    is_placed,
    knight_targets,
    number_at,
    opp_square,
    own_square,
    single,
    spread,
    square_count,
)
from engine.isolation.board import knight_masks
from engine.isolation.view import Square, View
from engine.table import NumberTable
from features.feature import feature
from features.isolation.steps import steps_over_blanks

__all__ = [
    "KNIGHT_CENTER",
    "center_knight",
    "knight_distance",
    "knight_steps",
    "knights_move_apart",
    "knights_way",
]


def knight_steps(height: int, width: int, goals: Iterable[Square]) -> list[float]:
    """Return for each square the knight's moves to the nearest goal."""
    masks = knight_masks(height, width)
    steps = [height * width] * (height * width)
    queue = [row * width + column for row, column in goals]
    for square in queue:
        steps[square] = 0
    for square in queue:
        for other in range(height * width):
            if masks[square] >> other & 1 and steps[other] > steps[square] + 1:
                steps[other] = steps[square] + 1
                queue.append(other)
    return [float(number) for number in steps]


def knights_way(view: View, goals: Iterable[Square]) -> float:
    """Return own knight's moves to the nearest goal over the board without a blocked square."""
    if view.own is None:
        return 0.0
    squares = frozenset((r, c) for r in range(view.height) for c in range(view.width))
    steps = {**steps_over_blanks(View(view.height, view.width, squares, view.own, None))}
    steps[view.own] = 0
    return float(min(steps.get(goal, len(squares)) for goal in goals))


def _to_center(height: int, width: int) -> list[float]:
    return knight_steps(height, width, [(height // 2, width // 2)])


KNIGHT_CENTER = NumberTable("knight_center", _to_center)
"""Knight's moves from each square to (height // 2, width // 2)."""


def center_knight_twin(view: View) -> float:
    """Search the shortest way to the middle square."""
    return knights_way(view, [(view.height // 2, view.width // 2)])


@feature("isolation", twin=center_knight_twin)
def center_knight(board: Memory, state: State) -> float:
    """Knight's moves to the middle square (height // 2, width // 2), whatever is blocked.

    0 before the placement.
    """
    return number_at(board, KNIGHT_CENTER, own_square(state))


def knight_distance_twin(view: View) -> float:
    """Search the shortest way to the other side."""
    return 0.0 if view.opp is None else knights_way(view, [view.opp])


@feature("isolation", twin=knight_distance_twin, sided=False)
def knight_distance(board: Memory, state: State) -> float:
    """Knight's moves between the two players, whatever is blocked; 0 until both are placed."""
    if not is_placed(own_square(state)) or not is_placed(opp_square(state)):
        return 0.0
    goal = single(opp_square(state))
    newest = single(own_square(state))
    reached = newest
    steps = np.int64(0)
    while is_empty(common(newest, goal)):
        newest = all_but(spread(board, newest), reached)
        if is_empty(newest):
            return np.float64(square_count(board))
        reached = either(reached, newest)
        steps += np.int64(1)
    return np.float64(steps)


def knights_move_apart_twin(view: View) -> float:
    """Say whether the players are two and one apart."""
    if view.own is None or view.opp is None:
        return 0.0
    apart = {abs(view.own[0] - view.opp[0]), abs(view.own[1] - view.opp[1])}
    return float(apart == {1, 2})


@feature("isolation", twin=knights_move_apart_twin, sided=False)
def knights_move_apart(board: Memory, state: State) -> float:
    """1 where the players stand a knight's move apart, else 0; 0 until both are placed."""
    if not is_placed(own_square(state)) or not is_placed(opp_square(state)):
        return 0.0
    met = common(knight_targets(board, own_square(state)), single(opp_square(state)))
    return 0.0 if is_empty(met) else 1.0
