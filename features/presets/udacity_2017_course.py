"""Give the evaluations of the course's own opponents on 7x7, which the published agents played."""

from __future__ import annotations

from features.heuristic import Heuristic

__all__ = ["PRESETS", "REPORT"]

REPORT = "course material of the Udacity project of 2017 (7x7)"

PRESETS = (
    Heuristic("null", "isolation", (), (), "0", "every position is worth the same"),
    Heuristic("open", "isolation", (), (), "moves(own)", "own moves"),
    Heuristic(
        "improved", "isolation", (), (), "moves(own) - moves(opp)", "own moves minus the opponent's"
    ),
    Heuristic(
        "center",
        "isolation",
        (),
        (),
        "center_square_distance(own)",
        "squared distance to the centre, larger is farther out",
    ),
)
"""None of them has a number."""
