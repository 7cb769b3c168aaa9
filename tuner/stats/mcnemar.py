"""Compare two agents on the same positions: McNemar's exact test and the difference of shares."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tuner.stats.interval import Interval, StatisticsError, wilson
from tuner.stats.special import bdtr

__all__ = ["PairedCounts", "mcnemar_p_value", "paired_counts", "share_difference"]


@dataclass(frozen=True)
class PairedCounts:
    """Count how often both, one or neither of two agents succeeded.

    Attributes:
        both: successes of both.
        first: successes of the first alone.
        second: successes of the second alone.
        neither: failures of both.
    """

    both: int
    first: int
    second: int
    neither: int

    @property
    def total(self) -> int:
        """Return the number of positions."""
        return self.both + self.first + self.second + self.neither


def paired_counts(first: ArrayLike, second: ArrayLike) -> PairedCounts:
    """Count the successes of two agents, given position by position.

    Args:
        first: bool, shape (n,).
        second: bool, shape (n,), in the same order.

    Raises:
        StatisticsError: if the shapes differ, or nothing is there.
    """
    left, right = np.asarray(first, dtype=np.bool_), np.asarray(second, dtype=np.bool_)
    if left.shape != right.shape or left.ndim != 1 or left.size == 0:
        raise StatisticsError(
            f"paired results have shapes {left.shape} and {right.shape}; pair them one to one"
        )
    cells = (left & right, left & ~right, ~left & right, ~left & ~right)
    return PairedCounts(*(int(np.count_nonzero(cell)) for cell in cells))


def mcnemar_p_value(counts: PairedCounts) -> float:
    """Return the two-sided p-value of McNemar's exact test: are both agents equally good?

    Only positions in which one of them alone succeeds tell; if both are equally good, each of
    these is a fair coin. Source: McNemar 1947, Psychometrika 12, 153-157, with the exact binomial
    distribution in place of its approximation.
    """
    told = counts.first + counts.second
    # Both tails of the symmetric distribution; the middle belongs to both.
    return min(1.0, 2.0 * float(bdtr(min(counts.first, counts.second), told, 0.5)))


def share_difference(counts: PairedCounts, confidence: float = 0.95) -> Interval:
    """Return the share of successes of the first agent minus that of the second.

    Joins the Wilson intervals of both shares, less what their correlation takes away. Source:
    Newcombe 1998, Statistics in Medicine 17, 2635-2650, method 10.

    Args:
        counts: of positions.
        confidence: of the interval.
    """
    total = counts.total
    left = wilson(counts.both + counts.first, total, confidence)
    right = wilson(counts.both + counts.second, total, confidence)
    phi = _correlation(counts)
    difference = (counts.first - counts.second) / total
    below = _joined(left.estimate - left.low, right.high - right.estimate, phi)
    above = _joined(left.high - left.estimate, right.estimate - right.low, phi)
    low, high = max(-1.0, difference - below), min(1.0, difference + above)
    return Interval(difference, low, high, confidence)


def _correlation(counts: PairedCounts) -> float:
    """Return Newcombe's phi: the correlation, with a continuity correction where it is positive."""
    margins = (
        (counts.both + counts.first)
        * (counts.second + counts.neither)
        * (counts.both + counts.second)
        * (counts.first + counts.neither)
    )
    if margins == 0:
        return 0.0
    product = float(counts.both * counts.neither - counts.first * counts.second)
    if product > 0:
        product = max(0.0, product - counts.total / 2)
    return product / math.sqrt(margins)


def _joined(left: float, right: float, phi: float) -> float:
    """Return the length of the difference of two margins that correlate."""
    return math.sqrt(max(0.0, left * left - 2 * phi * left * right + right * right))
