"""Give heuristics 1 to 6 on 7x7: weighted mobility with tie-breaks by centre, space and path.

They come from a report for the Udacity project of 2017. What it says and what its printed code does
differ, and the published win rates come from the code, so each heuristic exists `as_described` (the
default) and `as_written`.
"""

from __future__ import annotations

from engine.play.deepening import AlphaBetaNodes
from engine.play.lookahead import Minimax
from engine.play.searches import RandomMoves
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic
from features.parameter import Parameter

__all__ = ["BASELINE_SETS", "PRESETS", "REPORT"]

REPORT = "report on heuristics 1 to 6, Udacity project of 2017 (7x7)"

_WEIGHTS = (
    Parameter("own_weight", 0.4, 0.0, 1.0, summary="value of each own move"),
    Parameter("opp_weight", 0.6, 0.0, 1.0, summary="cost of each move of the opponent"),
)
_TIE = Parameter(
    "tie_tolerance", 1e-9, 1e-9, 1.0, summary="weighted mobilities this near to each other tie"
)
_CENTER = Parameter(
    "center_weight", 1 / 20, -0.5, 0.5, summary="in a tie: value of each step nearer the centre"
)
_SPACE = Parameter(
    "space_weight",
    1 / 60,
    -0.5,
    0.5,
    summary="in a tie: value of each blank square in the 5x5 patch",
)
_PATH = (
    Parameter(
        "endgame_threshold",
        15,
        0,
        20,
        integer=True,
        summary="with fewer blank squares only the paths count",
    ),
    Parameter("path_weight", 1 / 2, 0.0, 2.0, summary="value of each move of the longest path"),
)

_MOBILITY = ("mobility", "own_weight * moves(own) - opp_weight * moves(opp)")
_CENTER_TERM = "center_weight * (center_distance(opp) - center_distance(own))"
_SPACE_TERM = "space_weight * (nearby_blanks(own, 2) - nearby_blanks(opp, 2))"

_DESCRIBED = "mobility if abs(mobility) > tie_tolerance else tie_break"
# The printed code compares floating-point numbers: 0.4 * 3 is not 0.6 * 2, so it never finds a tie.
_WRITTEN = "mobility if own_weight * moves(own) != opp_weight * moves(opp) else tie_break"

_LONGEST = "longest_path(own) - longest_path(opp)"
# The printed path function returns 1 if the piece can move, else 0, and takes the squares that it
# looked at off the list before the opponent is measured.
_PRINTED = "(1 if moves(own) > 0 else 0) - (1 if exclusive_moves(opp) > 0 else 0)"

_TIE_BREAKS = (
    ("weighted_center", (_CENTER,), _CENTER_TERM, "the distance to the centre"),
    ("weighted_space", (_SPACE,), _SPACE_TERM, "the blank squares around"),
    (
        "weighted_center_space",
        (_CENTER, _SPACE),
        f"{_CENTER_TERM} + {_SPACE_TERM}",
        "centre distance and blank squares around",
    ),
)


def _weighted(
    tie_break: tuple[str, tuple[Parameter, ...], str, str], variant: str, with_path: bool
) -> Heuristic:
    name, parameters, term, words = tie_break
    described = variant == "as_described"
    parameters = (*_WEIGHTS, *((_TIE,) if described else ()), *parameters)
    where: tuple[tuple[str, str], ...] = (_MOBILITY, ("tie_break", term))
    formula = _DESCRIBED if described else _WRITTEN
    summary = f"weighted mobility; in a tie {words}"
    reading = "ties within a tolerance" if described else "as its code, which finds no tie"
    if with_path:
        name, parameters = f"{name}_path", (*parameters, *_PATH)
        where = (*where, ("path", _LONGEST if described else _PRINTED))
        formula = f"path_weight * path if blank_squares() < endgame_threshold else ({formula})"
        summary = f"{summary}; late in the game the longest path"
        reading += ", and the longest path" if described else ", and whose longest path is 1 or 0"
    return Heuristic(
        name, "isolation", parameters, where, formula, f"{summary}; {reading}", variant
    )


PRESETS = tuple(
    _weighted(tie_break, variant, with_path)
    for with_path in (False, True)
    for tie_break in _TIE_BREAKS
    for variant in ("as_described", "as_written")
)
"""H1 to H6 with both variants."""

_MINIMAX = Minimax(depth=3)

# The published opponents deepen iteratively for 150 ms a move, which is another game on every
# machine. A limit in positions plays the same games everywhere: as many as the course's program
# visits in that time with each evaluation (configs/tournaments/udacity_2017_h1_h3.yaml says how
# measured).
_DEEPENING = {
    preset: AlphaBetaNodes(nodes=nodes)
    for preset, nodes in (("open", 4900), ("center", 6300), ("improved", 3800))
}

BASELINE_SETS = (
    BaselineSet(
        "udacity-2017-06",
        "isolation",
        "reports on heuristics 1 to 6 and on place values, 2017: Random, minimax to depth 3 and "
        "alpha-beta for the nodes of 150 ms",
        (
            ("Random", "null", RandomMoves()),
            ("MM_Open", "open", _MINIMAX),
            ("MM_Center", "center", _MINIMAX),
            ("MM_Improved", "improved", _MINIMAX),
            ("AB_Open", "open", _DEEPENING["open"]),
            ("AB_Center", "center", _DEEPENING["center"]),
            ("AB_Improved", "improved", _DEEPENING["improved"]),
        ),
    ),
)
"""The opponents of the report, and of that on place values."""
