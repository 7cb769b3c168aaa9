"""Write a sequential match as JSON, which its report is made from."""

from __future__ import annotations

from dataclasses import asdict, astuple
from typing import Any

from engine.games import find_game
from tuner.files import RESULTS, save_json
from tuner.sequential.expectation import Expectation
from tuner.sequential.model import SequentialMatch, sequential_notes
from tuner.stats.json import interval_json
from tuner.tuning.repetition import repetition_json
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import match_json, sprt_json

__all__ = ["save_match", "sequential_json"]


def sequential_json(match: SequentialMatch) -> dict[str, Any]:
    """Return the match as JSON, as its first agent sees it: shares, and 95% intervals.

    "decision" is "pass", "fail", "continue" at the cap, or null where all pairs share one opening.
    """
    duel, scale = match.duel, match.normalized
    return {
        "game": match.game,
        "agents": [{"name": name, "plays": text} for name, text in match.agents],
        "same_function": match.same is not None,
        "verdict": match.verdict,
        **sprt_json(duel),
        "alpha": duel.test.alpha,
        "beta": duel.test.beta,
        "model": duel.test.model,
        **match_json(duel),
        "pentanomial": list(astuple(duel.counts)),
        "openings": match.openings,
        "independent_pairs": match.worth,
        "normalized_elo": None if scale is None else interval_json(scale, "elo"),
        "more_pairs": None if match.to_go is None else asdict(match.to_go),
        "expected": None if match.expected is None else _expected(match.expected),
        "course": [list(look) for look in match.course],
        "games": 2 * duel.pairs,
        "reproducible": match.reproducible,
        "clamped": list(match.clamped),
        "repeat": repetition_json(find_game(match.game), match.repetition),
        "notes": [" ".join(one.split()) for one in sequential_notes(match)],
    }


def _expected(expected: Expectation) -> dict[str, Any]:
    return {
        "pair_variance": expected.pair_variance,
        "from_pairs": expected.pilot,
        "openings": expected.openings,
        "rough": expected.coarse,
        "lengths": [
            {"elo": one.elo, **asdict(one.pairs), "passes": one.passes} for one in expected.lengths
        ],
    }


def save_match(match: SequentialMatch, folder: RunFolder) -> None:
    """Write results.json into the folder, in place of that of the match before."""
    save_json(folder.path / RESULTS, sequential_json(match))
