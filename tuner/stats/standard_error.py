"""Compute the standard error of a mean over clusters, and the ends of a score near its limits."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["Limits", "clustered_error", "degrees_of_freedom", "leaning_ends", "score_ends"]

Limits = tuple[float, float]
"""The least and the greatest value that there can be."""


def clustered_error(
    values: NDArray[np.float64], index: NDArray[np.intp], sizes: NDArray[np.float64]
) -> float:
    """Return the standard error of the mean of values that share clusters.

    Residuals e are summed within each cluster before they are squared: with n values and a share h
    of them in a cluster, se^2 = sum over clusters of (sum of e)^2 / (1 - h) / n^2. Source: Bell &
    McCaffrey 2002, Survey Methodology 28, 169-181 ("CR2"). Of clusters of one size it is the older
    estimate with the factor G / (G - 1) for G clusters (Liang & Zeger 1986, Biometrika 73, 13-22),
    which is too small where some clusters are larger than others.

    Args:
        values: shape (n,).
        index: shape (n,), the cluster of each value, from 0 on.
        sizes: shape (clusters,), how many values each has; at least two clusters.
    """
    sums = np.bincount(index, weights=values - values.mean())
    return math.sqrt(float((sums**2 / (1 - sizes / values.size)).sum())) / values.size


def degrees_of_freedom(sizes: NDArray[np.float64]) -> float:
    """Return the degrees of freedom of `clustered_error`: one less than clusters of one size.

    Those of the chi-squared distribution with the mean and variance of se^2 where the values are
    independent: n^2 / (sum of squares of all entries of A), A the covariance of the scaled sums of
    the clusters. It has the sizes m on its diagonal and -m m' / (n sqrt((1 - h)(1 - h'))) beside
    it. Source: Bell & McCaffrey 2002, as for `clustered_error`.

    Args:
        sizes: shape (clusters,), how many values each has; at least two clusters.
    """
    total = float(sizes.sum())
    scaled = sizes**2 / (total * (1 - sizes / total))
    beside = float(scaled.sum()) ** 2 - float((scaled**2).sum())
    return total**2 / (float((sizes**2).sum()) + beside)


def score_ends(rate: float, weight: float) -> tuple[float, float]:
    """Return both ends of Wilson's score interval, which never leaves 0 to 1.

    Source: Wilson 1927, J. Amer. Stat. Assoc. 22, 209-212, without continuity correction.

    Args:
        rate: the estimate, from 0 to 1.
        weight: the squared quantile over the number of independent games, or of as many as would
            have the same standard error.
    """
    center = (rate + weight / 2) / (1 + weight)
    margin = math.sqrt(weight * rate * (1 - rate) + (weight / 2) ** 2) / (1 + weight)
    # Rounding must not push an end beyond 0, 1 or the rate itself.
    return max(0.0, min(center - margin, rate)), min(1.0, max(center + margin, rate))


def leaning_ends(mean: float, margin: float, limits: Limits) -> tuple[float, float]:
    """Return Wilson's ends of a mean whose symmetric ends would be mean +- margin.

    Near a limit an interval as long below the mean as above it misses the truth too often: 12%
    in place of 5% for 50 pairs of which a tenth is not won. These are the ends of as many
    independent games as would have this margin. Source: Korn & Graubard 1998, Survey Methodology
    24, 193-201 (effective sample size, with t for z), compared with others by Franco et al. 2019,
    J. Survey Stat. Methodol. 7, 334-364.

    Args:
        mean: of the values.
        margin: its standard error times the quantile of the interval.
        limits: of the values, in their unit.
    """
    lowest, highest = limits
    span = highest - lowest
    rate = (mean - lowest) / span
    spread = rate * (1 - rate)
    if spread <= 0:
        # Rounding has made a mean its limit; nothing is left to lean to.
        return limits
    low, high = score_ends(rate, (margin / span) ** 2 / spread)
    return min(lowest + low * span, mean), max(lowest + high * span, mean)
