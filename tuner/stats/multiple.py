"""Judge several comparisons at once, and say what chance shows among them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from tuner.stats.interval import Interval, StatisticsError, clustered_mean, normal_quantile
from tuner.stats.special import ndtri

__all__ = [
    "LEAST_P_VALUE",
    "SHOWN",
    "Corrected",
    "correct",
    "holm",
    "interval_p_value",
    "mean_p_value",
    "pairs_to_show",
    "widest_of",
]

LEAST_P_VALUE = 1e-12
"""Smaller ones are not told apart."""

SHOWN = 0.05
"""A p-value of at most so much shows that there is something."""

_HALVINGS = 36
"""Of the logarithm: nine digits are right then."""


@dataclass(frozen=True)
class Corrected:
    """Hold the p-value of one of several comparisons.

    Attributes:
        p_value: of the hypothesis that there is no difference.
        adjusted: the same after Holm's correction for their number.
    """

    p_value: float
    adjusted: float

    @property
    def shown(self) -> bool:
        """Return whether there is a difference: in 5 of 100 families of equals one is shown."""
        return self.adjusted <= SHOWN


def correct(p_values: Sequence[float]) -> tuple[Corrected, ...]:
    """Return the comparisons of one family, corrected by `holm`, in the order of their p-values.

    Raises:
        StatisticsError: if one is not between 0 and 1.
    """
    return tuple(map(Corrected, p_values, holm(p_values)))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return the p-values, each adjusted for their number, in the order in which they came.

    If all that are at most `SHOWN` are taken for real, any of them errs in at most 5 of 100 such
    families. Source: Holm 1979, Scandinavian Journal of Statistics 6, 65-70.

    Args:
        p_values: of one family of comparisons.

    Raises:
        StatisticsError: if one is not between 0 and 1.
    """
    if not all(0 <= value <= 1 for value in p_values):
        raise StatisticsError("a p-value lies between 0 and 1; give p-values")
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = largest
    return tuple(adjusted)


def mean_p_value(values: ArrayLike, clusters: ArrayLike, center: float = 0.5) -> float:
    """Return the two-sided p-value of the hypothesis that the mean of values of pairs is `center`.

    It is 1 less the confidence at which the interval of `clustered_mean` begins to hold the center,
    at least `LEAST_P_VALUE`. Where all pairs were won, or all lost, that interval is a one-sided
    bound: nobody knew which end it would be, so its chance counts twice.

    Args:
        values: shape (n,), from 0 to 1, for example pair scores.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        center: the hypothesis, from 0 to 1.

    Raises:
        StatisticsError: as for `clustered_mean`.
    """

    return interval_p_value(
        lambda level: clustered_mean(values, clusters, confidence=level), center
    )


def interval_p_value(interval_of: Callable[[float], Interval], center: float) -> float:
    """Return the two-sided p-value of the hypothesis that a truth is `center`, from its intervals.

    It is 1 less the confidence at which the interval begins to hold the center, at least
    `LEAST_P_VALUE`. The chance of a one-sided bound counts twice, as in `mean_p_value`.

    Args:
        interval_of: returns the interval of a confidence; of a greater one it is no shorter.
        center: the hypothesis.
    """

    def excluded(p_value: float) -> bool:
        interval = interval_of(1 - p_value)
        return not interval.low <= center <= interval.high

    low, high = math.log(LEAST_P_VALUE), math.log(1 - 1e-9)
    if not excluded(math.exp(high)):
        return 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if excluded(math.exp(middle)) else (middle, high)
    one_sided = interval_of(0.95).bound != "two-sided"
    return min(1.0, math.exp(high) * (2 if one_sided else 1))


def pairs_to_show(
    difference: float, pair_variance: float, comparisons: int = 1, power: float = 0.8
) -> int:
    """Return how many pairs show a difference in score with the given power.

    ((z(1 - 0.05 / comparisons) + z(power)) / difference)^2 pair_variance, rounded up: the sample
    size of a z-test (Chow, Shao & Wang 2008, "Sample Size Calculations in Clinical Research",
    section 3.1), each of several comparisons at its share of 5% (Bonferroni, as the first step of
    `holm`).

    Args:
        difference: of the scores, above 0.
        pair_variance: of one pair's score, with the effect of shared openings.
        comparisons: that are corrected for, at least 1.
        power: probability of showing it.

    Raises:
        StatisticsError: a number is outside its range.
    """
    if not difference > 0 or pair_variance < 0 or comparisons < 1 or not 0.5 <= power < 1:
        raise StatisticsError(
            "the number of pairs needs a difference above 0, a variance that is not negative, a "
            "comparison and a power between 0.5 and 1; correct them"
        )
    z = normal_quantile(1 - 0.05 / comparisons) + ndtri(power)
    return math.ceil(pair_variance * (z / difference) ** 2)


def widest_of(comparisons: int, share: float = 0.95) -> float:
    """Return the deviation that the largest of several independent normal ones stays within.

    The z with (2 Phi(z) - 1)^comparisons = share. Source: Sidak 1967, Journal of the American
    Statistical Association 62, 626-633.

    Args:
        comparisons: how many, at least 1.
        share: how often it stays within.

    Raises:
        StatisticsError: if there is no comparison, or the share is not between 0 and 1.
    """
    if comparisons < 1:
        raise StatisticsError(f"{comparisons} comparisons have no largest one; give at least 1")
    return normal_quantile(share ** (1 / comparisons))
