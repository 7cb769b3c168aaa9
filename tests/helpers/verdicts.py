"""A verdict that is written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tuner.matches.objective import SCORE
from tuner.stats.interval import Interval
from tuner.stats.pentanomial import Pentanomial
from tuner.verdict.claim import SearchClaim
from tuner.verdict.findings import Condition, TimeShare
from tuner.verdict.model import AgainstBaselines, HeadToHead, Verdict

HAND_MADE = Verdict(
    study="pressure",
    verdict="better",
    tuned={"floor": 0.75, "distance_weight": -0.123456789},
    hand_set={"floor": 0.3, "distance_weight": 1.0},
    runner_up={"floor": 0.7, "distance_weight": -0.5},
    origin="centre of the best tenth",
    objective=SCORE,
    condition="at alphabeta depth 3",
    openings=19_876,
    against_baselines=AgainstBaselines(
        tuned=Interval(0.61, 0.606, 0.614),
        hand_set=Interval(0.59, 0.5852, 0.5948),
        difference=Interval(0.02, 0.0165, 0.0235),
        pairs=20_000,
        by_baseline=(
            (
                "Random",
                Interval(1.0, 0.999, 1.0, bound="at least"),
                Interval(0.95, 0.94, 0.96),
            ),
            ("AB_improved", Interval(0.52, 0.51, 0.53), Interval(0.51, 0.5, 0.52)),
        ),
    ),
    head_to_head=HeadToHead(
        score=Interval(0.55, 0.54, 0.56),
        elo=Interval(34.86, 27.85, 41.9),
        pairs=20_000,
        counts=Pentanomial(ll=4_000, wl=10_000, ww=6_000),
        likelihood=59.5,
    ),
    conditions=(
        Condition(
            "at equal time",
            Interval(0.5, 0.48, 0.52),
            Interval(0.49, 0.47, 0.51),
            Interval(0.01, -0.01, 0.03),
            False,
            (
                TimeShare("tuned", Interval(1.0, 1.0, 1.0), 40),
                TimeShare("MM_improved", Interval(2.3, 2.2, 2.4), 92),
                TimeShare("AB_improved", Interval(2.3, 2.2, 2.4), 92),
            ),
        ),
        Condition(
            "head to head with greedy",
            Interval(0.53, 0.51, 0.55),
            None,
            Interval(0.03, 0.01, 0.05),
            True,
        ),
    ),
    search_claim=SearchClaim(
        trial=17,
        trials=200,
        value=Interval(0.6352, 0.6151, 0.6553),
        verdict=Interval(0.6081, 0.604, 0.6122),
        hand_set=Interval(0.5912, 0.5711, 0.6113),
        selection=Interval(0.6123, 0.603, 0.6216),
    ),
    games=123_456,
    seconds=78.9,
)


def verdict_with(**changes: Any) -> Verdict:
    return replace(HAND_MADE, **changes)
