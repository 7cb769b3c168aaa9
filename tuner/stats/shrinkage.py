"""Say what the best of many noisy values is really worth, by empirical Bayes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuner.stats.interval import Interval

__all__ = ["shrunken_best"]

_FEWEST = 3
"""Fewer values say nothing of how much true values differ."""

_STEPS = 40
"""Steps of the expectation-maximization. More of them fit the noise of the values."""

_LEAST_SPREAD = 0.1
"""True values differ by so many standard errors at least in the distribution that it starts from;
without any spread it could not find any."""

_UNIFORM = 0.001
"""Share of that distribution which allows any true value between the least and the best."""

_FEWEST_POINTS, _MOST_POINTS = 100, 400


def shrunken_best(values: ArrayLike, best: Interval, noise: float) -> Interval:
    """Return the best value without the luck that has made it the best.

    True values are taken as drawn from a distribution, which is estimated from all values and their
    noise; the result is the mean of the true value, given what the best one reads. The estimate
    starts from the normal distribution of Efron & Morris 1973, J. Amer. Stat. Assoc. 68, 117-130
    (variance of the values less that of their noise). Where a search gathers near a peak, true
    values are not normal at all: many are nearly as good as the best, and some are far worse. So a
    few steps of expectation-maximization towards the nonparametric maximum-likelihood distribution
    follow (Laird 1978, J. Amer. Stat. Assoc. 73, 805-811; Koenker & Mizera 2014, the same journal
    109, 674-685).

    The interval is as wide as that of a single trial: what is learnt from the others is not counted
    as knowledge, since the distribution is an estimate itself.

    Args:
        values: shape (trials,), what different vectors read on the same openings.
        best: the largest of them, with its own interval, within 0 to 1.
        noise: standard error of a value beside the others, of which luck on the common openings is
            no part (`tuner.stats.shared_noise.SharedNoise`).
    """
    read = np.asarray(values, dtype=np.float64)
    if read.size < _FEWEST or noise <= 0 or read.max() == read.min():
        return best
    points = _points(read, noise)
    prior = _prior(read, points, noise)
    weights = prior * _likelihood(np.array([best.estimate]), points, noise)[0]
    estimate = float(weights @ points / weights.sum())
    margin = max(best.estimate - best.low, best.high - best.estimate)
    low, high = max(0.0, estimate - margin), min(1.0, estimate + margin)
    return replace(best, estimate=estimate, low=low, high=high, bound="two-sided")


def _points(read: NDArray[np.float64], noise: float) -> NDArray[np.float64]:
    """Return possible true values, two or more to a standard error if that is not too many."""
    wanted = math.ceil(2 * float(np.ptp(read)) / noise)
    count = min(max(wanted, _FEWEST_POINTS), _MOST_POINTS)
    return np.linspace(read.min(), read.max(), count)


def _likelihood(
    read: NDArray[np.float64], points: NDArray[np.float64], noise: float
) -> NDArray[np.float64]:
    """Return how likely each value is at each true value, shape (values, points), up to a factor.

    A value that is far from all points on this scale keeps the largest of its likelihoods.
    """
    exponent: NDArray[np.float64] = -0.5 * ((read[:, None] - points) / noise) ** 2
    return np.asarray(np.exp(exponent - exponent.max(axis=1, keepdims=True)))


def _prior(
    read: NDArray[np.float64], points: NDArray[np.float64], noise: float
) -> NDArray[np.float64]:
    """Return how probable each true value is, shape (points,)."""
    spread = max(math.sqrt(max(0.0, float(read.var(ddof=1)) - noise**2)), _LEAST_SPREAD * noise)
    normal = np.exp(-0.5 * ((points - read.mean()) / spread) ** 2)
    prior: NDArray[np.float64] = (1 - _UNIFORM) * normal / normal.sum() + _UNIFORM / len(points)
    # Values are counted at the points, so that a step takes as long whatever their number.
    scale = (len(points) - 1) / (points[-1] - points[0])
    counts = np.bincount(np.rint((read - points[0]) * scale).astype(np.intp))
    taken = np.flatnonzero(counts)
    likelihood = _likelihood(points[taken], points, noise)
    for _ in range(_STEPS):
        prior = prior * ((counts[taken] / (likelihood @ prior)) @ likelihood) / read.size
    return np.asarray(prior)
