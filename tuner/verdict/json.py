"""The verdict of a run as a file: written as JSON, and read back from its folder."""

from __future__ import annotations

from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from tuner.files import RunError, load_json
from tuner.solved.accuracy import SolvedVerdict
from tuner.stats.decision import BETTER
from tuner.stats.interval import Interval
from tuner.stats.text import late_note
from tuner.verdict.findings import Condition, SamePlay
from tuner.verdict.headline import condition_word
from tuner.verdict.model import SPRT, Clock, HeadToHead, Verdict

__all__ = ["match_json", "read_verdict", "verdict_json"]


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the content of verdict.json.

    "verdict" is of the study's own condition, "condition". "holds" says whether every other
    condition says the same: "everywhere", and the names of the conditions in which the tuned values
    are "better", "worse", "no_better" or "not_shown", and of the baselines that it "loses_to".
    It holds not "everywhere" either where too many games were lost on time to measure strength.
    "plays_like" and "range_ends" are remarks on the tuned values.
    """
    versus, head = verdict.against_baselines, verdict.head_to_head
    return {
        "study": verdict.study,
        "verdict": verdict.verdict,
        "exported": verdict.exported,
        "tuned": verdict.tuned,
        "hand_set": verdict.hand_set,
        "origin": verdict.origin,
        "objective": verdict.objective.name,
        "condition": verdict.condition,
        "holds": _holds(verdict),
        "plays_like": [
            {"name": one.name, **_ends(one.share), "positions": one.positions}
            for one in verdict.likenesses
        ],
        "range_ends": [asdict(one) for one in verdict.range_ends],
        "openings": verdict.openings,
        "against_baselines": {
            "tuned": versus.tuned.estimate,
            "tuned_low": versus.tuned.low,
            "tuned_high": versus.tuned.high,
            "hand_set": versus.hand_set.estimate,
            "hand_set_low": versus.hand_set.low,
            "hand_set_high": versus.hand_set.high,
            "difference": versus.difference.estimate,
            "low": versus.difference.low,
            "high": versus.difference.high,
            "pairs": versus.pairs,
            "by_baseline": [
                {"name": name, "tuned": _ends(tuned), "hand_set": _ends(hand_set)}
                for name, tuned, hand_set in versus.by_baseline
            ],
        },
        "head_to_head": {
            **match_json(head),
            "pentanomial": list(astuple(head.counts)),
            "sprt": {
                "elo0": SPRT.elo0,
                "elo1": SPRT.elo1,
                "lower": SPRT.lower,
                "upper": SPRT.upper,
                "log_likelihood_ratio": head.likelihood,
                "decision": head.decision,
            },
        },
        "conditions": [_condition(condition) for condition in verdict.conditions],
        "vectors": verdict.vectors,
        "unneeded_trials": verdict.unneeded,
        "same_function": _same(verdict.same),
        "accuracy": None if verdict.accuracy is None else _accuracy(verdict.accuracy),
        "search_claim": {
            "trial": verdict.search_claim.trial,
            "trials": verdict.search_claim.trials,
            "value": verdict.search_claim.value.estimate,
            "low": verdict.search_claim.value.low,
            "high": verdict.search_claim.value.high,
            "verdict": _ends(verdict.search_claim.verdict),
            "hand_set": _ends(verdict.search_claim.hand_set),
            "selection": _ends(verdict.search_claim.selection),
        },
        "games": verdict.games,
        "seconds": verdict.seconds,
        "reproducible": verdict.clock is None,
        "clock": None if verdict.clock is None else _clock(verdict.clock),
    }


def match_json(head: HeadToHead) -> dict[str, Any]:
    """Return the score, the Elo difference and games lost on time, as the first agent sees them."""
    return {
        "score": head.score.estimate,
        "low": head.score.low,
        "high": head.score.high,
        "elo": head.elo.estimate,
        "elo_low": head.elo.low,
        "elo_high": head.elo.high,
        "bound": head.score.bound,
        "pairs": head.pairs,
        "late_own": head.late[0],
        "late_opponent": head.late[1],
    }


def read_verdict(path: Path) -> dict[str, Any]:
    """Return the content of a verdict.json, with the keys that `verdict_json` gives it.

    Raises:
        RunError: if the file cannot be read, or is no verdict.
    """
    content = load_json(path)
    if not _is_verdict(content):
        raise RunError(f"{path} is no verdict; remove it and run the study again", hint="run")
    return content


def _is_verdict(content: dict[str, Any]) -> bool:
    """Return whether what others read of a verdict is there."""
    versus, tuned, hand_set = (
        content.get(key) for key in ("against_baselines", "tuned", "hand_set")
    )
    return (
        isinstance(content.get("verdict"), str)
        and content.get("exported") in ("tuned", "hand_set")
        and isinstance(tuned, dict)
        and isinstance(hand_set, dict)
        and tuned.keys() == hand_set.keys()
        and isinstance(versus, dict)
        and all(isinstance(versus.get(key), float | int) for key in ("difference", "low", "high"))
    )


def _holds(verdict: Verdict) -> dict[str, Any]:
    words: dict[str, list[str]] = {"better": [], "worse": [], "no_better": [], "not_shown": []}
    for one in verdict.conditions:
        words[condition_word(one).replace(" ", "_")].append(one.name)
    better = verdict.verdict == BETTER
    named = [one for one in verdict.conditions if (one.verdict == BETTER) != better]
    losses = [name for name, _ in verdict.loses_to]
    late = "" if verdict.clock is None else late_note(verdict.clock.games, verdict.clock.late)
    everywhere = not (named or losses or late)
    return {"everywhere": everywhere, **words, "loses_to": losses}


def _condition(condition: Condition) -> dict[str, Any]:
    difference = condition.difference
    return {
        "name": condition.name,
        "verdict": condition.verdict,
        "tuned": _ends(condition.tuned),
        "hand_set": None if condition.hand_set is None else _ends(condition.hand_set),
        "difference": difference.estimate,
        "low": difference.low,
        "high": difference.high,
        "reproducible": condition.reproducible,
        "shares": [
            {
                "name": one.name,
                "times": one.ratio.estimate,
                "low": one.ratio.low,
                "high": one.ratio.high,
                "nodes": one.nodes,
            }
            for one in condition.shares
        ],
    }


def _same(same: SamePlay | None) -> dict[str, Any] | None:
    return None if same is None else {"up_to_a_factor": same.factor, "games": same.games}


def _accuracy(accuracy: SolvedVerdict) -> dict[str, Any]:
    difference = accuracy.contest.difference
    stages = zip(accuracy.tuned.stages, accuracy.hand_set.stages, strict=True)
    return {
        "positions": accuracy.tuned.all.positions,
        "tuned": _ends(accuracy.tuned.all.share),
        "hand_set": _ends(accuracy.hand_set.all.share),
        "difference": difference.estimate,
        "low": difference.low,
        "high": difference.high,
        "p_value": accuracy.contest.p_value,
        "verdict": accuracy.contest.verdict,
        "stages": [
            {
                "stage": tuned.stage,
                "positions": tuned.positions,
                "tuned": _ends(tuned.share),
                "hand_set": _ends(hand_set.share),
            }
            for tuned, hand_set in stages
        ],
    }


def _clock(clock: Clock) -> dict[str, int]:
    return {
        "games": clock.games,
        "cut_tuned": clock.cut[0],
        "cut_opponents": clock.cut[1],
        "late_tuned": clock.late[0],
        "late_opponents": clock.late[1],
    }


def _ends(interval: Interval) -> dict[str, float]:
    return {"score": interval.estimate, "low": interval.low, "high": interval.high}
