"""Define heuristics of straights in Pentago: stones of one colour that stand side by side.

The report that they come from leaves open which diagonals count, whether fours and fives are runs
or the totals of lines, and how its code counts rows; every reading is a variant. Where both sides
have five in a row, which is a draw by the rules, own's is examined first.
"""

from __future__ import annotations

from engine.play.lookahead import AlphaBeta, Greedy
from engine.play.searches import RandomMoves
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic
from features.parameter import Parameter

__all__ = ["BASELINE_SETS", "PRESETS", "REPORT"]

REPORT = "report on straights in Pentago (6x6)"

_PARAMETERS = (
    Parameter("horizontal_weight", 1.0, -2.0, 4.0, summary="value of a stone in a row's run"),
    Parameter("vertical_weight", 1.0, -2.0, 4.0, summary="value of a stone in a column's run"),
    Parameter("diagonal_weight", 1.0, -2.0, 4.0, summary="value of a stone in a diagonal's run"),
    Parameter("four_bonus", 100.0, 0.0, 400.0, summary="value of each four in a row"),
    Parameter(
        "five_value",
        999_999.0,
        0.0,
        1e9,
        summary="value of five in a row; the rules end such games before it is asked",
    ),
)

_LINE_FOURS = "vertical_line_fours({side}) + diagonal_line_fours({side})"
_LINE_FIVES = "vertical_split_fives({side}) + diagonal_split_fives({side})"

# Variant, what it counts in rows, in diagonals, as fours and as fives, and in words.
_READINGS = (
    (
        "runs",
        "horizontal_stones({side})",
        "diagonal_stones({side})",
        "fours({side})",
        "fives({side})",
        "fours and fives are runs, on all diagonals",
    ),
    (
        "runs_d4",
        "horizontal_stones({side})",
        "long_diagonal_stones({side}, 4)",
        "fours({side})",
        "fives({side})",
        "as runs, on diagonals of at least four squares",
    ),
    (
        "runs_d5",
        "horizontal_stones({side})",
        "long_diagonal_stones({side}, 5)",
        "fours({side})",
        "fives({side})",
        "as runs, points on diagonals of at least five squares",
    ),
    (
        "line_totals",
        "horizontal_stones({side})",
        "diagonal_stones({side})",
        f"horizontal_line_fours({{side}}) + {_LINE_FOURS}",
        "line_fives({side})",
        "fours and fives are totals of lines, so that two runs count as one",
    ),
    (
        "printed",
        "row_pair_points({side})",
        "diagonal_stones({side})",
        f"row_pair_fours({{side}}) + {_LINE_FOURS}",
        f"fives({{side}}) + {_LINE_FIVES}",
        "rows by neighbouring pairs, columns and diagonals by totals of lines",
    ),
)


def _points(side: str, rows: str, diagonals: str, fours: str) -> str:
    text = (
        f"horizontal_weight * {rows} + vertical_weight * vertical_stones({{side}})"
        f" + diagonal_weight * {diagonals} + four_bonus * ({fours})"
    )
    return text.format(side=side)


def _straights(reading: tuple[str, str, str, str, str, str]) -> Heuristic:
    variant, rows, diagonals, fours, fives, words = reading
    own_fives, opp_fives = fives.format(side="own"), fives.format(side="opp")
    return Heuristic(
        "straights",
        "pentago",
        _PARAMETERS,
        (
            ("own_points", _points("own", rows, diagonals, fours)),
            ("opp_points", _points("opp", rows, diagonals, fours)),
        ),
        f"five_value if {own_fives} > 0 else -five_value if {opp_fives} > 0"
        " else own_points - opp_points",
        f"stones in straights and fours in a row, own minus the opponent's; {words}",
        variant,
    )


PRESETS = tuple(map(_straights, _READINGS))
"""The readings; the one by runs, which gives the report's figure, is the default."""

BASELINE_SETS = (
    BaselineSet(
        "pentago-classic",
        "pentago",
        "report on straights: Random, and the hand-set straights by greedy search and alpha-beta",
        (
            ("Random", "straights", RandomMoves()),
            ("Greedy", "straights", Greedy()),
            ("AB_straights", "straights", AlphaBeta(depth=2)),
        ),
        default_for="pentago",
    ),
)
"""The opponents of the report."""
