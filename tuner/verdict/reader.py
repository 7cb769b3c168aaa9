"""Read verdict.json: make a `Verdict` of what `tuner.verdict.json` has written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from tuner.files import RunError, load_json
from tuner.matches.likeness import Likeness
from tuner.matches.objective import find_objective
from tuner.solved.accuracy import ALL_STAGES, Accuracy, Contest, SolvedVerdict, StageAccuracy
from tuner.stats.decision import BETTER, NOT_BETTER, UNDECIDED
from tuner.stats.interval import Interval
from tuner.stats.mcnemar import PairedCounts
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Sprt
from tuner.verdict.claim import SearchClaim
from tuner.verdict.findings import Condition, RangeEnd, SamePlay, TimeShare
from tuner.verdict.json import verdict_json
from tuner.verdict.looks import look_of
from tuner.verdict.model import SPRT, AgainstBaselines, Clock, HeadToHead, Limits, Verdict
from tuner.verdict.older import completed

__all__ = ["load_verdict"]

_Content = Mapping[str, Any]


def load_verdict(path: Path) -> Verdict:
    """Return the verdict that a file holds, equal to the one that was written.

    Raises:
        RunError: if the file cannot be read, lacks a key, or has one that contradicts the others,
            which happens where it was edited or written by another version of this program.
    """
    content = load_json(path)
    try:
        content = completed(content)
        verdict = _verdict(content)
    except KeyError as error:
        raise _unusable(path, f"it has no '{error.args[0]}' where a verdict has one") from None
    except (TypeError, ValueError, AttributeError, TuneError):
        raise _unusable(path, "a value in it is not what a verdict has there") from None
    written = verdict_json(verdict)
    for key in (*written, *content):
        if key not in content:
            raise _unusable(path, f"it has no '{key}' where a verdict has one")
        if key not in written or written[key] != content[key]:
            raise _unusable(path, f"its '{key}' does not fit the rest")
    return verdict


def _unusable(path: Path, cause: str) -> RunError:
    return RunError(
        f"{path} is no verdict of this version: {cause}; remove it and run the study again",
        hint="run",
    )


def _verdict(content: _Content) -> Verdict:
    same, accuracy, clock = (content[key] for key in ("same_function", "accuracy", "clock"))
    limits = content["limits"]
    return Verdict(
        **_plain(content),
        objective=find_objective(content["objective"]),
        unneeded=content["unneeded_trials"],
        against_baselines=_against_baselines(content["against_baselines"], content["level"]),
        head_to_head=_head_to_head(content["head_to_head"]),
        conditions=tuple(map(_condition, content["conditions"])),
        search_claim=_search_claim(content["search_claim"]),
        accuracy=None if accuracy is None else _accuracy(accuracy),
        clock=None if clock is None else _clock(clock),
        limits=None if limits is None else _limits(limits),
        same=None if same is None else SamePlay(same["up_to_a_factor"], same["games"]),
        likenesses=tuple(
            Likeness(one["name"], _interval(one), one["positions"]) for one in content["plays_like"]
        ),
        range_ends=tuple(RangeEnd(**one) for one in content["range_ends"]),
        looks=tuple(map(look_of, content["looks"])),
    )


def _plain(content: _Content) -> dict[str, Any]:
    """Return what has the same name and form in the file as in the verdict.

    Raises:
        ValueError: if one is not what it must be.
    """
    plain = {key: content[key] for key in _PLAIN}
    for key, fits in _PLAIN.items():
        if not fits(plain[key]):
            raise ValueError(key)
    return plain


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _are_values(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


_PLAIN: dict[str, Callable[[Any], bool]] = {
    "study": _is_text,
    "verdict": (BETTER, NOT_BETTER, UNDECIDED).__contains__,
    "tuned": _are_values,
    "hand_set": _are_values,
    "runner_up": _are_values,
    "origin": _is_text,
    "condition": _is_text,
    "openings": _is_count,
    "games": _is_count,
    "seconds": _is_number,
    "vectors": _is_count,
    "earlier_verdicts": _is_count,
}
"""What each plain value of the file must be."""


def _interval(content: _Content, estimate: str = "score", prefix: str = "") -> Interval:
    """Return the interval of an estimate; its ends have the prefix before their names."""
    return Interval(
        content[estimate],
        content[f"{prefix}low"],
        content[f"{prefix}high"],
        bound=content.get(f"{prefix}bound", "two-sided"),
    )


def _against_baselines(content: _Content, level: float) -> AgainstBaselines:
    return AgainstBaselines(
        tuned=_interval(content, "tuned", "tuned_"),
        hand_set=_interval(content, "hand_set", "hand_set_"),
        difference=replace(_interval(content, "difference"), confidence=level),
        pairs=content["pairs"],
        by_baseline=tuple(
            (one["name"], _interval(one["tuned"]), _interval(one["hand_set"]))
            for one in content["by_baseline"]
        ),
    )


def _head_to_head(content: _Content) -> HeadToHead:
    sprt = content["sprt"]
    return HeadToHead(
        score=_interval(content),
        elo=_interval({**content, "elo_bound": content["bound"]}, "elo", "elo_"),
        pairs=content["pairs"],
        counts=Pentanomial(*content["pentanomial"]),
        likelihood=sprt["log_likelihood_ratio"],
        late=(content["late_own"], content["late_opponent"]),
        test=Sprt(sprt["elo0"], sprt["elo1"], sprt.get("alpha", SPRT.alpha)),
        cap=sprt["cap"],
    )


def _condition(content: _Content) -> Condition:
    hand_set = content["hand_set"]
    return Condition(
        name=content["name"],
        tuned=_interval(content["tuned"]),
        hand_set=None if hand_set is None else _interval(hand_set),
        difference=_interval(content, "difference"),
        reproducible=content["reproducible"],
        shares=tuple(
            TimeShare(one["name"], _interval(one, "times"), one["nodes"])
            for one in content["shares"]
        ),
        opponent=content.get("opponent", ""),
    )


def _search_claim(content: _Content) -> SearchClaim:
    return SearchClaim(
        trial=content["trial"],
        trials=content["trials"],
        value=_interval(content, "value"),
        verdict=_interval(content["verdict"]),
        hand_set=_interval(content["hand_set"]),
        selection=_interval(content["selection"]),
        shrunken=None if content["shrunken"] is None else _interval(content["shrunken"]),
    )


def _accuracy(content: _Content) -> SolvedVerdict:
    first, second = content["agents"]
    counts = PairedCounts(
        *(content[f"kept_by_{by}"] for by in ("both", "tuned_alone", "hand_set_alone", "neither"))
    )
    return SolvedVerdict(
        tuned=_accuracy_of("tuned", first, content),
        hand_set=_accuracy_of("hand_set", second, content),
        contest=Contest(
            first=first["name"],
            second=second["name"],
            counts=counts,
            difference=_interval(content, "difference"),
            p_value=content["p_value"],
        ),
    )


def _accuracy_of(side: str, agent: _Content, content: _Content) -> Accuracy:
    """Return the accuracy of the side "tuned" or "hand_set"."""
    stages: Sequence[_Content] = content["stages"]
    return Accuracy(
        agent=agent["name"],
        plays=agent["plays"],
        stages=tuple(_stage(side, one["stage"], one) for one in stages),
        all=_stage(side, ALL_STAGES, content),
    )


def _stage(side: str, stage: str, content: _Content) -> StageAccuracy:
    return StageAccuracy(
        stage=stage,
        positions=content["positions"],
        kept=content[side]["kept"],
        share=_interval(content[side]),
        chance=content["chance"],
    )


def _limits(content: _Content) -> Limits:
    return Limits(content["games"], (content["cut_tuned"], content["cut_opponents"]))


def _clock(content: _Content) -> Clock:
    return Clock(
        games=content["games"],
        cut=(content["cut_tuned"], content["cut_opponents"]),
        late=(content["late_tuned"], content["late_opponents"]),
    )
