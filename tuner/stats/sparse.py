"""Give the interval of a paired difference of which few openings differ, as t is too sure of it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuner.stats.interval import Interval, paired_difference, unanimous_share
from tuner.stats.special import gammaincinv

__all__ = ["FEW", "LOPSIDED", "bounded_difference", "grown_difference", "guarded_difference"]

FEW = 400
"""Below so many differing openings the ends are those of weighted counts, not mean +- t se.

At 400 that all differ to one side, t misses 0.6% where 0.5% are promised, at 10 3%, at 4 9%.
"""


LOPSIDED = 0.2
"""From this skewness of a mean on, `guarded_difference` takes the ends of counts.

It is that of 25 openings that differ alike, all to one side. With it 95% intervals of 200
and 2,000 pairs hold 93.5% and more, however many differ to one side; t alone holds 89% where 8 do.
"""


def guarded_difference(
    left: ArrayLike, right: ArrayLike, clusters: ArrayLike, confidence: float = 0.95
) -> Interval:
    """Return `paired_difference`, but `bounded_difference` where t is too sure of few openings.

    That is so where some openings differ, but fewer than half of all, and their sums of
    differences lean to one side: where the skewness of the mean, |sum of r^3| / (sum of r^2)^1.5
    of the residuals r of these sums, is above `LOPSIDED`. What t leaves out at one end then grows
    by 0.085 times the skewness (Hall 1992, "The Bootstrap and Edgeworth Expansion", section 2.6).

    Skewness that was not seen yet is not guarded against: where 45% of openings win 1/8 and 5.6%
    lose 1, the interval of a difference of 0 is above 0 in 31% of 20,000 simulated samples of 20
    openings, in 8.3% of 50, in 4.3% of 100 and in 4.2% of 200, where 2.5% are meant.

    Args:
        left: shape (n,), pair scores from 0 to 1.
        right: shape (n,), pair scores of the other agent, in the same order.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        confidence: of the interval.

    Raises:
        StatisticsError: as for `paired_difference`.
    """
    found = paired_difference(left, right, clusters, confidence)
    values = np.asarray(left, dtype=np.float64) - np.asarray(right, dtype=np.float64)
    _, index = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(index, weights=values)
    if not 0 < 2 * np.count_nonzero(sums) < len(sums):
        return found
    residuals = np.bincount(index, weights=values - values.mean())
    skewness = abs(float((residuals**3).sum())) / float((residuals**2).sum()) ** 1.5
    return bounded_difference(left, right, clusters, confidence) if skewness > LOPSIDED else found


def bounded_difference(
    left: ArrayLike, right: ArrayLike, clusters: ArrayLike, confidence: float = 0.95
) -> Interval:
    """Return the mean of left - right, with an interval that holds however few openings differ.

    Where `FEW` openings or more differ it is `paired_difference`. Where fewer do, the number that
    differ is the uncertain thing, and each side has its own: what is lost and what is won are
    weighted sums of Poisson counts, with the ends of Fay & Feuer 1997, Statistics in Medicine 16,
    791-801 (of one weight these are the exact ones of Garwood 1936). An opening that has not
    differed yet may still: the upper end counts one more that is lost or won as a whole, as large
    as the opening of a random pair. The ends of the difference are joined from both by Zou &
    Donner 2008, Statistics in Medicine 27, 1693-1702. Counts are taken as Poisson, which is a
    little too wide where a large share differs.

    Where nothing differs, the exact end of a share of which none was seen (Clopper & Pearson 1934)
    bounds it on both sides. An opening whose own pairs cancel out counts as one that does not
    differ.

    Args:
        left: shape (n,), pair scores from 0 to 1.
        right: shape (n,), pair scores of the other agent, in the same order.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        confidence: of the interval; each end errs half of the rest of the time.

    Raises:
        StatisticsError: as for `paired_difference`.
    """
    return grown_difference(left, right, clusters, confidence, 1.0)


def grown_difference(
    left: ArrayLike, right: ArrayLike, clusters: ArrayLike, confidence: float, times: float
) -> Interval:
    """Return what `bounded_difference` would be of so many times as many pairs that are like these.

    Then so many times as many openings differ, each with so much less a share of all pairs.

    Args:
        left: shape (n,), pair scores from 0 to 1.
        right: shape (n,), pair scores of the other agent, in the same order.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        confidence: of the interval.
        times: at least 1.

    Raises:
        StatisticsError: as for `paired_difference`.
    """
    found = paired_difference(left, right, clusters, confidence)
    values = np.asarray(left, dtype=np.float64) - np.asarray(right, dtype=np.float64)
    _, index = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(index, weights=values) / len(values)
    sizes = np.bincount(index) / len(values)
    mean, differing = found.estimate, int(np.count_nonzero(sums))
    if differing == 0:
        most = 1 - unanimous_share(len(sizes) * times, (1 + confidence) / 2)
        return Interval(0.0, -most, most, confidence)
    if differing * times >= FEW:
        margin = found.margin / math.sqrt(times)
        return found if times == 1 else Interval(mean, mean - margin, mean + margin, confidence)
    error, further = (1 - confidence) / 2, float((sizes**2).sum())
    lost, least_lost, most_lost = _ends(-sums[sums < 0], further, error, times)
    won, least_won, most_won = _ends(sums[sums > 0], further, error, times)
    low = mean - math.hypot(won - least_won, most_lost - lost)
    high = mean + math.hypot(most_won - won, lost - least_lost)
    return Interval(mean, max(-1.0, low), min(1.0, high), confidence)


def _ends(
    weights: NDArray[np.float64], further: float, error: float, times: float
) -> tuple[float, float, float]:
    """Return the sum of weights that were counted once each, and both ends of what it expects.

    With so many times as many counts, each of so much less weight.
    """
    total, squares = float(weights.sum()), float((weights**2).sum()) / times
    one = further / times
    least = _gamma(error, total, squares) if total else 0.0
    return total, least, _gamma(1 - error, total + one, squares + one**2)


def _gamma(share: float, mean: float, variance: float) -> float:
    """Return the quantile of a gamma distribution of this mean and variance."""
    return float(gammaincinv(mean**2 / variance, share)) * variance / mean
