"""Count squares by the step in which a side comes to them, and by who comes first.

Steps of each side are its own, over the squares that are blank now, whoever is to move and as if
the other stood still. Before its placement a side comes to every blank square in one step.

A loop runs as many times as the formula says, without a look at what is left: so features of
several steps share their first steps once they are compiled into one formula.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    Word,
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
from features.isolation.mobility import legal_moves

__all__ = [
    "squares_at",
    "squares_within",
    "steps_over_blanks",
    "territory_at",
    "tied_at",
    "tied_squares",
]


@lru_cache(maxsize=1024)
def steps_over_blanks(view: View) -> Mapping[Square, int]:
    """Return own steps to each blank square in reach, the shortest way.

    Kept for the last views: several twins ask for the steps of one.
    """
    steps = dict.fromkeys(view.targets(view.own), 1)
    queue = list(steps)
    for square in queue:
        for following in view.targets(square) - steps.keys():
            steps[following] = steps[square] + 1
            queue.append(following)
    return MappingProxyType(steps)


def reached_at(board: Memory, state: State, steps: int) -> tuple[Word, Word]:
    """Return the squares that own reaches in `steps` steps and no fewer, and those that it does
    not reach in as many. At least one step is made.
    """
    newest = legal_moves(board, state)
    left = all_but(blanks(state), newest)
    for _ in range(steps - 1):
        newest = common(left, spread(board, newest))
        left = all_but(left, newest)
    return newest, left


def squares_at_twin(view: View, steps: int) -> float:
    """Count the squares whose shortest way has so many steps."""
    return float(sum(needed == steps for needed in steps_over_blanks(view).values()))


@feature("isolation", twin=squares_at_twin)
def squares_at(board: Memory, state: State, steps: int) -> float:
    """Number of blank squares that the side reaches in `steps` steps and no fewer.

    The legal moves for one step; 0 for none.
    """
    newest, _ = reached_at(board, state, steps)
    return 0.0 if steps < 1 else np.float64(count(newest))


def squares_within_twin(view: View, steps: int) -> float:
    """Count the squares whose shortest way has no more steps."""
    return float(sum(needed <= steps for needed in steps_over_blanks(view).values()))


@feature("isolation", twin=squares_within_twin)
def squares_within(board: Memory, state: State, steps: int) -> float:
    """Number of distinct blank squares that the side reaches in at most `steps` steps."""
    _, left = reached_at(board, state, steps)
    return 0.0 if steps < 1 else np.float64(count(blanks(state)) - count(left))


def both_at(board: Memory, state: State, steps: int) -> tuple[Word, Word, Word]:
    """Return the squares that own reaches in `steps` steps and no fewer, those of opp, and those
    that opp does not reach in as many. At least one step is made.
    """
    own = legal_moves(board, state)
    opp = common(blanks(state), knight_targets(board, opp_square(state)))
    own_left = all_but(blanks(state), own)
    opp_left = all_but(blanks(state), opp)
    for _ in range(steps - 1):
        own = common(own_left, spread(board, own))
        opp = common(opp_left, spread(board, opp))
        own_left = all_but(own_left, own)
        opp_left = all_but(opp_left, opp)
    return own, opp, opp_left


def territory_at_twin(view: View, steps: int) -> float:
    """Count the squares with so many own steps that the other side needs more for, if any do."""
    own, opp = steps_over_blanks(view), steps_over_blanks(view.swapped())
    first = [square for square in own if square not in opp or own[square] < opp[square]]
    return float(sum(own[square] == steps for square in first))


@feature("isolation", twin=territory_at_twin)
def territory_at(board: Memory, state: State, steps: int) -> float:
    """The squares of `territory` that the side reaches in `steps` steps and no fewer.

    So the territory by distance: `territory(own)` is the sum over all numbers of steps.
    """
    if steps < 1:
        return 0.0
    own, _, opp_left = both_at(board, state, steps)
    return np.float64(count(common(own, opp_left)))


def tied_at_twin(view: View, steps: int) -> float:
    """Count the squares that both sides need so many steps for."""
    own, opp = steps_over_blanks(view), steps_over_blanks(view.swapped())
    return float(sum(own[square] == steps == opp.get(square) for square in own))


@feature("isolation", twin=tied_at_twin, sided=False)
def tied_at(board: Memory, state: State, steps: int) -> float:
    """Number of blank squares that both sides reach in `steps` steps and no fewer."""
    if steps < 1:
        return 0.0
    own, opp, _ = both_at(board, state, steps)
    return np.float64(count(common(own, opp)))


def tied_squares_twin(view: View) -> float:
    """Count the squares that both sides need equally many steps for."""
    own, opp = steps_over_blanks(view), steps_over_blanks(view.swapped())
    return float(sum(own[square] == opp.get(square) for square in own))


@feature("isolation", twin=tied_squares_twin, sided=False)
def tied_squares(board: Memory, state: State) -> float:
    """Number of blank squares that both sides reach in equally many steps: nobody's territory.

    Add them to the territory of the side that they shall count for.
    """
    free = blanks(state)
    own = common(free, knight_targets(board, own_square(state)))
    opp = common(free, knight_targets(board, opp_square(state)))
    own_reached = own
    opp_reached = opp
    squares = np.int64(0)
    while not is_empty(own) and not is_empty(opp):
        squares += count(common(own, opp))
        own = all_but(common(free, spread(board, own)), own_reached)
        opp = all_but(common(free, spread(board, opp)), opp_reached)
        own_reached = either(own_reached, own)
        opp_reached = either(opp_reached, opp)
    return np.float64(squares)
