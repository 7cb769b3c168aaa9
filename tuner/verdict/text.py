"""Write the verdict as text: every number with its interval, and from whose point of view."""

from __future__ import annotations

from tuner.solved.accuracy import SIGNIFICANCE
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    elo_text,
    late_note,
    points_text,
    score_text,
)
from tuner.verdict.condition_text import condition_lines
from tuner.verdict.duel_text import BIASED, sequential_verdict
from tuner.verdict.headline import headline, remarks
from tuner.verdict.looks import difference_text, look_lines
from tuner.verdict.model import Clock, HeadToHead, Limits, Verdict

__all__ = [
    "claim_line",
    "clock_lines",
    "earlier_lines",
    "exhausted_lines",
    "limits_line",
    "match_lines",
    "origin_text",
    "solved_lines",
    "verdict_lines",
]

_NO_TRIALS = {
    "mean of the sampler": " (the middle of what it would propose next, not a trial)",
    "centre of the best tenth": " of the trials (their mean, not a trial)",
}
"""By where values are from, as finalists say it."""


def verdict_lines(verdict: Verdict) -> list[str]:
    """Return the verdict, its headline first; intervals are 95%, and the tuned agent's view."""
    versus = verdict.against_baselines
    lines = [
        headline(verdict),
        *remarks(verdict),
        *([] if verdict.clock is None else clock_lines(verdict.clock)),
        *([] if verdict.limits is None else [limits_line(verdict.limits)]),
        f"  The {verdict.objective.scores} the baselines {verdict.condition}, on "
        f"{verdict.openings:,} openings that the search never saw, "
        f"{versus.pairs:,} pairs each (95% intervals):",
        f"    tuned     {score_text(versus.tuned)}",
        f"    hand-set  {score_text(versus.hand_set)}",
        f"    tuned minus hand-set, paired: {difference_text(versus.difference)}",
        *(
            f"    {name:<14} tuned {score_text(tuned)}   hand-set {score_text(hand_set)}"
            for name, tuned, hand_set in versus.by_baseline
        ),
        *_further(verdict),
        *earlier_lines(verdict),
        *exhausted_lines(verdict),
        claim_line(verdict),
        f"  Values: {_values(verdict)}",
    ]
    if verdict.exports_tuned:
        lines.append("  Exported: the tuned values.")
    else:
        lines.append("  Exported: the hand-set values, since the tuned ones are not shown better.")
    return lines


def earlier_lines(verdict: Verdict) -> list[str]:
    """Return which verdict of its study this is, if there were others, and what they said."""
    level = verdict.against_baselines.difference.confidence
    return look_lines(verdict.looks, verdict.earlier_verdicts, level)


def exhausted_lines(verdict: Verdict) -> list[str]:
    """Return that the search ran out of vectors, if it did."""
    if not verdict.unneeded:
        return []
    tried = (
        f"The search tried all {verdict.vectors:,} different vectors that there are"
        if verdict.vectors > 1
        else "The search tried the hand-set values alone, for no others play otherwise"
    )
    return [f"  {tried}; {verdict.unneeded:,} trials were not needed."]


def claim_line(verdict: Verdict) -> str:
    """Return what the search claims of its best trial."""
    claim = verdict.search_claim
    if claim.trials < min(2, verdict.vectors):
        return "  No trial but the hand-set one met the baselines: the search claims nothing."
    if claim.trials < 2:
        return "  No trial plays otherwise than the hand-set values: the search claims nothing."
    return verdict.objective.claim(
        trials=claim.trials,
        trial=claim.trial,
        value=f"{100 * claim.value.estimate:.1f}%",
        shrunken="" if claim.shrunken is None else score_text(claim.shrunken),
        verdict=score_text(claim.verdict),
    )


def _further(verdict: Verdict) -> list[str]:
    """Return head to head and under further conditions, where there are two agents to compare."""
    if verdict.found_nothing:
        return [
            "  On the selection openings nothing was better than the hand-set values: what is "
            "called tuned here are the hand-set values themselves."
        ]
    return [
        *match_lines(verdict.head_to_head),
        *condition_lines(verdict.conditions),
        *solved_lines(verdict),
    ]


def solved_lines(verdict: Verdict) -> list[str]:
    """Return how often both throw away a won game."""
    if verdict.accuracy is None:
        return []
    tuned, hand_set = verdict.accuracy.tuned.all, verdict.accuracy.hand_set.all
    contest = verdict.accuracy.contest
    return [
        f"  On {tuned.positions:,} solved positions that are won and can be thrown away, none of "
        f"them seen by a search: tuned keeps the win in {score_text(tuned.share)}, hand-set in "
        f"{score_text(hand_set.share)}; paired {points_text(contest.difference)}: "
        f"{contest.verdict}. All studies ask these same positions, so a repeated study gives no "
        "new evidence here; only what chance alone does less than once in "
        f"{round(1 / SIGNIFICANCE):,} times is called better."
    ]


def match_lines(head: HeadToHead) -> list[str]:
    """Return how the tuned agent scores against the hand-set one, and what the test says."""
    most = "" if head.cap is None else f" of at most {head.cap:,}"
    return [
        f"  Tuned against hand-set, head to head, {head.pairs:,} pairs{most}: the tuned agent "
        f"scores {score_text(head.score)}, {elo_text(head.elo)}.",
        *(_sprt(head) if head.cap is None else _ended(head)),
    ]


def _ended(head: HeadToHead) -> list[str]:
    """Return what the test says that ended the match."""
    found = sequential_verdict(head, "tuned", "hand-set")
    if head.likelihood is None:
        return [f"  Its sequential test: {found}."]
    test = head.test
    biased = f" {BIASED}" if head.decision in ("pass", "fail") else ""
    return [
        f"  Its sequential test: {found} (its log-likelihood ratio is {head.likelihood:+z.2f}; it "
        f"passes at {test.upper:+.2f} and fails at {test.lower:+.2f}).{biased}"
    ]


def _sprt(head: HeadToHead) -> list[str]:
    if head.likelihood is None or head.decision is None:
        return []
    test = head.test
    better = f"at least {test.elo1:g} Elo better"
    answer = {"pass": better, "fail": "not better at all", "continue": "not decided"}
    return [
        f"  Is it {better}, or not better at all? A sequential test says: "
        f"{answer[head.decision]} (its log-likelihood ratio is {head.likelihood:+z.2f}; from "
        f"{test.upper:+.2f} on it says the one, from {test.lower:+.2f} down the other)."
    ]


def clock_lines(clock: Clock) -> list[str]:
    """Return what limits in time did to the games against the baselines."""
    late, cut = clock.late, clock.cut
    note = late_note(clock.games, late)
    return [
        f"  {NOT_REPRODUCIBLE}",
        *([f"  The games against the baselines are {note}."] if note else []),
        f"  In {clock.games:,} games against the baselines the tuned agent lost {late[0]:,} on "
        f"time and its opponents {late[1]:,}; limits cut short {cut[0]:,} moves of the tuned agent "
        f"and {cut[1]:,} of its opponents.",
    ]


def limits_line(limits: Limits) -> str:
    """Return how often the nodes came first where a depth is a limit, too."""
    tuned, opponents = limits.cut
    return (
        f"  Where a depth and a number of nodes are both limits, the nodes came first in {tuned:,} "
        f"moves of the tuned agent and {opponents:,} of its opponents, in {limits.games:,} games "
        "against the baselines."
    )


def _values(verdict: Verdict) -> str:
    pairs = (
        f"{name} {value:.6g} (hand-set {verdict.hand_set[name]:.6g})"
        for name, value in verdict.tuned.items()
    )
    return f"{', '.join(pairs)}; from the {origin_text(verdict.origin)}"


def origin_text(origin: str) -> str:
    """Return where the tuned values are from, with what that is where it is no trial."""
    return f"{origin}{_NO_TRIALS.get(origin, '')}"
