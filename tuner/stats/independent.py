"""Join results that share no opening, or are taken so: their mean and their difference."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from tuner.stats.interval import Interval, normal_quantile
from tuner.stats.special import stdtrit

__all__ = ["independent_difference", "independent_mean", "may_be_above", "over_seeds"]


def independent_mean(scores: Sequence[Interval]) -> Interval:
    """Return the mean of scores of matches that share no opening, each weighing the same.

    The distances from each estimate to its ends add up in squares: the opponents are chosen, not
    drawn, so what they differ by is no uncertainty. Source: Zou, Huang & Zhang 2009, Computational
    Statistics & Data Analysis 53, 1080-1085.
    """
    if len(scores) == 1:
        return scores[0]
    count = len(scores)
    mean = math.fsum(score.estimate for score in scores) / count
    below = math.hypot(*(score.estimate - score.low for score in scores)) / count
    above = math.hypot(*(score.high - score.estimate for score in scores)) / count
    return Interval(mean, max(0.0, mean - below), min(1.0, mean + above))


def independent_difference(left: Interval, right: Interval) -> Interval:
    """Return left - right of two scores from 0 to 1, the distances to their ends added in squares.

    Where they share openings the difference is surer than that; `paired_difference` knows. It is
    as sure as the less sure of both. Source: Newcombe 1998, Statistics in Medicine 17, 873-890,
    method 10; for other intervals than Wilson's Zou & Donner 2008, the same 27, 1693-1702.
    """
    difference = left.estimate - right.estimate
    below = math.hypot(left.estimate - left.low, right.high - right.estimate)
    above = math.hypot(left.high - left.estimate, right.estimate - right.low)
    return Interval(
        difference,
        max(-1.0, difference - below),
        min(1.0, difference + above),
        min(left.confidence, right.confidence),
    )


def over_seeds(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean of what two and more independent seeds gave, with Student's interval.

    Seeds that give the same to the last digit have an interval without width: they found the same.
    """
    mean = statistics.fmean(values)
    error = statistics.stdev(values) / math.sqrt(len(values))
    margin = error * float(stdtrit(len(values) - 1, (1 + confidence) / 2))
    return Interval(mean, mean - margin, mean + margin, confidence)


def may_be_above(values: Sequence[float], least: float, confidence: float = 0.95) -> bool:
    """Return whether the interval of `over_seeds` may lie above a number.

    A normal interval is narrower than Student's, and computed without `scipy`: where it reaches
    below the number, the other one does.
    """
    error = statistics.stdev(values) / math.sqrt(len(values))
    return statistics.fmean(values) - normal_quantile(confidence) * error >= least
