"""Count moves of a side: now, out of the other's reach, and one step later."""

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
    knight_targets,
    opp_square,
    own_square,
    spread,
)
from engine.isolation.view import View
from features.feature import feature

__all__ = ["exclusive_moves", "legal_moves", "moves", "second_moves"]


def legal_moves(board: Memory, state: State) -> Word:
    """Return the set of own's legal moves."""
    return common(blanks(state), knight_targets(board, own_square(state)))


def moves_twin(view: View) -> float:
    """Count the legal moves of the side that sees, one by one."""
    return float(len(view.targets(view.own)))


@feature("isolation", twin=moves_twin)
def moves(board: Memory, state: State) -> float:
    """Number of legal moves: blank squares a knight's move away; all of them before the placement.

    Counted for either side, whoever is to move.
    """
    return np.float64(count(legal_moves(board, state)))


def exclusive_moves_twin(view: View) -> float:
    """Count the own moves that are not in the list of the other's."""
    theirs = view.targets(view.opp)
    return float(len([square for square in view.targets(view.own) if square not in theirs]))


@feature("isolation", twin=exclusive_moves_twin)
def exclusive_moves(board: Memory, state: State) -> float:
    """Number of legal moves that the other side cannot make as well.

    0 while the other side is not placed, because it can then go to every blank square.
    """
    theirs = knight_targets(board, opp_square(state))
    return np.float64(count(all_but(legal_moves(board, state), theirs)))


def second_moves_twin(view: View) -> float:
    """Count the end squares of all paths of two steps."""
    return float(len({end for middle in view.targets(view.own) for end in view.targets(middle)}))


@feature("isolation", twin=second_moves_twin)
def second_moves(board: Memory, state: State) -> float:
    """Number of distinct blank squares that the side reaches in exactly two steps of its own.

    Both steps go over squares that are blank now, as if the other side stood still. A knight
    changes the colour of its square with each step, so once it is placed none of these squares is
    a legal move as well. Before the placement the first step is the placement.
    """
    second = common(blanks(state), spread(board, legal_moves(board, state)))
    return np.float64(count(second))
