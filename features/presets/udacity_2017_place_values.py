"""Place values, on 7x7, of the squares that each side can move to."""

from __future__ import annotations

from features.heuristic import Heuristic
from features.parameter import Parameter

__all__ = ["PRESETS", "REPORT"]

REPORT = "report on place values, Udacity project of 2017 (7x7)"

_OPP_WEIGHT = Parameter(
    "opp_weight", 1.0, 0.0, 4.0, summary="share of the opponent's sum that is taken off (lambda)"
)

_SPLITS = (
    Parameter(
        "row_split", 4, 3, 4, integer=True, summary="first row of the lower quarters of the board"
    ),
    Parameter(
        "column_split", 4, 3, 4, integer=True, summary="first column of the quarters on the right"
    ),
)


def _partition_sum(side: str) -> str:
    """Return the sum at the splits that the parameters ask for: features take literal integers."""
    sums = {
        (row, column): f"place_partition_sum({side}, {row}, {column})"
        for row in (3, 4)
        for column in (3, 4)
    }
    upper = f"{sums[3, 3]} if column_split < 4 else {sums[3, 4]}"
    lower = f"{sums[4, 3]} if column_split < 4 else {sums[4, 4]}"
    return f"({upper}) if row_split < 4 else ({lower})"


PRESETS = (
    Heuristic("place_sum", "isolation", (), (), "place_sum(own)", "place values of the own moves"),
    Heuristic(
        "place_difference",
        "isolation",
        (_OPP_WEIGHT,),
        (),
        "place_sum(own) - opp_weight * place_sum(opp)",
        "place values of the own moves minus those of the opponent's",
    ),
    Heuristic(
        "place_partition",
        "isolation",
        (_OPP_WEIGHT, *_SPLITS),
        (("own_sum", _partition_sum("own")), ("opp_sum", _partition_sum("opp"))),
        "own_sum - opp_weight * opp_sum",
        "place values, each times the worth of its quarter of the board",
    ),
)
"""The three custom scores."""
