"""McNemar's exact test and Newcombe's interval give published numbers."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from tuner.stats.interval import StatisticsError, paired_difference, wilson
from tuner.stats.mcnemar import PairedCounts, mcnemar_p_value, paired_counts, share_difference

# Both, first alone, second alone, neither.
MEDIA = PairedCounts(20, 12, 2, 16)
"""Two media for a culture. Armitage & Berry 1994, page 127: exact P = 0.0129."""

AIRWAYS = PairedCounts(1, 1, 7, 12)
"""Before and after a transplantation. Bentur 2009, in Fagerland, Lydersen & Laake 2014 (Statistics
in Medicine 33, 2850-2875): exact P = 0.0703, Newcombe's interval -0.507 to -0.026."""

NEWCOMBE = PairedCounts(36, 12, 2, 0)
"""Newcombe 1998 (Statistics in Medicine 17, 2635-2650): method 10 gives 0.0569 to 0.3404."""

ALTMAN = PairedCounts(14, 5, 0, 22)
"""Altman et al. 2000, Statistics with Confidence, table 6.2: 0.122 with 0.011 to 0.226."""


@pytest.mark.parametrize(("counts", "p_value"), [(MEDIA, 0.0129), (AIRWAYS, 0.0703)])
def test_the_exact_test_gives_published_values(counts: PairedCounts, p_value: float) -> None:
    assert mcnemar_p_value(counts) == pytest.approx(p_value, abs=5e-5)


def test_the_exact_test_is_that_of_a_fair_coin() -> None:
    for first, second in product(range(12), repeat=2):
        p_value = mcnemar_p_value(PairedCounts(5, first, second, 3))
        tail = stats.binom.cdf(min(first, second), first + second, 0.5)
        assert p_value == pytest.approx(min(1.0, 2 * tail))


@pytest.mark.parametrize(
    ("counts", "low", "high", "digits"),
    [
        (NEWCOMBE, 0.0569, 0.3404, 5e-5),
        (AIRWAYS, -0.507, -0.026, 5e-4),
        (ALTMAN, 0.011, 0.226, 5e-4),
    ],
)
def test_the_interval_of_the_difference_gives_published_values(
    counts: PairedCounts, low: float, high: float, digits: float
) -> None:
    found = share_difference(counts)
    assert found.estimate == pytest.approx((counts.first - counts.second) / counts.total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=digits)


def test_the_other_agents_view_is_the_mirror_image() -> None:
    one = share_difference(PairedCounts(40, 9, 4, 7))
    other = share_difference(PairedCounts(40, 4, 9, 7))
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low))


def test_of_many_positions_it_is_the_interval_of_the_mean_difference() -> None:
    stream = np.random.default_rng(1)
    first = stream.random(20_000) < 0.7
    second = np.where(stream.random(20_000) < 0.8, first, stream.random(20_000) < 0.6)
    found = share_difference(paired_counts(first, second))
    mean = paired_difference(first, second, np.arange(20_000))
    assert found.estimate == pytest.approx(mean.estimate)
    assert (found.low, found.high) == pytest.approx((mean.low, mean.high), abs=2e-4)


def test_agents_that_never_differ_have_a_narrow_interval_around_0() -> None:
    found = share_difference(PairedCounts(6_000, 0, 0, 2_000))
    assert found.low < found.estimate == 0.0 < found.high
    assert found.high < wilson(6_000, 8_000).margin / 20
    assert mcnemar_p_value(PairedCounts(6_000, 0, 0, 2_000)) == 1.0


@pytest.mark.parametrize("counts", [PairedCounts(9, 0, 0, 0), PairedCounts(0, 0, 9, 0)])
def test_margins_of_0_have_an_interval_too(counts: PairedCounts) -> None:
    found = share_difference(counts)
    assert -1.0 <= found.low <= found.estimate <= found.high <= 1.0


def test_positions_are_counted_in_pairs() -> None:
    first = [True, True, False, False, True]
    second = [True, False, True, False, False]
    assert paired_counts(first, second) == PairedCounts(both=1, first=2, second=1, neither=1)
    for wrong in ([True], [], [[True]]):
        with pytest.raises(StatisticsError, match="pair them one to one"):
            paired_counts(wrong, [] if wrong == [] else [True, False])
