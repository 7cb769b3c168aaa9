"""Published win rates against each other: numbers of the findings, and a plain twin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import chi2_contingency, fisher_exact

from tuner.stats.interval import StatisticsError
from tuner.stats.proportions import (
    Stratum,
    counts_of_percent,
    fewest_games,
    homogeneity_p_value,
    stratified_p_value,
)


def test_three_samples_of_one_function_are_not_told_apart() -> None:
    """As the findings have it: 71.9, 72.4 and 74.3% of 210 games each, p = .84."""
    assert homogeneity_p_value([151, 152, 156], [210, 210, 210]) == pytest.approx(0.84, abs=5e-3)
    # The best of them against 68.6%: p = .195; 72.9 against 61.4% of 70 games: p = .15.
    assert homogeneity_p_value([156, 144], [210, 210]) == pytest.approx(0.195, abs=5e-4)
    assert homogeneity_p_value([51, 43], [70, 70]) == pytest.approx(0.15, abs=5e-3)
    # z = 2.9 of 72.43 against 69.55%, and 349 of 600 against 357: p = .64.
    z = math.sqrt(chi2_contingency([[3042, 1158], [2921, 1279]], correction=False).statistic)
    assert z == pytest.approx(2.9, abs=0.05)
    p_value, test = stratified_p_value([Stratum(349, 600, 357, 600)])
    assert test == "stratified"
    assert p_value == pytest.approx(0.64, abs=5e-3)


def test_the_stratified_test_is_that_of_mantel_and_haenszel() -> None:
    """Their statistic, written out: observed less expected wins over the hypergeometric spread."""
    strata = [Stratum(20, 30, 15, 28), Stratum(25, 30, 24, 30), Stratum(10, 20, 7, 25)]
    deviation = variance = 0.0
    for a, n1, b, n2 in ((20, 30, 15, 28), (25, 30, 24, 30), (10, 20, 7, 25)):
        won, total = a + b, n1 + n2
        deviation += a - n1 * won / total
        variance += n1 * n2 * won * (total - won) / (total**2 * (total - 1))
    square = deviation**2 / variance
    expected = math.erfc(math.sqrt(square / 2))
    p_value, test = stratified_p_value(strata)
    assert test == "stratified"
    assert p_value == pytest.approx(expected)


def test_few_games_are_tested_exactly() -> None:
    p_value, test = stratified_p_value([Stratum(3, 4, 1, 4), Stratum(1, 1, 0, 1)])
    assert test == "exact"
    assert p_value == pytest.approx(fisher_exact([[4, 1], [1, 4]]).pvalue)
    assert stratified_p_value([Stratum(5, 5, 5, 5)])[0] == pytest.approx(1.0)


def test_the_stratified_test_errs_in_5_of_100_cases() -> None:
    """Equal agents against opponents of very different strength, 30 games each."""
    chance = np.random.default_rng(9)
    rates, repeats, rejected = np.array([0.95, 0.8, 0.6, 0.5]), 2000, 0
    for _ in range(repeats):
        one, two = chance.binomial(30, rates, (2, 4)).tolist()
        strata = [Stratum(a, 30, b, 30) for a, b in zip(one, two, strict=True)]
        rejected += stratified_p_value(strata)[0] <= 0.05
    assert abs(rejected / repeats - 0.05) < 3 * math.sqrt(0.05 * 0.95 / repeats)


def test_a_percentage_that_no_number_of_games_gives() -> None:
    assert counts_of_percent(72.5, 1, 40) == 29
    assert counts_of_percent(66.7, 1, 30) == 20
    assert counts_of_percent(67, 0, 30) == 20
    assert counts_of_percent(72.5, 1, 30) is None
    assert counts_of_percent(100, 0, 7) == 7
    assert counts_of_percent(0, 0, 7) == 0


def test_the_fewest_games_that_give_all_percentages() -> None:
    assert fewest_games([(50.0, 0), (30.0, 0), (5.0, 0)]) == 20
    assert fewest_games([(66.7, 1)]) == 3
    assert fewest_games([(100.0, 0)]) == 1
    assert fewest_games([(12.345678, 6), (98.765433, 6)]) is None


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(StatisticsError, match="4 wins of 3 games are impossible"):
        Stratum(4, 3, 1, 3)
    with pytest.raises(StatisticsError, match="without a common opponent"):
        stratified_p_value([])
    assert homogeneity_p_value([3, 3], [3, 3]) == 1.0
