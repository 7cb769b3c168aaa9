"""Decide between better, worse and open from an interval, and say what a number of pairs shows."""

from __future__ import annotations

import math

from tuner.stats.interval import Interval, StatisticsError, normal_quantile
from tuner.stats.sequential import halved_error
from tuner.stats.special import ndtri

__all__ = [
    "BETTER",
    "ENOUGH_OPENINGS",
    "NOT_BETTER",
    "UNDECIDED",
    "WORTHWHILE",
    "detectable_difference",
    "few_openings",
    "few_openings_note",
    "judge",
    "verdict_level",
]

BETTER = "better"
NOT_BETTER = "not better"
UNDECIDED = "undecided"

WORTHWHILE = 0.005
"""Half a point in a hundred: when all that a difference can still be is less, it is settled."""


ENOUGH_OPENINGS = 100
"""Of equals that win little often and lose much seldom, 31% of verdicts of 20 openings said better,
8.3% of 50 and 4.3% of 100; 200 change little (4.2%). 2.5% are meant (docs/verdict.md)."""


def few_openings(openings: int) -> bool:
    """Return whether so many different openings may easily hold no large loss that is rare."""
    return openings < ENOUGH_OPENINGS


def few_openings_note(openings: int) -> str | None:
    """Return what is not seen on so few openings, None where there are enough of them.

    Args:
        openings: those that differ up to symmetry: pairs that share one often end alike, so more
            pairs from the same openings show no other losses.
    """
    if not few_openings(openings):
        return None
    return (
        f"{openings} different opening{'s' * (openings != 1)} may hold none of the large losses "
        "that are rare, and then equals are called better too often: take more pairs, or longer "
        f"openings, until there are {ENOUGH_OPENINGS}"
    )


def verdict_level(earlier: int) -> float:
    """Return the confidence of the interval that decides a verdict of a study.

    It is 1 - 0.05 / 2^earlier. An interval of that level is above 0 by chance in at most half of
    what it leaves out, so that all verdicts of a run and of those that it was forked from, however
    many there are, call equals better in at most 0.025 (1 + 1/2 + 1/4 + ...) = 5% of all such lines
    of runs (Boole's inequality). Several forks of one run are several lines.

    Args:
        earlier: verdicts that there were before, 0 or more.
    """
    return 1 - halved_error(0.05, earlier)


def judge(difference: Interval) -> str:
    """Return the verdict from the difference tuned minus hand-set with its interval, which is of
    the level that `verdict_level` gives: 95% for the first verdict of a study.

    Better: the whole interval is above 0. Not better: it is not, and it ends below `WORTHWHILE`.
    Else undecided: more games may show a difference either way.
    """
    if difference.low > 0:
        return BETTER
    return NOT_BETTER if difference.high < WORTHWHILE else UNDECIDED


def detectable_difference(
    pairs: int, pair_variance: float, power: float = 0.8, confidence: float = 0.95
) -> float:
    """Return the smallest difference in score that so many pairs show with the given power.

    (z(confidence) + z(power)) sqrt(pair_variance / pairs): a difference of this size makes the
    two-sided interval of `pairs` pairs exclude zero with probability `power`. Source: the sample
    size of a one-sample z-test, Chow, Shao & Wang 2008, "Sample Size Calculations in Clinical
    Research", section 3.1, solved for the difference.

    Args:
        pairs: independent pairs, at least 1.
        pair_variance: variance of one pair's score; for two agents on the same openings, variance
            of the difference of their pair scores.
        power: probability of showing it, at least 0.5 and below 1.
        confidence: of the two-sided interval.

    Raises:
        StatisticsError: a number is outside its range.
    """
    if pairs < 1:
        raise StatisticsError(f"{pairs} pairs can show nothing; plan at least 1")
    if not 0 <= pair_variance <= 1:
        raise StatisticsError(f"pair variance {pair_variance} is outside 0 to 1; try 0.1")
    if not 0.5 <= power < 1:
        raise StatisticsError(f"power {power} is not between 0.5 and 1; try 0.8")
    z = normal_quantile(confidence) + ndtri(power)
    return z * math.sqrt(pair_variance / pairs)
