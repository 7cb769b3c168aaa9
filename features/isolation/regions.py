"""Compare the regions that the two sides can still come to."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    all_but,
    blanks,
    common,
    count,
    is_empty,
    opp_square,
    own_square,
)
from engine.isolation.reach import reachable_squares
from engine.isolation.view import View
from features.feature import feature
from features.isolation.space import squares_in_reach

__all__ = ["exclusive_reachable", "separated"]


def separated_twin(view: View) -> float:
    """Say whether the two sets of squares in reach have none in common."""
    return float(squares_in_reach(view).isdisjoint(squares_in_reach(view.swapped())))


@feature("isolation", twin=separated_twin, sided=False)
def separated(board: Memory, state: State) -> float:
    """1 where no blank square is in the reach of both sides, else 0.

    From then on each side walks alone, and the longer walk wins.
    """
    own = reachable_squares(board, blanks(state), own_square(state))
    opp = reachable_squares(board, blanks(state), opp_square(state))
    return 1.0 if is_empty(common(own, opp)) else 0.0


def exclusive_reachable_twin(view: View) -> float:
    """Count the squares in own reach that are not in the other's."""
    return float(len(squares_in_reach(view) - squares_in_reach(view.swapped())))


@feature("isolation", twin=exclusive_reachable_twin)
def exclusive_reachable(board: Memory, state: State) -> float:
    """Number of blank squares that the side reaches in some number of steps, and the other in none.

    0 while the other side is not placed, because it can then go to every blank square.
    """
    own = reachable_squares(board, blanks(state), own_square(state))
    opp = reachable_squares(board, blanks(state), opp_square(state))
    return np.float64(count(all_but(own, opp)))
