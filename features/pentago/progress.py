"""Measure how far the game has gone."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, State, count, empties, own_stones
from engine.pentago.view import View
from features.feature import feature

__all__ = ["empty_squares", "plies", "progress", "squares", "stones", "stones_played"]

SQUARES = 36


def empty_squares_twin(view: View) -> float:
    """Count what the stones of both sides leave."""
    return float(SQUARES - len(view.own) - len(view.opp))


@feature("pentago", twin=empty_squares_twin, sided=False)
def empty_squares(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of empty squares."""
    return np.float64(count(empties(state)))


def stones_twin(view: View) -> float:
    """Count the own stones."""
    return float(len(view.own))


@feature("pentago", twin=stones_twin)
def stones(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of stones of the side: one more than the other has says that the other is to move."""
    return np.float64(count(own_stones(state)))


def stones_played_twin(view: View) -> float:
    """Count the stones of both sides."""
    return float(len(view.own | view.opp))


@feature("pentago", twin=stones_played_twin, sided=False)
def stones_played(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of stones on the board, which is the number of plies so far."""
    return np.float64(np.int64(SQUARES) - count(empties(state)))


def progress_twin(view: View) -> float:
    """Return the stones of both sides over the squares."""
    return len(view.own | view.opp) / SQUARES


@feature("pentago", twin=progress_twin, sided=False)
def progress(board: Memory, state: State) -> float:  # noqa: ARG001
    """Share of the squares that have a stone, 0 to 1: plies so far / 36."""
    return np.float64(np.int64(SQUARES) - count(empties(state))) / np.float64(SQUARES)


def plies_twin(view: View) -> float:
    """Count the stones of both sides: every ply placed one."""
    return float(len(view.own) + len(view.opp))


@feature("pentago", twin=plies_twin, sided=False)
def plies(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of plies so far, as in every game; the same as stones_played()."""
    return np.float64(np.int64(SQUARES) - count(empties(state)))


def squares_twin(_view: View) -> float:
    """Return six by six."""
    return float(SQUARES)


@feature("pentago", twin=squares_twin, sided=False)
def squares(board: Memory, state: State) -> float:  # noqa: ARG001
    """Number of squares of the board, 36."""
    return np.float64(SQUARES)
