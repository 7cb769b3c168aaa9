"""Several comparisons at once: published adjustments, and what the intervals themselves say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest, norm, ttest_1samp

from tuner.stats.decision import detectable_difference
from tuner.stats.interval import StatisticsError, clustered_mean
from tuner.stats.multiple import LEAST_P_VALUE, holm, mean_p_value, pairs_to_show, widest_of


def test_holm_is_that_of_r() -> None:
    """As `p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")` of R, and in any order."""
    expected = [0.05, 0.08, 0.09, 0.09, 0.09]
    values = [0.01, 0.02, 0.03, 0.04, 0.05]
    assert holm(values) == pytest.approx(expected)
    assert holm(values[::-1]) == pytest.approx(expected[::-1])
    assert holm([0.7, 0.6]) == (1.0, 1.0)
    assert holm([]) == ()
    with pytest.raises(StatisticsError, match="between 0 and 1"):
        holm([1.5])


def test_holm_keeps_the_error_of_a_family() -> None:
    """Of 20 true hypotheses any is rejected in 5 of 100 families at most."""
    chance = np.random.default_rng(5)
    families = [min(holm(chance.random(20).tolist())) <= 0.05 for _ in range(2000)]
    assert np.mean(families) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)


def test_the_p_value_of_many_independent_pairs_is_that_of_a_t_test() -> None:
    """Near 50% an interval that leans away from 0 and 1 leans to neither side."""
    values = np.random.default_rng(2).choice([0.0, 0.5, 1.0], 4000, p=[0.24, 0.5, 0.26])
    expected = ttest_1samp(values, 0.5).pvalue
    assert 0.001 < expected < 0.5
    assert mean_p_value(values, np.arange(4000)) == pytest.approx(expected, rel=0.02)


def test_the_p_value_agrees_with_the_interval() -> None:
    chance = np.random.default_rng(4)
    for _ in range(20):
        values = chance.choice([0.0, 0.5, 1.0], 40, p=[0.15, 0.5, 0.35])
        clusters = chance.integers(0, 12, 40)
        interval = clustered_mean(values, clusters)
        excluded = not interval.low <= 0.5 <= interval.high
        assert (mean_p_value(values, clusters) < 0.05) == excluded


def test_the_simplest_pairs_have_a_p_value() -> None:
    """Of n won pairs the two-sided sign test: all won or all lost; of halves 1."""
    assert mean_p_value(np.ones(5), np.arange(5)) == pytest.approx(binomtest(5, 5).pvalue)
    assert mean_p_value(np.zeros(1), np.arange(1)) == pytest.approx(1.0)
    assert mean_p_value(np.zeros(12), np.arange(12) // 2) == pytest.approx(binomtest(0, 6).pvalue)
    assert mean_p_value(np.full(9, 0.5), np.arange(9)) == 1.0
    assert mean_p_value(np.ones(500), np.arange(500)) == pytest.approx(2 * LEAST_P_VALUE)


@pytest.mark.parametrize(("pairs", "matches"), [(6, 3), (8, 10), (10, 45)])
def test_few_pairs_of_equals_keep_the_error_of_a_family(pairs: int, matches: int) -> None:
    """Both games of each pair won, or both lost; every number of won pairs with its chance.

    The smallest of m p-values is at most 0.05 / m where any match shows something.
    """
    shown = 0.0
    for won in range(pairs + 1):
        scores = (np.arange(pairs) < won).astype(np.float64)
        if mean_p_value(scores, np.arange(pairs)) <= 0.05 / matches:
            shown += float(binom.pmf(won, pairs, 0.5))
    assert 1 - (1 - shown) ** matches <= 0.05


def test_the_pairs_that_show_a_difference_are_those_that_can_detect_it() -> None:
    pairs = pairs_to_show(0.0144, 0.1)
    assert detectable_difference(pairs, 0.1) <= 0.0144 < detectable_difference(pairs - 1, 0.1)
    # z of 1 - 0.05 / 20 is 2.8070, by a table; that of 80% power 0.8416.
    assert pairs_to_show(0.1, 0.1, 10) == math.ceil(0.1 * ((2.807034 + 0.841621) / 0.1) ** 2)
    assert pairs_to_show(0.1, 0.0) == 0
    with pytest.raises(StatisticsError, match="difference above 0"):
        pairs_to_show(0.0, 0.1)


def test_the_largest_of_several_deviations_stays_within_its_band() -> None:
    assert widest_of(1) == pytest.approx(1.959964, abs=1e-6)
    chance = np.random.default_rng(6)
    largest = np.abs(chance.normal(size=(4000, 10))).max(axis=1)
    assert abs(np.mean(largest <= widest_of(10)) - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 4000)
    with pytest.raises(StatisticsError, match="no largest"):
        widest_of(0)


@pytest.mark.parametrize(
    ("matches", "tables", "after_five"),
    [(2, 4000, 0.174), (6, 4000, 0.183), (28, 2000, 0.193), (190, 600, 0.203)],
)
def test_the_promise_of_5_tables_in_100_is_that_of_one_look(
    matches: int, tables: int, after_five: float
) -> None:
    """Equals that are looked at after 200, 400, 800, 1,600 and 3,200 pairs.

    Expected is the exact chance by the integrals of Armitage, McPherson & Rowe 1969, J. Royal
    Statistical Society A 132, 235-244. The screen says 5, and 17 to 20 of 100.
    """
    pairs = np.array([200, 400, 800, 1600, 3200])
    stream = np.random.default_rng(14)
    steps = stream.normal(size=(tables, matches, 5)) * np.sqrt(np.diff(pairs, prepend=0))
    deviations = np.cumsum(steps, axis=2) / np.sqrt(pairs)
    p_values = 2 * norm.sf(np.abs(deviations))
    shown = np.array([[min(holm(look)) <= 0.05 for look in table.T] for table in p_values])
    for found, chance in ((shown[:, 0], 0.05), (shown.any(axis=1), after_five)):
        error = math.sqrt(chance * (1 - chance) / tables)
        assert found.mean() == pytest.approx(chance, abs=3 * error)
