"""Measure how far the game has gone."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import Memory, State, blank_count, square_count
from engine.isolation.view import View
from features.feature import feature

__all__ = ["blank_squares", "plies", "progress", "squares"]


def progress_twin(view: View) -> float:
    """Return the visited squares over the squares."""
    squares = view.height * view.width
    return (squares - len(view.blanks)) / squares


@feature("isolation", twin=progress_twin, sided=False)
def progress(board: Memory, state: State) -> float:
    """Share of the squares that have been visited, 0 to 1: plies so far (placements too) / squares.

    Also counts squares that were blocked from the start.
    """
    squares = np.float64(square_count(board))
    return (squares - np.float64(blank_count(state))) / squares


def blank_squares_twin(view: View) -> float:
    """Count the blank squares of the whole board."""
    return float(len(view.blanks))


@feature("isolation", twin=blank_squares_twin, sided=False)
def blank_squares(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of blank squares on the board."""
    return np.float64(blank_count(state))


def plies_twin(view: View) -> float:
    """Count the squares that are taken: every ply took one."""
    return float(view.height * view.width - len(view.blanks))


@feature("isolation", twin=plies_twin, sided=False)
def plies(board: Memory, state: State) -> float:
    """Number of plies so far, placements too; squares that were blocked from the start count."""
    return np.float64(square_count(board) - blank_count(state))


def squares_twin(view: View) -> float:
    """Return height times width."""
    return float(view.height * view.width)


@feature("isolation", twin=squares_twin, sided=False)
def squares(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of squares of the board, blank or not."""
    return np.float64(square_count(board))
