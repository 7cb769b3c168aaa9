"""Published win rates against each other: numbers of the findings, and a plain twin."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, product

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


def against_one(wins: list[int], games: int) -> float:
    """Rows that have each played one opponent."""
    cells = {(str(row), "opponent"): (won, games) for row, won in enumerate(wins)}
    return homogeneity_p_value([row for row, _ in cells], cells)


def test_three_samples_of_one_function_are_not_told_apart() -> None:
    """As the findings have it: 71.9, 72.4 and 74.3% of 210 games each, p = .84."""
    assert against_one([151, 152, 156], 210) == pytest.approx(0.84, abs=1e-2)
    # The best of them against 68.6%: p = .195; 72.9 against 61.4% of 70 games: p = .15.
    assert against_one([156, 144], 210) == pytest.approx(0.195, abs=1e-3)
    assert against_one([51, 43], 70) == pytest.approx(0.15, abs=5e-3)
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
    """Of one opponent as Fisher; of several by listing every way in which the wins may fall."""
    p_value, test = stratified_p_value([Stratum(4, 5, 1, 5)])
    assert test == "exact"
    assert p_value == pytest.approx(fisher_exact([[4, 1], [1, 4]]).pvalue)
    assert stratified_p_value([Stratum(5, 5, 5, 5)])[0] == pytest.approx(1.0)
    strata = [(3, 4, 1, 4), (2, 2, 1, 5), (1, 3, 0, 2)]
    chances = [listed(*one) for one in strata]
    whole: dict[int, float] = {}
    for ways in product(*(one.items() for one in chances)):
        won = sum(wins for wins, _ in ways)
        whole[won] = whole.get(won, 0) + math.prod(chance for _, chance in ways)
    expected = sum(chance for chance in whole.values() if chance <= whole[6] + 1e-12)
    assert stratified_p_value([Stratum(*one) for one in strata])[0] == pytest.approx(expected)


def listed(
    first_wins: int, first_games: int, second_wins: int, second_games: int
) -> dict[int, float]:
    """Chances of the first agent's wins: which of all games are won, each choice alike."""
    wins, games = first_wins + second_wins, first_games + second_games
    choices = list(combinations(range(games), wins))
    counts = Counter(sum(game < first_games for game in choice) for choice in choices)
    return {won: count / len(choices) for won, count in counts.items()}


def test_who_met_the_weak_opponent_more_often_is_not_better() -> None:
    """Simpson's paradox: both win 90% against one and 10% against the other opponent."""
    for strata in (
        [Stratum(180, 200, 18, 20), Stratum(2, 20, 20, 200)],
        [Stratum(20, 20, 2, 2), Stratum(0, 2, 0, 20)],
    ):
        p_value, test = stratified_p_value(strata)
        assert test == "exact"
        assert p_value == pytest.approx(1.0)
        cells = {}
        for opponent, one in enumerate(strata):
            cells["A", str(opponent)] = (one.first_wins, one.first_games)
            cells["B", str(opponent)] = (one.second_wins, one.second_games)
        assert homogeneity_p_value(["A", "B"], cells) == pytest.approx(1.0)


def test_the_exact_test_errs_in_at_most_5_of_100_cases() -> None:
    """Equal agents, of which one met the strong opponent ten times as often; 400 repeats."""
    chance, repeats, rejected = np.random.default_rng(3), 400, 0
    for _ in range(repeats):
        (a, b), (c, d) = chance.binomial([[40, 4], [4, 40]], [[0.95, 0.95], [0.05, 0.05]]).tolist()
        rejected += stratified_p_value([Stratum(a, 40, b, 4), Stratum(c, 4, d, 40)])[0] <= 0.05
    assert rejected / repeats <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / repeats)


def test_rows_of_a_round_robin_are_compared_as_david_has_it() -> None:
    """4 sum (wins - mean)^2 / (games players), chi-square (David 1988, "Paired Comparisons")."""
    # Three agents, ten games each two: 11, 10 and 9 wins; chi-square of 2 degrees is exp(-x / 2).
    cells = {("a", "b"): (5, 10), ("a", "c"): (6, 10), ("b", "c"): (5, 10)}
    expected = math.exp(-4 * (1 + 0 + 1) / (10 * 3) / 2)
    assert homogeneity_p_value(["a", "b", "c"], cells) == pytest.approx(expected)
    # Games against oneself say nothing.
    cells["a", "a"] = (10, 10)
    assert homogeneity_p_value(["a", "b", "c"], cells) == pytest.approx(expected)


def test_whether_rows_differ_is_right_in_95_of_100_tables_of_equals() -> None:
    """Rows of equals that met each other and two opponents unequally often; 2,000 tables."""
    chance, repeats, rejected = np.random.default_rng(4), 2000, 0
    rates = {"weak": 0.9, "strong": 0.2, "a": 0.5, "b": 0.5}
    played = {("a", "weak"): 60, ("b", "weak"): 20, ("c", "weak"): 10, ("a", "strong"): 15}
    played |= {("b", "strong"): 30, ("c", "strong"): 60, ("b", "a"): 30, ("c", "b"): 12}
    for _ in range(repeats):
        cells = {
            (row, opponent): (int(chance.binomial(games, rates[opponent])), games)
            for (row, opponent), games in played.items()
        }
        rejected += homogeneity_p_value(["a", "b", "c"], cells) <= 0.05
    assert abs(rejected / repeats - 0.05) < 3 * math.sqrt(0.05 * 0.95 / repeats)


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
    with pytest.raises(StatisticsError, match="4 wins of 3 games are impossible"):
        against_one([4], 3)
    assert against_one([3, 3], 3) == 1.0
    assert homogeneity_p_value(["a", "b"], {("a", "x"): (3, 5), ("b", "y"): (1, 5)}) == 1.0
