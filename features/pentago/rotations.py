"""Look at the board after the rotation that is best for the side, one of the eight.

A turn ends every move but the winning one, so what the side could make of the board by a turn is
what it can count on. The board is taken as it is: no stone is placed before the turn.
"""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import (
    Memory,
    State,
    count,
    opp_stones,
    own_stones,
    rotate,
    spread_out,
)
from engine.pentago.view import View
from features.feature import Twin, feature
from features.pentago.fives import CORNERS, turned
from features.pentago.fours import all_fours, fours_twin
from features.pentago.lines import (
    COLUMNS,
    DIAGONALS,
    EAST,
    ROWS,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    in_runs,
)
from features.pentago.potential import open_line_count, open_lines_twin
from features.pentago.straights import stones_in_runs
from features.pentago.threats import winning_square_count, winning_squares_twin

__all__ = [
    "rotated_fours",
    "rotated_open_lines",
    "rotated_stones",
    "rotated_winning_squares",
]

TURNS = 8


def after_turn(board: Memory, state: State, turn: int) -> State:
    """Return the position after one of the 8 rotations, seen by the same side."""
    quadrant, clockwise = np.int64(turn >> 1), np.int64(turn & 1)
    own = rotate(board, own_stones(state), quadrant, clockwise)
    return (own, rotate(board, opp_stones(state), quadrant, clockwise))


def best_turned(view: View, twin: Twin, *integers: int) -> float:
    """Return the largest value of a twin after a quarter turn one way or the other way."""
    values = []
    for top, left in CORNERS:
        own, opp = view.own, view.opp
        for quarters in (1, 2, 3):
            own, opp = turned(own, top, left), turned(opp, top, left)
            if quarters != 2:
                values.append(twin(View(own, opp), *integers))
    return max(values)


def rotated_open_lines_twin(view: View, number: int) -> float:
    """Count the open lines after each turn, one by one."""
    return best_turned(view, open_lines_twin, number)


@feature("pentago", twin=rotated_open_lines_twin)
def rotated_open_lines(board: Memory, state: State, number: int) -> float:
    """Largest `open_lines(own, number)` after one of the 8 rotations: 4 stones are threats."""
    if number < 0 or number > 5:
        return 0.0
    most = np.int64(0)
    for turn in range(TURNS):
        most = max(most, open_line_count(board, after_turn(board, state, turn), number))
    return np.float64(most)


def rotated_fours_twin(view: View) -> float:
    """Count the runs of four after each turn, line by line."""
    return best_turned(view, fours_twin)


@feature("pentago", twin=rotated_fours_twin)
def rotated_fours(board: Memory, state: State) -> float:
    """Largest `fours(own)` after one of the 8 rotations."""
    most = np.int64(0)
    for turn in range(TURNS):
        stones = spread_out(board, own_stones(after_turn(board, state, turn)))
        most = max(most, all_fours(stones))
    return np.float64(most)


def rotated_stones_twin(view: View) -> float:
    """Count the stones in runs after each turn, line by line."""
    return best_turned(view, lambda one: stones_in_runs(one, (*ROWS, *COLUMNS, *DIAGONALS)))


@feature("pentago", twin=rotated_stones_twin)
def rotated_stones(board: Memory, state: State) -> float:
    """Largest sum of horizontal, vertical and diagonal stones after one of the 8 rotations."""
    most = np.int64(0)
    for turn in range(TURNS):
        stones = spread_out(board, own_stones(after_turn(board, state, turn)))
        straight = count(in_runs(stones, EAST)) + count(in_runs(stones, SOUTH))
        slanted = count(in_runs(stones, SOUTH_EAST)) + count(in_runs(stones, SOUTH_WEST))
        most = max(most, straight + slanted)
    return np.float64(most)


def rotated_winning_squares_twin(view: View) -> float:
    """Try all squares after each turn."""
    return best_turned(view, winning_squares_twin)


@feature("pentago", twin=rotated_winning_squares_twin)
def rotated_winning_squares(board: Memory, state: State) -> float:
    """Largest `winning_squares(own)` after one of the 8 rotations."""
    most = np.int64(0)
    for turn in range(TURNS):
        most = max(most, winning_square_count(board, after_turn(board, state, turn)))
    return np.float64(most)
