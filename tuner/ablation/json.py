"""Write an ablation as JSON, and read it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from tuner.ablation.model import Ablation, AblationRow, SmallerFormula
from tuner.files import RunError, load_json
from tuner.matches.objective import find_objective
from tuner.stats.interval import Interval

__all__ = ["ablation_json", "load_ablation"]

_CURE = "remove this file alone and make it again"


def ablation_json(ablation: Ablation) -> dict[str, Any]:
    """Return the content of ablation.json; scores are shares, and intervals say their confidence.

    "rows" has a tuned parameter or a term each: "difference" is the score with the change minus
    that of the whole agent, "worth" what that shows, "pairs_needed" how many pairs would show it.
    "smaller" is the formula without all terms that are worth less than half a point.
    """
    smaller = ablation.smaller
    return {
        "study": ablation.study,
        "exported": ablation.exported,
        "values": dict(ablation.values),
        "condition": ablation.condition,
        "objective": ablation.objective.name,
        "pairs": ablation.pairs,
        "openings": ablation.openings,
        "whole": asdict(ablation.whole),
        "rows": [_row_json(row) for row in ablation.rows],
        "unchanged": list(ablation.unchanged),
        "undefined": list(ablation.undefined),
        "removable": [row.name for row in ablation.removable],
        "nothing_left": ablation.nothing_left,
        "smaller": None if smaller is None else _smaller_json(smaller),
        "games": ablation.games,
        "reproducible": ablation.reproducible,
    }


def _row_json(row: AblationRow) -> dict[str, Any]:
    return {
        "kind": row.kind,
        "name": row.name,
        "place": row.place,
        "change": row.change,
        "score": asdict(row.score),
        "difference": asdict(row.difference),
        "pairs": row.pairs,
        "alike": row.alike,
        "worth": row.worth,
        "pairs_needed": row.pairs_needed,
    }


def _smaller_json(smaller: SmallerFormula) -> dict[str, Any]:
    return {
        "left_out": list(smaller.left_out),
        "formula": smaller.formula,
        "where": dict(smaller.where),
        "parameters": smaller.parameters,
        "score": asdict(smaller.score),
        "whole": asdict(smaller.whole),
        "difference": asdict(smaller.difference),
        "worth": smaller.worth,
        "node_cost": None if smaller.cost is None else asdict(smaller.cost),
        "yaml": smaller.text,
    }


def load_ablation(path: Path) -> Ablation:
    """Return the ablation that a file holds, equal to the one that was written.

    Raises:
        RunError: if the file cannot be read, or is none of this version.
    """
    content = load_json(path, _CURE, "ablate")
    try:
        ablation = _ablation(content)
        fits = ablation_json(ablation) == content
    except (KeyError, TypeError, ValueError, AttributeError, TuneError):
        fits = False
    if not fits:
        raise RunError(f"{path} is no ablation of this version; {_CURE}", hint="ablate")
    return ablation


def _ablation(content: Mapping[str, Any]) -> Ablation:
    smaller = content["smaller"]
    return Ablation(
        **{key: content[key] for key in _PLAIN},
        objective=find_objective(content["objective"]),
        whole=Interval(**content["whole"]),
        rows=tuple(map(_row, content["rows"])),
        unchanged=tuple(content["unchanged"]),
        undefined=tuple(content["undefined"]),
        smaller=None if smaller is None else _smaller(smaller),
    )


_PLAIN = (
    *("study", "exported", "values", "condition", "pairs", "openings"),
    *("nothing_left", "games", "reproducible"),
)
"""What has the same name and form in the file as in the ablation."""


def _row(content: Mapping[str, Any]) -> AblationRow:
    plain = {key: content[key] for key in ("kind", "name", "place", "change", "pairs", "alike")}
    score, difference = (Interval(**content[key]) for key in ("score", "difference"))
    return AblationRow(**plain, score=score, difference=difference)


def _smaller(content: Mapping[str, Any]) -> SmallerFormula:
    cost = content["node_cost"]
    return SmallerFormula(
        left_out=tuple(content["left_out"]),
        formula=content["formula"],
        where=tuple(content["where"].items()),
        parameters=content["parameters"],
        score=Interval(**content["score"]),
        whole=Interval(**content["whole"]),
        difference=Interval(**content["difference"]),
        cost=None if cost is None else Interval(**cost),
        text=content["yaml"],
    )
