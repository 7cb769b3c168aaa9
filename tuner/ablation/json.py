"""Write an ablation as JSON, and read it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from tuner.ablation.looks import AblationLook
from tuner.ablation.model import Ablation, AblationRow, SmallerFormula
from tuner.files import RunError, load_json
from tuner.matches.objective import find_objective
from tuner.stats.interval import Interval
from tuner.stats.shared_openings import PairsNeeded

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
        "same_function": list(ablation.idle),
        "removable": [*ablation.idle, *(row.name for row in ablation.removable)],
        "nothing_left": ablation.nothing_left,
        "smaller": None if smaller is None else _smaller_json(smaller),
        "games": ablation.games,
        "reproducible": ablation.reproducible,
        "looks": [asdict(look) for look in ablation.looks],
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
        "pairs_needed": None if row.pairs_needed is None else row.pairs_needed.likely,
        "pairs_needed_range": None if row.pairs_needed is None else asdict(row.pairs_needed),
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
        "same_function": smaller.same,
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
        fits = _keeps(ablation_json(ablation), content)
    except (KeyError, TypeError, ValueError, AttributeError, TuneError):
        fits = False
    if not fits:
        raise RunError(f"{path} is no ablation of this version; {_CURE}", hint="ablate")
    return ablation


def _keeps(written: Any, content: Any) -> bool:
    """Return whether all of a file would be written again; older files lack some keys."""
    match written, content:
        case dict(), dict():
            return all(key in written and _keeps(written[key], content[key]) for key in content)
        case list(), list():
            return len(written) == len(content) and all(map(_keeps, written, content))
    return bool(written == content)


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
        idle=tuple(content.get("same_function", ())),
        looks=tuple(AblationLook(**look) for look in content.get("looks", ())),
    )


_PLAIN = (
    *("study", "exported", "values", "condition", "pairs", "openings"),
    *("nothing_left", "games", "reproducible"),
)
"""What has the same name and form in the file as in the ablation."""


def _row(content: Mapping[str, Any]) -> AblationRow:
    plain = {key: content[key] for key in ("kind", "name", "place", "change", "pairs", "alike")}
    score, difference = (Interval(**content[key]) for key in ("score", "difference"))
    needed, range_needed = content["pairs_needed"], content.get("pairs_needed_range")
    # Files of older versions have one number only.
    known = None if needed is None else PairsNeeded(needed, needed, needed)
    if range_needed is not None:
        known = PairsNeeded(**range_needed)
    return AblationRow(**plain, score=score, difference=difference, pairs_needed=known)


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
        same=content.get("same_function", False),
    )
