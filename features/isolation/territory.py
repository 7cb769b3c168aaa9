"""The squares that a side reaches before the other."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    all_but,
    blanks,
    common,
    count,
    either,
    is_empty,
    knight_targets,
    opp_square,
    own_square,
    spread,
)
from engine.isolation.view import Square, View
from features.feature import feature

__all__ = ["territory", "territory_difference"]


def _steps(view: View) -> dict[Square, int]:
    """Return own steps to each blank square in reach, the shortest way."""
    steps = dict.fromkeys(view.targets(view.own), 1)
    queue = list(steps)
    for square in queue:
        for following in view.targets(square) - steps.keys():
            steps[following] = steps[square] + 1
            queue.append(following)
    return steps


def territory_twin(view: View) -> float:
    """Count the squares with fewer own steps, after all steps of both sides are known."""
    own, opp = _steps(view), _steps(view.swapped())
    return float(sum(square not in opp or own[square] < opp[square] for square in own))


@feature("isolation", twin=territory_twin)
def territory(board: Memory, state: State) -> float:
    """Number of blank squares that the side reaches in strictly fewer steps than the other side.

    Steps of each side are its own, over the squares that are blank now, whoever is to move and as
    if the other stood still; a square that only one side reaches is that side's. Before its
    placement a side reaches every blank square in one step.
    """
    free = blanks(state)
    own = common(free, knight_targets(board, own_square(state)))
    opp = common(free, knight_targets(board, opp_square(state)))
    own_reached = own
    opp_reached = opp
    squares = np.int64(0)
    while not is_empty(own):
        squares += count(all_but(own, opp_reached))
        own = all_but(common(free, spread(board, own)), own_reached)
        opp = all_but(common(free, spread(board, opp)), opp_reached)
        own_reached = either(own_reached, own)
        opp_reached = either(opp_reached, opp)
    return np.float64(squares)


def territory_difference_twin(view: View) -> float:
    """Return the territory of own minus that of the other."""
    return territory_twin(view) - territory_twin(view.swapped())


@feature("isolation", twin=territory_difference_twin, sided=False)
def territory_difference(board: Memory, state: State) -> float:
    """`territory(own) - territory(opp)` at the cost of one search instead of two."""
    free = blanks(state)
    own = common(free, knight_targets(board, own_square(state)))
    opp = common(free, knight_targets(board, opp_square(state)))
    own_reached = own
    opp_reached = opp
    squares = np.int64(0)
    while not is_empty(either(own, opp)):
        squares += count(all_but(own, opp_reached)) - count(all_but(opp, own_reached))
        own = all_but(common(free, spread(board, own)), own_reached)
        opp = all_but(common(free, spread(board, opp)), opp_reached)
        own_reached = either(own_reached, own)
        opp_reached = either(opp_reached, opp)
    return np.float64(squares)
