"""The interval of a median by order statistics: published ranks, and how often it covers."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.medians import median_interval, rank_of_low

# Conover, "Practical nonparametric statistics", 3rd edition, 1999, table A3 of the binomial
# distribution with p = 1/2: P(B <= rank - 1) is the last entry that is at most 0.025.
PUBLISHED = {
    6: (1, 0.0156),
    8: (1, 0.0039),
    9: (2, 0.0195),
    10: (2, 0.0107),
    12: (3, 0.0193),
    15: (4, 0.0176),
    17: (5, 0.0245),
    20: (6, 0.0207),
}


@pytest.mark.parametrize("count", PUBLISHED)
def test_ranks_are_those_of_published_tables(count: int) -> None:
    rank, missed = PUBLISHED[count]
    assert rank_of_low(count) == rank
    tosses = np.array([bin(one).count("1") for one in range(2**count)])
    assert np.mean(tosses < rank) == pytest.approx(missed, abs=5e-5)
    assert np.mean(tosses <= rank) > 0.025


def test_ranks_of_many_are_those_of_the_normal_approximation() -> None:
    """Half of them, less 1.96 standard deviations of the square root of n over two."""
    assert abs(rank_of_low(10_000) - (5_000 - 1.96 * 50)) <= 1


def test_the_interval_is_a_pair_of_measurements() -> None:
    found = median_interval([7, 1, 5, 9, 3, 2, 8, 4, 10, 6])
    assert (found.estimate, found.low, found.high, found.confidence) == (5.5, 2, 9, 0.95)


def test_of_fewer_than_six_there_is_none() -> None:
    with pytest.raises(ValueError, match="5 measurements have no 95% interval; take 6 or more"):
        median_interval([1.0, 2.0, 3.0, 4.0, 5.0])


def test_it_covers_the_median_of_a_crooked_distribution() -> None:
    """The median of exponential numbers is log 2; 2,000 intervals miss it at most 5% + 1.5%."""
    draws = np.random.default_rng(1).exponential(size=(2_000, 25))
    found = [median_interval(row.tolist()) for row in draws]
    missed = np.mean([not one.low <= np.log(2) <= one.high for one in found])
    # P(B < 8) of Binomial(25, 1/2) is 0.0216, so 4.33% are missed; five standard errors.
    assert missed == pytest.approx(0.0433, abs=5 * np.sqrt(0.0433 * 0.9567 / 2_000))
