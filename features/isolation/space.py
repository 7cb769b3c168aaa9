"""Count the blank squares around a side, those in its reach, and those where it is first."""

from __future__ import annotations

from collections.abc import Callable

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
    is_placed,
    knight_targets,
    mask_at,
    opp_square,
    own_square,
    spread,
)
from engine.isolation.reach import OTHER_COLOR, longest_by_color, reachable_squares
from engine.isolation.view import Square, View
from engine.table import MaskTable
from features.feature import feature
from features.isolation.steps import steps_over_blanks

__all__ = [
    "PATCH_1",
    "PATCH_2",
    "PATCH_3",
    "nearby_blanks",
    "path_bound",
    "reachable",
    "squares_in_reach",
    "territory",
    "territory_difference",
]


def squares_in_reach(view: View) -> frozenset[Square]:
    """Return the blank squares that the side that sees comes to, found one after the other."""
    reached = set(view.targets(view.own))
    waiting = list(reached)
    while waiting:
        new = view.targets(waiting.pop()) - reached
        reached |= new
        waiting.extend(new)
    return frozenset(reached)


def reachable_twin(view: View) -> float:
    """Count the blank squares in reach."""
    return float(len(squares_in_reach(view)))


@feature("isolation", twin=reachable_twin)
def reachable(board: Memory, state: State) -> float:
    """Number of blank squares that the side reaches in any number of steps.

    As if the other side stood still. All blank squares before the placement.
    """
    return np.float64(count(reachable_squares(board, blanks(state), own_square(state))))


def path_bound_twin(view: View) -> float:
    """Walk on paper: take a square of each colour in turn until one runs out."""
    if view.own is None:
        return 0.0
    left = [0, 0]
    for row, column in squares_in_reach(view):
        left[(row + column) % 2] += 1
    color = 1 - sum(view.own) % 2
    steps = 0
    while left[color] > 0:
        left[color] -= 1
        steps += 1
        color = 1 - color
    return float(steps)


@feature("isolation", twin=path_bound_twin)
def path_bound(board: Memory, state: State) -> float:
    """A cheap bound on `longest_path`: no path over the squares in reach has more moves.

    Follows from the colours: a path takes light and dark squares in turn, so with p squares of the
    colour that comes next and q of the other in reach it has at most min(2 p, 2 q + 1) moves.
    0 before the placement.
    """
    square = own_square(state)
    if not is_placed(square):
        return 0.0
    reached = reachable_squares(board, blanks(state), square)
    return np.float64(longest_by_color(reached, mask_at(board, OTHER_COLOR, square)))


def _patches(radius: int) -> Callable[[int, int], list[int]]:
    def build(height: int, width: int) -> list[int]:
        return [
            sum(
                1 << (other_row * width + other_column)
                for other_row in range(max(0, row - radius), min(height, row + radius + 1))
                for other_column in range(max(0, column - radius), min(width, column + radius + 1))
            )
            for row in range(height)
            for column in range(width)
        ]

    return build


PATCH_1 = MaskTable("patch_1", _patches(1))
"""The squares within Chebyshev distance 1 of each square."""

PATCH_2 = MaskTable("patch_2", _patches(2))
"""The squares within Chebyshev distance 2 of each square."""

PATCH_3 = MaskTable("patch_3", _patches(3))
"""The squares within Chebyshev distance 3 of each square."""


def nearby_blanks_twin(view: View, radius: int) -> float:
    """Count the blank squares that are near enough, one by one."""
    if radius not in (1, 2, 3):
        return float("nan")
    if view.own is None:
        return 0.0
    row, column = view.own
    return float(sum(max(abs(r - row), abs(c - column)) <= radius for r, c in view.blanks))


@feature("isolation", twin=nearby_blanks_twin)
def nearby_blanks(board: Memory, state: State, radius: int) -> float:
    """Number of blank squares within Chebyshev distance `radius`; 0 before the placement.

    The patch has (2 radius + 1)^2 squares and is cut at the edges. The radius is 1, 2 or 3, any
    other gives NaN, which is an error of the formula.
    """
    square = own_square(state)
    # The radius is a literal in a formula: the compiler keeps one of these branches.
    if radius == 1:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_1, square))))
    if radius == 2:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_2, square))))
    if radius == 3:
        return np.float64(count(common(blanks(state), mask_at(board, PATCH_3, square))))
    return np.nan


def territory_twin(view: View) -> float:
    """Count the squares with fewer own steps, after all steps of both sides are known."""
    own, opp = steps_over_blanks(view), steps_over_blanks(view.swapped())
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
    squares = count(all_but(own, opp))
    # A square that somebody has reached is nobody else's any more: only the others count.
    left = all_but(free, either(own, opp))
    while not is_empty(left) and not is_empty(own):
        own = all_but(common(free, spread(board, own)), own_reached)
        opp = all_but(common(free, spread(board, opp)), opp_reached)
        own_reached = either(own_reached, own)
        opp_reached = either(opp_reached, opp)
        squares += count(all_but(common(left, own), opp))
        left = all_but(left, either(own, opp))
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
    squares = count(all_but(own, opp)) - count(all_but(opp, own))
    # As in `territory`: a square that somebody has reached is decided.
    left = all_but(free, either(own, opp))
    while not is_empty(left) and not is_empty(either(own, opp)):
        own = all_but(common(free, spread(board, own)), own_reached)
        opp = all_but(common(free, spread(board, opp)), opp_reached)
        own_reached = either(own_reached, own)
        opp_reached = either(opp_reached, opp)
        squares += count(all_but(common(left, own), opp)) - count(all_but(common(left, opp), own))
        left = all_but(left, either(own, opp))
    return np.float64(squares)
