"""Say how well a median is known from repeated measurements, whatever their distribution is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from functools import cache

from tuner.stats.interval import Interval

__all__ = ["FEWEST", "median_interval", "rank_of_low"]

FEWEST = 6
"""Of fewer measurements even the smallest and the largest enclose the median with less than 95%."""


@cache
def rank_of_low(count: int) -> int:
    """Return the rank, from 1, of the measurement where a 95% interval of the median begins.

    It ends at the same rank counted from the largest. Each measurement is below the median with
    probability one half, so the number below it is binomial: the interval misses the median with
    probability 2 P(B < rank), B of Binomial(count, 1/2) (David and Nagaraja, "Order statistics",
    3rd edition, 2003, section 7.1).

    Args:
        count: of the measurements, FEWEST or more.

    Raises:
        ValueError: if there are fewer.
    """
    if count < FEWEST:
        raise ValueError(f"{count} measurements have no 95% interval; take {FEWEST} or more")
    rank, cases = 0, 1
    # Whole numbers: 40 * P(B <= rank) <= 1 says that each side misses with at most 2.5%.
    while 40 * cases <= 2**count:
        rank += 1
        cases += math.comb(count, rank)
    return rank


def median_interval(numbers: Sequence[float]) -> Interval:
    """Return the median of independent measurements with its 95% interval by order statistics.

    Args:
        numbers: FEWEST or more.

    Raises:
        ValueError: if there are fewer.
    """
    rank = rank_of_low(len(numbers))
    ordered = sorted(numbers)
    return Interval(statistics.median(ordered), ordered[rank - 1], ordered[-rank], 0.95)
