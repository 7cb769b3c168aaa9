"""Give confidence intervals of proportions, means over clustered pairs, and paired differences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import TuneError
from tuner.stats.special import ndtri, stdtrit
from tuner.stats.standard_error import (
    Limits,
    clustered_error,
    degrees_of_freedom,
    leaning_ends,
    score_ends,
)

__all__ = [
    "Bound",
    "Interval",
    "StatisticsError",
    "clustered_mean",
    "normal_quantile",
    "paired_difference",
    "unanimous_share",
    "wilson",
]

Bound = Literal["two-sided", "at least", "at most"]


_ROUNDING = 1e-12


class StatisticsError(TuneError):
    """A statistic was asked of numbers that do not have it."""


@dataclass(frozen=True)
class Interval:
    """Hold an estimate with its confidence interval; all three numbers are finite.

    Args:
        estimate: the point estimate, low <= estimate <= high.
        low: lower end.
        high: upper end.
        confidence: how often such intervals cover the truth, between 0 and 1.
        bound: which ends are statements about the truth. "at least": only `low` is, and `high` is
            the end of the scale (every game was won); "at most": only `high` is.

    Raises:
        StatisticsError: the numbers are not finite or out of order.
    """

    estimate: float
    low: float
    high: float
    confidence: float = 0.95
    bound: Bound = "two-sided"

    def __post_init__(self) -> None:
        _check_confidence(self.confidence)
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            raise StatisticsError(
                f"interval from {self.low} to {self.high} is not finite; give it finite ends"
            )
        if not self.low <= self.estimate <= self.high:
            raise StatisticsError(
                f"interval needs low <= estimate <= high, not {self.low}, {self.estimate}, "
                f"{self.high}; reorder them"
            )

    @property
    def margin(self) -> float:
        """Return half of the width: the number after the plus-minus sign."""
        return (self.high - self.low) / 2


def wilson(wins: float, games: int, confidence: float = 0.95) -> Interval:
    """Return Wilson's score interval of a win rate.

    For results of single games without pairing, such as published tables.
    Source: Wilson 1927, J. Amer. Stat. Assoc. 22, 209-212 (without continuity correction).

    Args:
        wins: games won; a draw counts one half, so this is a multiple of 0.5 from 0 to games.
        games: games played, at least 1.
        confidence: of the two-sided interval.

    Raises:
        StatisticsError: the numbers contradict each other.
    """
    if games < 1:
        raise StatisticsError(f"a win rate needs at least 1 game, not {games}; play some first")
    if not 0 <= wins <= games or not float(2 * wins).is_integer():
        raise StatisticsError(
            f"{wins} wins of {games} games is impossible; give wins plus half of the draws"
        )
    rate = wins / games
    low, high = score_ends(rate, normal_quantile(confidence) ** 2 / games)
    return Interval(rate, low, high, confidence)


def clustered_mean(
    values: ArrayLike,
    clusters: ArrayLike,
    limits: Limits = (0.0, 1.0),
    confidence: float = 0.95,
) -> Interval:
    """Return the mean of the values of pairs, with a cluster-robust interval.

    Pairs that share an opening are not independent: the standard error is `clustered_error`, and
    Student's t with its `degrees_of_freedom` takes the place of the normal quantile. Near a limit
    the values lean to one side, so the ends are Wilson's (`leaning_ends`); in the middle of the
    scale, and for many pairs, they are mean +- t se.

    One cluster says nothing of the others, so its interval is the whole of `limits`. Identical
    values, or means of clusters, are bounded by `unanimous_share` of the clusters, one-sidedly at a
    limit (all games won).

    Args:
        values: shape (n,), any real dtype, for example pair scores.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        limits: the least and the greatest value that there can be.
        confidence: of the interval.

    Raises:
        StatisticsError: shapes, dtypes or ranges are wrong, or there are no values.
    """
    return _mean(values, clusters, limits, confidence, lean=True)


def paired_difference(
    left: ArrayLike, right: ArrayLike, clusters: ArrayLike, confidence: float = 0.95
) -> Interval:
    """Return the mean of left - right over pairs played from the same openings with the same seeds.

    What both sides share cancels. How much that is depends on the agents: two that play alike share
    nearly all, two that do not gain nothing over separate intervals. The interval is mean +- t se
    of `clustered_mean`, since a difference is hardly ever near -1 or 1. Where few pairs
    differ it is too short (89% for 1% of 400): `guarded_difference` of `tuner.stats.sparse` holds.

    Differences that are all the same number, 0 too, are bounded by `unanimous_share`: that these
    are alike does not prove that all others are.

    Args:
        left: shape (n,), pair scores from 0 to 1.
        right: shape (n,), pair scores of the other agent, in the same order.
        clusters: shape (n,), integers, as for `clustered_mean`.
        confidence: of the interval.

    Raises:
        StatisticsError: as for `clustered_mean`, or the two sides differ in shape.
    """
    first = np.asarray(left, dtype=np.float64)
    second = np.asarray(right, dtype=np.float64)
    if first.shape != second.shape:
        raise StatisticsError(
            f"paired values have shapes {first.shape} and {second.shape}; pair them one to one"
        )
    return _mean(first - second, clusters, (-1.0, 1.0), confidence, lean=False)


def normal_quantile(confidence: float) -> float:
    """Return the z of a two-sided normal interval: 1.95996398454005 for a confidence of 0.95.

    The last digit may differ from that of `scipy.special.ndtri`.
    """
    _check_confidence(confidence)
    return ndtri((1 + confidence) / 2)


def unanimous_share(count: float, confidence: float = 0.95) -> float:
    """Return the lower bound of the share of an outcome that all of `count` independent trials had.

    The p with p^count = 1 - confidence. Source: one-sided Clopper & Pearson 1934, Biometrika 26,
    404-413. A mean of values from 0 to 1 is at least the share of ones, so it is a lower bound of
    an expected score, too.
    """
    _check_confidence(confidence)
    return math.exp(math.log1p(-confidence) / count)


def _mean(
    values: ArrayLike, clusters: ArrayLike, limits: Limits, confidence: float, *, lean: bool
) -> Interval:
    """Return the mean of values, its ends leaning away from the limits or alike on both sides."""
    numbers, groups = _checked(values, clusters, limits)
    lowest, highest = limits
    index = np.unique(groups, return_inverse=True)[1]
    sizes = np.bincount(index).astype(np.float64)
    if np.all(numbers == numbers[0]):
        return _unanimous(float(numbers[0]), len(sizes), limits, confidence)
    mean = min(max(float(numbers.mean()), lowest), highest)
    if len(sizes) == 1:
        return Interval(mean, lowest, highest, confidence)
    quantile = float(stdtrit(degrees_of_freedom(sizes), (1 + confidence) / 2))
    margin = quantile * clustered_error(numbers, index, sizes)
    if margin < _ROUNDING:
        # All clusters have one and the same mean, each by other values.
        return _unanimous(mean, len(sizes), limits, confidence)
    ends = leaning_ends(mean, margin, limits) if lean else (mean - margin, mean + margin)
    return Interval(mean, max(lowest, ends[0]), min(highest, ends[1]), confidence)


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise StatisticsError(f"confidence must be between 0 and 1, not {confidence}; try 0.95")


def _checked(
    values: ArrayLike, clusters: ArrayLike, limits: Limits
) -> tuple[NDArray[np.float64], NDArray[np.integer]]:
    numbers = np.asarray(values, dtype=np.float64)
    groups = np.asarray(clusters)
    if numbers.ndim != 1 or numbers.size == 0:
        raise StatisticsError(
            f"a mean needs a flat, non-empty row of values, not shape {numbers.shape}; "
            "give one value a pair"
        )
    if groups.shape != numbers.shape or not np.issubdtype(groups.dtype, np.integer):
        raise StatisticsError(
            f"clusters are {groups.dtype} of shape {groups.shape}; "
            f"give one integer for each of the {numbers.size} values"
        )
    lowest, highest = limits
    if not np.all((numbers >= lowest) & (numbers <= highest)):
        raise StatisticsError(
            f"a value lies outside its limits {lowest} to {highest} (or is no number); "
            "give limits that hold for every value"
        )
    return numbers, groups


def _unanimous(value: float, count: int, limits: Limits, confidence: float) -> Interval:
    """Return the interval when all values are the same number, in `count` clusters."""
    lowest, highest = limits
    slack = (highest - lowest) * (1 - unanimous_share(count, confidence))
    if value == highest:
        return Interval(value, highest - slack, highest, confidence, "at least")
    if value == lowest:
        return Interval(value, lowest, lowest + slack, confidence, "at most")
    if count == 1:
        return Interval(value, lowest, highest, confidence)
    # Few equal values do not prove that all are: any share of others may lie anywhere.
    share = unanimous_share(count, confidence)
    low, high = (share * value + (1 - share) * end for end in limits)
    return Interval(value, low, high, confidence)
