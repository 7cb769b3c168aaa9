"""Exact intervals of counted games: SciPy's and published ones, and how often means are held."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from tuner.stats.exact import clopper_pearson, stratified_rate
from tuner.stats.interval import StatisticsError

RATES = {
    "nearly all are won": (0.99,) * 7,
    "all but every 500th": (0.998,) * 7,
    "one opponent is even": (*(0.99,) * 6, 0.5),
    "from all to a third": (1.0, 0.95, 0.9, 0.6, 0.5, 0.4, 0.3),
    "even": (0.5,) * 7,
    "two opponents": (0.98, 0.9),
    "nearly all are lost": (0.01,) * 7,
}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0579, 0.1617),
        (0, 20, 0, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe 1998, Statistics in Medicine 17, 857-872, table I, Clopper and Pearson."""
    found = clopper_pearson(wins, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(("wins", "games"), [(0, 1), (1, 1), (15, 30), (30, 30), (599, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_one_opponent_has_the_interval_of_scipy(wins: int, games: int, confidence: float) -> None:
    expected = binomtest(wins, games).proportion_ci(confidence, method="exact")
    for found in (
        clopper_pearson(wins, games, confidence),
        stratified_rate([(wins, games)], confidence),
    ):
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_equal_opponents_are_as_good_as_one() -> None:
    """Seven cells with equal rates are one of as many games."""
    expected = binomtest(7 * 18, 7 * 30).proportion_ci(method="exact")
    found = stratified_rate([(18, 30)] * 7)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("games", [10, 30, 200])
@pytest.mark.parametrize("kind", RATES)
def test_a_mean_over_opponents_is_held_near_0_and_1_as_well(kind: str, games: int) -> None:
    """Each end errs in 2.5 of 100 rows; two standard errors of 1,500 are 0.8."""
    rates = np.array(RATES[kind])
    truth = float(rates.mean())
    rows = np.random.default_rng(games).binomial(games, rates, (1500, len(rates)))
    found = [stratified_rate([(int(wins), games) for wins in row]) for row in rows]
    assert np.mean([truth < one.low for one in found]) <= 0.034
    assert np.mean([truth > one.high for one in found]) <= 0.034


UNEQUAL = {
    "one even in 10 games": ((10, 0.3), *((200, 0.99),) * 6),
    "one lost more often than won": ((10, 0.5), *((200, 0.99),) * 6),
    "nearly all won of 30": ((10, 0.6), *((30, 0.998),) * 6),
    "two of few games": (*((10, 0.7),) * 2, *((200, 0.998),) * 5),
    "five and a thousand": ((5, 0.8), (1000, 0.98)),
    "twenty and five": ((20, 0.99), (5, 0.3)),
    "all differ": ((10, 0.5), (20, 0.6), (50, 0.7), (100, 0.8), (200, 0.9)),
    "two of ten": ((10, 0.99), (10, 0.5)),
    "three of twenty": ((20, 0.98), (20, 0.3), (20, 0.998)),
}


@pytest.mark.parametrize("kind", UNEQUAL)
def test_a_mean_is_held_where_games_are_unequal_or_opponents_few(kind: str) -> None:
    """Each end errs in 2.5 of 100 rows; two standard errors of 1,500 are 0.8."""
    games, rates = (np.array(one) for one in zip(*UNEQUAL[kind], strict=True))
    truth = float(rates.mean())
    rows = np.random.default_rng(3).binomial(games.astype(int), rates, (1500, len(rates)))
    kinds, repeats = np.unique(rows, axis=0, return_counts=True)
    found = [stratified_rate([*zip(row, games.astype(int), strict=True)]) for row in kinds.tolist()]
    assert repeats @ [truth < one.low for one in found] <= 0.034 * 1500
    assert repeats @ [truth > one.high for one in found] <= 0.034 * 1500


def test_all_games_won_leave_a_row_some_doubt() -> None:
    found = stratified_rate([(10, 10)] * 7)
    assert found.high == found.estimate == 1.0
    # Seventy games of seventy.
    assert found.low == pytest.approx(0.025 ** (1 / 70))


@pytest.mark.parametrize("cells", [[], [(3, 2)], [(-1, 2)], [(0, 0)]])
def test_impossible_games_have_no_interval(cells: list[tuple[int, int]]) -> None:
    with pytest.raises(StatisticsError):
        stratified_rate(cells)
