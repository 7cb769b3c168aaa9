"""Write the verdict of a run as JSON, and read it back from the run's folder."""

from __future__ import annotations

from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any

from tuner.files import RunError, load_json
from tuner.solved.accuracy import SolvedVerdict, StageAccuracy
from tuner.stats.decision import BETTER, few_openings
from tuner.stats.interval import Interval
from tuner.stats.json import interval_json
from tuner.stats.sprt import Sprt
from tuner.stats.text import late_note
from tuner.verdict.claim import SearchClaim
from tuner.verdict.findings import Condition, SamePlay
from tuner.verdict.headline import condition_word
from tuner.verdict.looks import look_json
from tuner.verdict.model import Clock, HeadToHead, Limits, Verdict

__all__ = ["match_json", "read_verdict", "sprt_json", "verdict_json"]


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return the content of verdict.json.

    "verdict" is of the study's own condition, "condition". "holds" says whether every other
    condition says the same: "everywhere", and the names of the conditions in which the tuned values
    are "better", "worse", "no_better" or "not_shown", and of the baselines that it "loses_to".
    It holds not "everywhere" either where too many games were lost on time to measure strength.
    "level" is the confidence of the interval of "difference" against the baselines, 0.95 but for a
    study that had verdicts before, which are its "looks".
    "few_openings" says whether rare losses may be missing from so few (docs/verdict.md).
    "plays_like" and "range_ends" are remarks on the tuned values. An interval of which one end is
    only the end of the scale has a "bound". `tuner.verdict.reader` makes a `Verdict` of it again.
    """
    versus, head = verdict.against_baselines, verdict.head_to_head
    return {
        "study": verdict.study,
        "verdict": verdict.verdict,
        "exported": verdict.exported,
        "tuned": verdict.tuned,
        "hand_set": verdict.hand_set,
        "runner_up": verdict.runner_up,
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
        "few_openings": few_openings(verdict.openings),
        "earlier_verdicts": verdict.earlier_verdicts,
        "looks": [look_json(one) for one in verdict.looks],
        "level": versus.difference.confidence,
        "against_baselines": {
            **_ends(versus.tuned, "tuned", "tuned_"),
            **_ends(versus.hand_set, "hand_set", "hand_set_"),
            **_ends(versus.difference, "difference"),
            "pairs": versus.pairs,
            "by_baseline": [
                {"name": name, "tuned": _ends(tuned), "hand_set": _ends(hand_set)}
                for name, tuned, hand_set in versus.by_baseline
            ],
        },
        "head_to_head": {
            **match_json(head),
            "pentanomial": list(astuple(head.counts)),
            "sprt": {**sprt_json(head), **_shared_alpha(head)},
        },
        "conditions": [_condition(condition) for condition in verdict.conditions],
        "vectors": verdict.vectors,
        "unneeded_trials": verdict.unneeded,
        "same_function": _same(verdict.same),
        "accuracy": None if verdict.accuracy is None else _accuracy(verdict.accuracy),
        "search_claim": {
            "trial": verdict.search_claim.trial,
            "trials": verdict.search_claim.trials,
            **_ends(verdict.search_claim.value, "value"),
            "verdict": _ends(verdict.search_claim.verdict),
            "hand_set": _ends(verdict.search_claim.hand_set),
            "selection": _ends(verdict.search_claim.selection),
            "shrunken": _shrunken(verdict.search_claim),
            "shrinkage": verdict.search_claim.shrinkage,
        },
        "games": verdict.games,
        "seconds": verdict.seconds,
        "reproducible": verdict.clock is None,
        "clock": None if verdict.clock is None else _clock(verdict.clock),
        "limits": None if verdict.limits is None else _limits(verdict.limits),
    }


def match_json(head: HeadToHead) -> dict[str, Any]:
    """Return the score, the Elo difference and games lost on time, as the first agent sees them."""
    return {
        **_ends(head.score),
        **_ends(replace(head.elo, bound="two-sided"), "elo", "elo_"),
        "bound": head.score.bound,
        "pairs": head.pairs,
        "late_own": head.late[0],
        "late_opponent": head.late[1],
    }


def sprt_json(head: HeadToHead) -> dict[str, Any]:
    """Return the sequential test of a match: its hypotheses, its bounds, and what it says.

    "cap" has the pairs at most of a match that its test ended, null for one of a given length.
    """
    return {
        "elo0": head.test.elo0,
        "elo1": head.test.elo1,
        "lower": head.test.lower,
        "upper": head.test.upper,
        "log_likelihood_ratio": head.likelihood,
        "decision": head.decision,
        "cap": head.cap,
    }


def _shared_alpha(head: HeadToHead) -> dict[str, float]:
    """Return the alpha of a later sequential match of a study; that of the first has none."""
    usual = Sprt(head.test.elo0, head.test.elo1).alpha
    return {} if head.test.alpha == usual else {"alpha": head.test.alpha}


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
    return {
        "name": condition.name,
        "verdict": condition.verdict,
        "tuned": _ends(condition.tuned),
        "hand_set": None if condition.hand_set is None else _ends(condition.hand_set),
        **_ends(condition.difference, "difference"),
        "reproducible": condition.reproducible,
        "shares": [
            {"name": one.name, **_ends(one.ratio, "times"), "nodes": one.nodes}
            for one in condition.shares
        ],
        # Verdicts from before there was one stay what they are.
        **({"opponent": condition.opponent} if condition.opponent else {}),
    }


def _shrunken(claim: SearchClaim) -> dict[str, float | str] | None:
    return None if claim.shrunken is None else _ends(claim.shrunken)


def _same(same: SamePlay | None) -> dict[str, Any] | None:
    return None if same is None else {"up_to_a_factor": same.factor, "games": same.games}


def _accuracy(accuracy: SolvedVerdict) -> dict[str, Any]:
    contest, tuned, hand_set = accuracy.contest, accuracy.tuned, accuracy.hand_set
    return {
        **_stage(tuned.all, hand_set.all),
        **_ends(contest.difference, "difference"),
        "p_value": contest.p_value,
        "verdict": contest.verdict,
        "kept_by_both": contest.counts.both,
        "kept_by_tuned_alone": contest.counts.first,
        "kept_by_hand_set_alone": contest.counts.second,
        "kept_by_neither": contest.counts.neither,
        "agents": [{"name": one.agent, "plays": one.plays} for one in (tuned, hand_set)],
        "stages": [
            {"stage": one.stage, **_stage(one, other)}
            for one, other in zip(tuned.stages, hand_set.stages, strict=True)
        ],
    }


def _stage(tuned: StageAccuracy, hand_set: StageAccuracy) -> dict[str, Any]:
    return {
        "positions": tuned.positions,
        "tuned": {**_ends(tuned.share), "kept": tuned.kept},
        "hand_set": {**_ends(hand_set.share), "kept": hand_set.kept},
        "chance": tuned.chance,
    }


def _clock(clock: Clock) -> dict[str, int]:
    return {
        "games": clock.games,
        "cut_tuned": clock.cut[0],
        "cut_opponents": clock.cut[1],
        "late_tuned": clock.late[0],
        "late_opponents": clock.late[1],
    }


def _limits(limits: Limits) -> dict[str, int]:
    return {
        "games": limits.games,
        "cut_tuned": limits.cut[0],
        "cut_opponents": limits.cut[1],
    }


def _ends(interval: Interval, estimate: str = "score", prefix: str = "") -> dict[str, float | str]:
    """Return an interval's estimate under a name and its ends behind a prefix."""
    one_sided = {} if interval.bound == "two-sided" else {f"{prefix}bound": interval.bound}
    return {**interval_json(interval, estimate, prefix), **one_sided}
