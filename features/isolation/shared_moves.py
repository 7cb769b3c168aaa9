"""Look at the moves that both sides have."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    blanks,
    common,
    count,
    is_empty,
    knight_targets,
    opp_square,
)
from engine.isolation.view import View
from features.feature import feature
from features.isolation.mobility import legal_moves

__all__ = ["blocking_moves", "shared_moves"]


def shared_moves_twin(view: View) -> float:
    """Count the own moves that are in the list of the other's."""
    theirs = view.targets(view.opp)
    return float(len([square for square in view.targets(view.own) if square in theirs]))


@feature("isolation", twin=shared_moves_twin, sided=False)
def shared_moves(board: Memory, state: State) -> float:
    """Number of legal moves that both sides have: who goes first takes the square."""
    theirs = knight_targets(board, opp_square(state))
    return np.float64(count(common(legal_moves(board, state), theirs)))


def blocking_moves_twin(view: View) -> float:
    """Count the own moves after which the other side's list would be empty."""
    theirs = view.targets(view.opp)
    return float(sum(bool(theirs) and theirs == {square} for square in view.targets(view.own)))


@feature("isolation", twin=blocking_moves_twin)
def blocking_moves(board: Memory, state: State) -> float:
    """1 where the other side has a single legal move and the side can take it away, else 0."""
    theirs = common(blanks(state), knight_targets(board, opp_square(state)))
    if count(theirs) != 1 or is_empty(common(theirs, legal_moves(board, state))):
        return 0.0
    return 1.0
