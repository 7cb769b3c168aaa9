"""Write a comparison as JSON, which its report is made from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.games import find_game
from tuner.comparison.baseline_scores import BaselineScores
from tuner.comparison.correction import SHOWN_ELO, corrected_text
from tuner.comparison.model import Comparison, Duel, comparison_notes
from tuner.comparison.ratings_text import ratings_json
from tuner.files import RESULTS, save_json
from tuner.stats.json import interval_json
from tuner.stats.multiple import Corrected
from tuner.tuning.repetition import repetition_json
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import match_json

__all__ = ["comparison_json", "save_comparison"]


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON: scores are shares, intervals are 95%."""
    return {
        "game": comparison.game,
        "agents": [{"name": name, "plays": text} for name, text in comparison.agents],
        "same_function": [asdict(same) for same in comparison.same],
        "pairs": comparison.pairs,
        "openings": comparison.openings,
        "head_to_head": [
            {
                "first": duel.first,
                "second": duel.second,
                "verdict": duel.verdict,
                **match_json(duel.result),
                **_correction(duel),
            }
            for duel in comparison.duels
        ],
        "baselines": comparison.baselines,
        "against_baselines": [
            {
                "name": one.agent,
                **interval_json(one.mean, "score"),
                **_to_first(one),
                "by_baseline": [
                    {"name": other, **interval_json(score, "score"), **_tested(test)}
                    for (other, score), test in zip(one.rows, one.tests, strict=True)
                ],
            }
            for one in comparison.against
        ],
        **_rated(comparison),
        "games": comparison.games,
        "reproducible": comparison.reproducible,
        "clamped": list(comparison.clamped),
        **_repeat(comparison),
        "notes": [" ".join(one.split()) for one in comparison_notes(comparison)],
    }


def _to_first(one: BaselineScores) -> dict[str, float]:
    """Return the difference to the first agent; it has none itself."""
    if one.difference is None or one.to_first is None:
        return {}
    return {
        **interval_json(one.difference, "difference_to_first", "difference_"),
        **_tested(one.to_first, "difference_"),
    }


def _tested(test: Corrected, prefix: str = "") -> dict[str, float]:
    return {f"{prefix}p_value": test.p_value, f"{prefix}p_corrected": test.adjusted}


def _correction(duel: Duel) -> dict[str, Any]:
    """Return what is said of one of several matches."""
    correction = duel.correction
    if correction is None:
        return {}
    more = correction.more_pairs
    return {
        "p_value": correction.p_value,
        "p_corrected": correction.adjusted,
        "more_pairs": more.likely,
        "more_pairs_least": more.least,
        "more_pairs_most": more.most,
        "more_pairs_show_elo": SHOWN_ELO,
        "said": corrected_text(correction),
    }


def _rated(comparison: Comparison) -> dict[str, Any]:
    if comparison.ratings is None:
        return {}
    return {"ratings": ratings_json(comparison.ratings, comparison.anchor)}


def _repeat(comparison: Comparison) -> dict[str, Any]:
    repetition = comparison.repetition
    if repetition is None:
        return {}
    return {"repeat": repetition_json(find_game(comparison.game), repetition)}


def save_comparison(comparison: Comparison, folder: RunFolder) -> None:
    """Write results.json into the folder, in place of that of the comparison before."""
    save_json(folder.path / RESULTS, comparison_json(comparison))
