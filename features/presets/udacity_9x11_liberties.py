"""Count liberties first, the centre and the opponent's distance second, on 9x11.

A report for the later Udacity project gives a cost of an action, and plays the action of least
cost. With l_own and l_opp the liberties after the action, d_c own's distance to the centre and
d_opp the players' distance:

    l_opp > l_own   M d_c^2 (l_opp - l_own)
    l_opp < l_own   (d_c + d_opp)^2 max(1, l_own - l_opp)
    l_opp = l_own   not given

The value here is minus the cost over M, of the position after own's action, so that a greedy search
plays the action of least cost; the factor 1 / M changes no move. A search plays an action that wins
at once, whatever the costs; the report's step overlooks some.

Variants are readings of the formula:

    formula          as printed; equal liberties fall into the second case
    prose            more liberties are better: the second case is divided by the lead; equal
                     liberties prefer the centre: d_c^2
    parity_first     as formula; equal liberties fall into the first case, and cost 0
    parity_center    as formula; equal liberties cost d_c^2
    parity_M_center  as formula; equal liberties cost M d_c^2
    divide           as formula; the second case is divided by the lead
    euclid           as formula; both distances are Euclidean, not Manhattan's
    chebyshev        as formula; both distances are Chebyshev's
    center_half      as formula; d_c is the distance to (height / 2, width / 2)
    euclid_divide_parity_center
                     as prose; both distances are Euclidean

Three readings are no variants. "literal" gives equal liberties no cost: it is "formula" wherever it
says something. "liberties_before" and "distances_before" take the liberties, or the distances, of
the position before the action. They are functions of two positions, and an evaluation sees one:
after the action the square that own left is one visited square among others. So they cannot be
evaluations, and no search here plays by them.
"""

from __future__ import annotations

from engine.play.lookahead import Greedy, Minimax
from engine.play.searches import RandomMoves, Staged
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic
from features.parameter import Parameter

__all__ = ["BASELINE_SETS", "PRESETS", "REPORT"]

REPORT = "report on liberties and the centre, later Udacity project (9x11)"

_NUMBERS = (
    Parameter("penalty", 1e6, 1.0, 1e9, log=True, summary="M: how much worse fewer liberties are"),
    Parameter(
        "opp_distance_weight",
        1.0,
        0.0,
        4.0,
        summary="with more liberties: the distance to the opponent beside that to the centre",
    ),
    Parameter("power", 2.0, 1.0, 3.0, summary="power of the distances"),
    Parameter(
        "least_lead", 1.0, 0.5, 4.0, summary="with more liberties: a smaller lead counts as this"
    ),
)
_PARITY_WEIGHT = Parameter(
    "parity_weight", 1.0, 0.0, 10.0, summary="with equal liberties: the distance to the centre"
)

_MANHATTAN = ("center_distance(own)", "distance()")
_EUCLID = ("center_euclidean(own)", "euclidean()")
_CHEBYSHEV = ("center_chebyshev(own)", "chebyshev()")
_HALF = ("center_half(own)", "distance()")

_SECOND_CASE = "ahead"
_FIRST_CASE = "0"
_CENTER = "parity_weight * center ** power / penalty"
_PENALTY_CENTER = "parity_weight * center ** power"


def _liberty_center(
    variant: str,
    words: str,
    parity: str = _SECOND_CASE,
    factor: str = "*",
    distances: tuple[str, str] = _MANHATTAN,
) -> Heuristic:
    """Return a reading: the cost of equal liberties, how a lead counts, and the distances."""
    center, distance = distances
    ahead = f"(center + opp_distance_weight * {distance}) ** power"
    return Heuristic(
        name="liberty_center",
        family="isolation",
        parameters=(*_NUMBERS, *((_PARITY_WEIGHT,) if "parity_weight" in parity else ())),
        where=(
            ("lead", "moves(own) - moves(opp)"),
            ("center", center),
            ("behind", "center ** power * -lead"),
            ("ahead", f"{ahead} {factor} max(least_lead, lead) / penalty"),
        ),
        formula=f"-(behind if lead < 0 else ahead if lead > 0 else {parity})",
        summary=f"more liberties than the opponent, then near the centre and the opponent; {words}",
        variant=variant,
    )


PRESETS = (
    _liberty_center("formula", "as printed; equal liberties count as a lead"),
    _liberty_center(
        "prose",
        "a lead divides the cost; equal liberties prefer the centre",
        parity=_CENTER,
        factor="/",
    ),
    _liberty_center("parity_first", "as formula, but equal liberties cost 0", parity=_FIRST_CASE),
    _liberty_center(
        "parity_center", "as formula, but equal liberties prefer the centre", parity=_CENTER
    ),
    _liberty_center(
        "parity_M_center",
        "as formula, but equal liberties prefer the centre above all",
        parity=_PENALTY_CENTER,
    ),
    _liberty_center("divide", "as formula, but a lead divides the cost", factor="/"),
    _liberty_center("euclid", "as formula, but by Euclidean distances", distances=_EUCLID),
    _liberty_center("chebyshev", "as formula, but by Chebyshev's distances", distances=_CHEBYSHEV),
    _liberty_center(
        "center_half", "as formula, but with half the height and width as centre", distances=_HALF
    ),
    _liberty_center(
        "euclid_divide_parity_center",
        "as prose, but by Euclidean distances",
        parity=_CENTER,
        factor="/",
        distances=_EUCLID,
    ),
)
"""The readings of the cost, the printed one first."""

# The course's minimax places its piece anywhere.
_PLACED_MINIMAX = Staged(switch_ply=2, first=RandomMoves(), then=Minimax(depth=3))

BASELINE_SETS = (
    BaselineSet(
        "udacity-9x11",
        "isolation",
        "report on liberties and the centre: Random, greedy for own liberties, minimax to depth 3 "
        "for their difference",
        (
            ("Random", "null", RandomMoves()),
            ("Greedy", "open", Greedy()),
            ("Minimax", "improved", _PLACED_MINIMAX),
        ),
        default_for="isolation-9x11",
    ),
)
"""The course's own opponents, which the report played."""
