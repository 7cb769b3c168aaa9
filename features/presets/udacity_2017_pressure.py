"""Define edge, mirror and pressure on 7x7: ratio of moves and distance, both by progress."""

from __future__ import annotations

from engine.play.lookahead import AlphaBeta, Minimax
from engine.play.searches import RandomMoves
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic
from features.parameter import Parameter

__all__ = ["BASELINE_SETS", "PRESETS", "REPORT"]

REPORT = "report on edge, mirror and pressure, Udacity project of 2017 (7x7)"

_RATIO = "ratio(moves(own), moves(opp), inf)"

PRESETS = (
    # The code of edge is not printed: this is what the combined formula uses.
    Heuristic("edge", "isolation", (), (), _RATIO, "own moves over the opponent's"),
    # The text wants to stay close, the printed value rewards being far: the sign is a parameter.
    Heuristic(
        "mirror",
        "isolation",
        (
            Parameter(
                "distance_weight",
                1.0,
                -1.0,
                1.0,
                summary="value of each step between the players; below 0: stay close",
            ),
        ),
        (),
        "distance_weight * distance()",
        "distance between the players",
    ),
    Heuristic(
        "pressure",
        "isolation",
        (
            Parameter("floor", 0.3, 0.0, 1.0, summary="least share of the ratio of moves"),
            Parameter(
                "distance_weight",
                1.0,
                -2.0,
                2.0,
                summary="value of each step between the players; below 0: stay close",
            ),
        ),
        (("w", "max(progress(), floor)"),),
        f"w * {_RATIO} + (1 - w) * distance_weight * distance()",
        "from the distance between the players to the ratio of their moves as the game goes on",
    ),
)
"""Edge, mirror and their mixture."""

_MINIMAX = Minimax(depth=3)
_FIXED = AlphaBeta(depth=5)

BASELINE_SETS = (
    BaselineSet(
        "udacity-2017-02",
        "isolation",
        "report on edge, mirror and pressure, 2017: Random, minimax to depth 3 and alpha-beta to "
        "depth 5",
        (
            ("Random", "null", RandomMoves()),
            ("MM_null", "null", _MINIMAX),
            ("MM_open", "open", _MINIMAX),
            ("MM_improved", "improved", _MINIMAX),
            ("AB_null", "null", _FIXED),
            ("AB_open", "open", _FIXED),
            ("AB_improved", "improved", _FIXED),
        ),
        default_for="isolation-7x7",
    ),
)
"""The opponents of the report."""
