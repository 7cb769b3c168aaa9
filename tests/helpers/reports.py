"""Reports of runs that are written by hand: no game is played for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from finished_runs import finished_run
from verdicts import HAND_MADE

from tuner.report.collect import read_report
from tuner.report.model import RunReport
from tuner.stats.interval import Interval
from tuner.tuning.trials import Trial
from tuner.verdict.findings import SamePlay
from tuner.verdict.model import Clock, Verdict

SECTIONS = (
    "Verdict",
    "Tuned against hand-set",
    "Against the baselines",
    "What the search claimed",
    "The search as it went",
    "Which parameters matter",
    "Two parameters together",
    "Other depths and equal time",
    "Accuracy on solved positions",
    "Games a second, nodes and depth",
    "Games to replay",
    "Warnings",
    "To repeat it",
)
"""The headings of a page, from top to bottom."""

HOSTILE = '<script>alert(1)</script> "O\'Brien" & co. \N{GRINNING FACE} 64 characters'.ljust(
    64, "x"
)
"""A name that must be shown as text."""


def trials(count: int, constant: bool = False) -> tuple[Trial, ...]:
    """Trials of floor and distance_weight; the score follows from the first one alone."""
    points = np.random.default_rng(3).random((count, 2))
    vectors = [(0.3, 1.0), *((float(x), float(4 * y - 2)) for x, y in points[1:])]
    scores = [0.5 if constant else 0.3 + 0.4 * vector[0] for vector in vectors[:count]]
    return tuple(
        Trial(number, vector, number, Interval(score, score - 0.05, score + 0.05), (score,), 40)
        for number, (vector, score) in enumerate(zip(vectors, scores, strict=True))
    )


def unfinished_report(folder: Path) -> RunReport:
    """A run of which nothing is played yet."""
    run = finished_run(folder)
    run.verdict.unlink()
    run.best.unlink()
    return read_report(run)


def report_with(base: RunReport, verdict: Verdict = HAND_MADE, **changes: Any) -> RunReport:
    """The report of a run that ended with this verdict, after 60 trials."""
    tuned = [verdict.tuned[one.name] for one in base.parameters]
    shares = [
        (value - one.low) / (one.high - one.low)
        for value, one in zip(tuned, base.parameters, strict=True)
    ]
    parameters = tuple(
        replace(one, tuned=value, tuned_share=share)
        for one, value, share in zip(base.parameters, tuned, shares, strict=True)
    )
    first = base.baselines[0]
    rows = tuple(
        replace(first, name=name, tuned=own, hand_set=other)
        for name, own, other in verdict.against_baselines.by_baseline
    )
    known = {
        "verdict": verdict,
        "parameters": parameters,
        "baselines": rows,
        "trials": trials(60),
        "best_yaml": "name: tuned\n",
    }
    return replace(base, **{**known, **changes})


SAME = replace(
    HAND_MADE, verdict="not better", same=SamePlay(factor=False, games=1_234), conditions=()
)
"""All finalists play the same games."""

WORSE = replace(
    HAND_MADE,
    verdict="not better",
    against_baselines=replace(
        HAND_MADE.against_baselines, difference=Interval(-0.02, -0.03, -0.01)
    ),
)
"""The tuned values are worse."""

NOTHING = replace(HAND_MADE, verdict="not better", tuned=HAND_MADE.hand_set)
"""The search found nothing better than the hand-set values."""

TIMED = replace(HAND_MADE, clock=Clock(games=1_000, cut=(40_123, 3_456), late=(7, 8)))
"""Somebody has a limit in time."""
