"""Results in words: every number with its interval, and from whose point of view."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.interval import Interval
from tuner.same_play import SamePlay
from tuner.verdict import (
    BETTER,
    NOT_BETTER,
    SPRT,
    WORTHWHILE,
    Clock,
    Condition,
    HeadToHead,
    SearchClaim,
    TimeShare,
    Verdict,
)

__all__ = [
    "NOT_REPRODUCIBLE",
    "chance_notes",
    "elo_text",
    "points_text",
    "score_text",
    "search_notes",
    "verdict_lines",
]

NOT_REPRODUCIBLE = (
    "Not reproducible: with limits in time the games depend on this machine and its load."
)

_MEANING = {
    BETTER: "the tuned values are better than the hand-set ones",
    NOT_BETTER: "no difference worth having, which is half a point in a hundred",
}


def score_text(score: Interval) -> str:
    """A score as "61.0% (60.6 to 61.4)"; one-sided where all games ended alike."""
    if score.bound == "at least":
        return f"100.0% (at least {100 * score.low:.1f})"
    if score.bound == "at most":
        return f"0.0% (at most {100 * score.high:.1f})"
    ends = f"{100 * score.low:.1f} to {100 * score.high:.1f}"
    return f"{100 * score.estimate:.1f}% ({ends})"


def points_text(difference: Interval) -> str:
    """A difference of scores as "+2.30 points (+1.90 to +2.70)"."""
    numbers = (difference.estimate, difference.low, difference.high)
    estimate, low, high = (f"{100 * number:+.2f}" for number in numbers)
    return f"{estimate} points ({low} to {high})"


def elo_text(elo: Interval) -> str:
    """An Elo difference as "+35 Elo (+20 to +50)"."""
    if elo.bound == "at least":
        return f"at least {elo.low:+.0f} Elo"
    if elo.bound == "at most":
        return f"at most {elo.high:+.0f} Elo"
    return f"{elo.estimate:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})"


def chance_notes(number: int, comparisons: str, err: str) -> list[str]:
    """How many of several comparisons at 95% err; nothing needs to be said of one alone."""
    if number < 2:
        return []
    return [
        f"  Note: of {number} {comparisons} equals about {0.05 * number:.2g} would {err} by chance."
    ]


def search_notes(searches: Sequence[str], result: str) -> list[str]:
    """That a result tells of how far agents look ahead, where they do not look alike."""
    if len(set(searches)) < 2:
        return []
    return [
        f"  Note: the agents do not look ahead alike, so {result} tells of the search as well; "
        "--depth or --nodes gives all the same."
    ]


def verdict_lines(verdict: Verdict) -> list[str]:
    """The verdict on a few lines; intervals are 95%, scores as the tuned agent sees them."""
    versus = verdict.against_baselines
    meaning = _MEANING.get(verdict.verdict, "these games do not show which values are better")
    if verdict.verdict == BETTER and versus.difference.high < WORTHWHILE:
        meaning += ", by less than half a point in a hundred"
    if verdict.tuned == verdict.hand_set:
        meaning = "the search found nothing better than the hand-set values"
    if verdict.same is not None:
        meaning = f"tuned and hand-set are the same function{_same(verdict.same)}"
    objective = "worst score over" if verdict.objective == "worst" else "mean score against"
    lines = [
        f"Verdict: {verdict.verdict} - {meaning}.",
        *([] if verdict.clock is None else _clock(verdict.clock)),
        f"  The {objective} the baselines, on {verdict.openings:,} openings that the search "
        f"never saw, {versus.pairs:,} pairs each (95% intervals):",
        f"    tuned     {score_text(versus.tuned)}",
        f"    hand-set  {score_text(versus.hand_set)}",
        f"    tuned minus hand-set, paired: {points_text(versus.difference)}",
        *(
            f"    {name:<14} tuned {score_text(tuned)}   hand-set {score_text(hand_set)}"
            for name, tuned, hand_set in versus.by_baseline
        ),
        *_further(verdict),
        *_exhausted(verdict),
        _claim(verdict.objective, verdict.search_claim),
        f"  Values: {_values(verdict)}",
    ]
    if verdict.exported == "hand_set":
        lines.append("  Exported: the hand-set values, since the tuned ones are not shown better.")
    else:
        lines.append("  Exported: the tuned values.")
    return lines


def _same(same: SamePlay) -> str:
    if same.factor:
        return ""
    return f" in play: {same.games:,} games of each on the selection openings end alike"


def _exhausted(verdict: Verdict) -> list[str]:
    if not verdict.unneeded:
        return []
    return [
        f"  The search tried all {verdict.vectors:,} different vectors that there are; "
        f"{verdict.unneeded:,} trials were not needed."
    ]


def _claim(objective: str, claim: SearchClaim) -> str:
    value, verdict = score_text(claim.value), score_text(claim.verdict)
    if objective == "accuracy":
        return (
            f"  The search was on solved positions, and games decide the verdict: its best trial, "
            f"number {claim.trial}, kept the win in {value} of them, and in {verdict} of those "
            "that it never saw."
        )
    return (
        f"  The search claimed {value} for its best trial, number {claim.trial}; on the verdict "
        f"openings the very same values score {verdict}."
    )


def _further(verdict: Verdict) -> list[str]:
    """Head to head and the other conditions, where there are two agents to compare."""
    if verdict.tuned == verdict.hand_set:
        return [
            "  On the selection openings nothing was better than the hand-set values: what is "
            "called tuned here are the hand-set values themselves."
        ]
    head = verdict.head_to_head
    return [
        f"  Tuned against hand-set, head to head, {head.pairs:,} pairs: the tuned agent scores "
        f"{score_text(head.score)}, {elo_text(head.elo)}.",
        *_sprt(head),
        *(line for one in verdict.conditions for line in _condition(one)),
        *_solved(verdict),
    ]


def _solved(verdict: Verdict) -> list[str]:
    """How often both throw away a won game."""
    if verdict.accuracy is None:
        return []
    tuned, hand_set = verdict.accuracy.tuned.all, verdict.accuracy.hand_set.all
    contest = verdict.accuracy.contest
    return [
        f"  On {tuned.positions:,} solved positions that are won and can be thrown away, none of "
        f"them seen by a search: tuned keeps the win in {score_text(tuned.share)}, hand-set in "
        f"{score_text(hand_set.share)}; paired {points_text(contest.difference)}: "
        f"{contest.verdict}."
    ]


def _sprt(head: HeadToHead) -> list[str]:
    if head.likelihood is None:
        return []
    return [
        f"  Log-likelihood ratio of elo1 = {SPRT.elo1:g} against elo0 = {SPRT.elo0:g}: "
        f"{head.likelihood:+.2f} (a sequential test passes above {SPRT.upper:+.2f} and fails below "
        f"{SPRT.lower:+.2f})."
    ]


def _clock(clock: Clock) -> list[str]:
    late, cut = clock.late, clock.cut
    return [
        f"  {NOT_REPRODUCIBLE}",
        f"  In {clock.games:,} games against the baselines the tuned agent lost {late[0]:,} on "
        f"time and its opponents {late[1]:,}; limits cut short {cut[0]:,} moves of the tuned agent "
        f"and {cut[1]:,} of its opponents.",
    ]


def _condition(condition: Condition) -> list[str]:
    name = condition.name[0].upper() + condition.name[1:]
    if condition.hand_set is None:
        return [f"  {name}: the tuned agent scores {score_text(condition.tuned)}."]
    return [
        f"  {name}: tuned {score_text(condition.tuned)}, hand-set "
        f"{score_text(condition.hand_set)}; paired {points_text(condition.difference)}.",
        *_time_shares(condition.shares),
    ]


def _time_shares(shares: Sequence[TimeShare]) -> list[str]:
    """How much longer the tuned agent takes for a move, measured on this machine."""
    if not shares:
        return []
    texts = [f"{_times(one.ratio)} {one.name} ({one.nodes:,} nodes)" for one in shares]
    return [
        f"    Nodes being equal, a move of the tuned agent takes {', '.join(texts)}. Measured once "
        "on this machine; the scores' intervals hold at both ends of these."
    ]


def _times(ratio: Interval) -> str:
    if ratio.low == ratio.high:
        return "as long as"
    return f"{ratio.estimate:.2f} times ({ratio.low:.2f} to {ratio.high:.2f}) as long as"


def _values(verdict: Verdict) -> str:
    pairs = (
        f"{name} {value:.6g} (hand-set {verdict.hand_set[name]:.6g})"
        for name, value in verdict.tuned.items()
    )
    return f"{', '.join(pairs)}; from the {verdict.origin}"
