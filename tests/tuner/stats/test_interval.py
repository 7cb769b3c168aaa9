import math
from itertools import pairwise, product

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import brentq

from engine.errors import TuneError
from tuner.stats.interval import (
    Interval,
    StatisticsError,
    clustered_mean,
    normal_quantile,
    paired_difference,
    unanimous_share,
    wilson,
)
from tuner.stats.standard_error import degrees_of_freedom

# Wilson 95%, published values.
WILSON = [
    # wins, games, low, high
    (15, 30, 0.3315, 0.6685),
    (4, 10, 0.1682, 0.6873),
    (10, 10, 0.7225, 1.0),
    (600, 1000, 0.5693, 0.6299),
]


@pytest.mark.parametrize(("wins", "games", "low", "high"), WILSON)
def test_wilson_gives_the_published_values(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.estimate == wins / games
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize("games", [1, 7, 150])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_wilson_agrees_with_scipy_on_whole_wins(games: int, confidence: float) -> None:
    for wins in range(games + 1):
        reference = stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
        interval = wilson(wins, games, confidence)
        assert interval.low == pytest.approx(reference.low, abs=1e-12)
        assert interval.high == pytest.approx(reference.high, abs=1e-12)


def test_wilson_counts_a_draw_as_half_a_win() -> None:
    half = wilson(4.5, 10)
    assert half.estimate == 0.45
    assert wilson(4, 10).low < half.low < wilson(5, 10).low
    assert wilson(4, 10).high < half.high < wilson(5, 10).high


def test_wilson_ends_exactly_at_the_ends_of_the_scale() -> None:
    assert wilson(0, 3).low == 0.0
    assert wilson(3, 3).high == 1.0


@pytest.mark.parametrize(
    ("wins", "games"), [(1, 0), (-0.5, 10), (11, 10), (0.55, 10), (math.nan, 10)]
)
def test_wilson_refuses_impossible_results(wins: float, games: int) -> None:
    with pytest.raises(StatisticsError):
        wilson(wins, games)


FAR = (-1e6, 1e6)
"""Limits so far away that no value leans to a side."""


def test_mean_of_single_pairs_has_the_ordinary_student_interval() -> None:
    scores = np.array([0.0, 0.5, 0.5, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0])
    low, high = stats.t.interval(0.95, 8, loc=scores.mean(), scale=stats.sem(scores))
    interval = clustered_mean(scores, np.arange(9), FAR)
    assert interval.estimate == pytest.approx(5.5 / 9)
    assert (interval.low, interval.high) == pytest.approx((low, high))


@pytest.mark.parametrize("lost", [1, 4, 16])
def test_ends_of_a_score_solve_the_equation_of_wilson(lost: int) -> None:
    """An end is the truth p at which mean - p is t standard errors, if the error is that at p."""
    scores = np.r_[np.full(lost, 0.5), np.ones(32 - lost)]
    mean, t = scores.mean(), stats.t.ppf(0.975, 31)
    weight = stats.sem(scores) ** 2 / (mean * (1 - mean))

    def far(truth: float) -> float:
        return float((mean - truth) ** 2 - t**2 * weight * truth * (1 - truth))

    interval = clustered_mean(scores, np.arange(32))
    assert interval.low == pytest.approx(brentq(far, 1e-9, mean), abs=1e-9)
    assert interval.high == pytest.approx(brentq(far, mean, 1 - 1e-9), abs=1e-9)
    assert interval.high - mean < mean - interval.low


def test_clustered_interval_of_a_case_worked_out_by_hand() -> None:
    # The mean is 1/2. The residuals sum to -1, 1/2 and 1/2 in the clusters 7, 8 and 9, which have
    # 1/2, 1/4 and 1/4 of the values: se^2 = (1 / (1/2) + 1/4 / (3/4) + 1/4 / (3/4)) / 4^2 = 1/6.
    # The covariance of the three scaled sums has 2, 1, 1 on its diagonal and beside it
    # -2 / (4 sqrt(3/8)) four times, -1 / (4 * 3/4) twice: 16 / (6 + 4 * 2/3 + 2 / 9) = 1.8 degrees.
    interval = clustered_mean([0, 0, 1, 1], [7, 7, 8, 9], FAR)
    assert interval.estimate == 0.5
    assert interval.margin == pytest.approx(stats.t.ppf(0.975, 1.8) / math.sqrt(6), rel=1e-6)


def test_equal_clusters_have_the_interval_of_their_means() -> None:
    # With clusters of one size the estimator is the Student interval over cluster means.
    scores = np.random.default_rng(5).choice([0.0, 0.5, 1.0], size=(12, 4))
    means = scores.mean(axis=1)
    low, high = stats.t.interval(0.95, 11, loc=means.mean(), scale=stats.sem(means))
    interval = clustered_mean(scores.ravel(), np.repeat(np.arange(12), 4), FAR)
    assert (interval.low, interval.high) == pytest.approx((low, high))


def test_degrees_of_freedom_are_those_of_the_whole_matrix() -> None:
    """Bell and McCaffrey's, with the matrices written out: (trace A)^2 / trace(A A)."""
    sizes = np.array([1, 2, 2, 5, 9])
    hat = np.full((19, 19), 1 / 19)
    starts = np.r_[0, np.cumsum(sizes)]
    rows = np.array(
        [
            (np.eye(19) - hat)[first:last].sum(axis=0) / np.sqrt(1 - (last - first) / 19)
            for first, last in pairwise(starts)
        ]
    )
    covariance = rows @ rows.T
    expected = np.trace(covariance) ** 2 / np.trace(covariance @ covariance)
    assert degrees_of_freedom(sizes.astype(float)) == pytest.approx(expected)
    assert degrees_of_freedom(np.full(7, 3.0)) == pytest.approx(6)


def test_names_and_order_of_clusters_do_not_matter() -> None:
    scores = np.array([0.0, 0.5, 1.0, 1.0, 0.5])
    clusters = np.array([0, 0, 1, 2, 2])
    shuffled = np.array([4, 2, 0, 3, 1])
    plain = clustered_mean(scores, clusters)
    renamed = clustered_mean(scores[shuffled], -1000 * clusters[shuffled])
    assert (renamed.low, renamed.high) == pytest.approx((plain.low, plain.high))


def test_few_identical_values_do_not_prove_that_all_are() -> None:
    """Four openings: a share of more than 1 - 0.05 ** (1 / 4) = .527 of others would have shown."""
    share = 0.05**0.25
    found = clustered_mean([0.1] * 6, [1, 1, 2, 2, 3, 4])
    assert found.estimate == 0.1
    assert found.low == pytest.approx(share * 0.1)
    assert found.high == pytest.approx(share * 0.1 + 1 - share)


def test_one_cluster_says_nothing() -> None:
    assert clustered_mean([0.25, 0.75], [3, 3]) == Interval(0.5, 0.0, 1.0)
    assert clustered_mean([0.25, 0.25], [3, 3]) == Interval(0.25, 0.0, 1.0)
    assert paired_difference([1.0, 0.5], [0.5, 0.5], [3, 3]) == Interval(0.25, -1.0, 1.0)


def test_nothing_but_wins_gives_a_one_sided_bound() -> None:
    # The rule of three: after n of n, about 3 / n may still be lost (here n = 300 openings).
    won = clustered_mean(np.ones(600), np.repeat(np.arange(300), 2))
    assert (won.estimate, won.high, won.bound) == (1.0, 1.0, "at least")
    assert won.low == pytest.approx(1 - 3 / 300, abs=2e-4)
    lost = clustered_mean(np.zeros(600), np.repeat(np.arange(300), 2))
    assert (lost.estimate, lost.low, lost.bound) == (0.0, 0.0, "at most")
    assert lost.high == pytest.approx(1 - won.low)
    assert clustered_mean([1.0], [0]).low == pytest.approx(0.05)


def test_unanimous_share_is_the_one_sided_clopper_pearson_bound() -> None:
    for count, confidence in product((1, 10, 5000), (0.8, 0.95, 0.99)):
        reference = stats.binomtest(count, count, alternative="greater").proportion_ci(
            confidence, method="exact"
        )
        assert unanimous_share(count, confidence) == pytest.approx(reference.low, rel=1e-9)


def test_what_both_sides_share_cancels_in_the_paired_difference() -> None:
    random = np.random.default_rng(8)
    luck = random.choice([0.0, 0.5], 400)
    left = luck + random.choice([0.0, 0.5], 400, p=[0.9, 0.1])
    clusters = np.arange(400)
    difference = paired_difference(left, luck, clusters)
    assert difference.estimate == pytest.approx(left.mean() - luck.mean())
    assert difference.low > 0
    # Two separate intervals hide the same difference.
    assert clustered_mean(left, clusters).low < clustered_mean(luck, clusters).high
    reference = stats.ttest_rel(left, luck).confidence_interval(0.95)
    assert (difference.low, difference.high) == pytest.approx((reference.low, reference.high))


def test_paired_difference_is_antisymmetric() -> None:
    random = np.random.default_rng(9)
    left, right = random.choice([0.0, 0.25, 0.5, 0.75, 1.0], (2, 60))
    clusters = random.integers(0, 9, 60)
    forward = paired_difference(left, right, clusters)
    backward = paired_difference(right, left, clusters)
    assert backward.estimate == pytest.approx(-forward.estimate, abs=1e-12)
    assert backward.low == pytest.approx(-forward.high, abs=1e-12)
    assert backward.high == pytest.approx(-forward.low, abs=1e-12)


def test_that_few_games_are_alike_does_not_prove_that_all_are() -> None:
    # Two of two openings alike: another 77.6% may differ (1 - sqrt(0.05)), each by up to 1.
    few = paired_difference([0.5, 1.0], [0.5, 1.0], [0, 1])
    assert (few.low, few.estimate, few.high) == pytest.approx((-0.7764, 0, 0.7764), abs=1e-4)
    # The rule of three: of 300 openings alike at most 3 in 300 differ.
    many = paired_difference(np.full(300, 0.25), np.full(300, 0.25), np.arange(300))
    assert (many.low, many.estimate, many.high) == pytest.approx((-0.01, 0, 0.01), abs=1e-4)
    assert paired_difference([0.5], [0.5], [0]) == Interval(0.0, -1.0, 1.0)


def test_openings_whose_pairs_add_up_alike_have_a_bound() -> None:
    """On each opening one pair won and one lost: no variance, and still few openings."""
    found = clustered_mean([1.0, 0.0] * 10, np.repeat(np.arange(10), 2))
    # 1 - 0.05 ** (1 / 10) = 0.2589 of the openings may have anything.
    assert (found.low, found.high) == pytest.approx((0.5 - 0.2589 / 2, 0.5 + 0.2589 / 2), abs=1e-4)


@pytest.mark.parametrize(
    ("values", "clusters", "message"),
    [
        ([], np.array([], dtype=np.int64), "non-empty"),
        ([[0.5, 0.5]], [[1, 2]], "flat"),
        ([0.5, 0.5], [1], "one integer for each of the 2"),
        ([0.5, 0.5], [1.0, 2.0], "float64"),
        ([0.5, 1.5], [1, 2], "outside its limits 0.0 to 1.0"),
        ([0.5, math.nan], [1, 2], "no number"),
    ],
)
def test_mean_refuses_bad_input(values: list[float], clusters: list[int], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        clustered_mean(values, clusters)


def test_paired_difference_refuses_sides_of_different_length() -> None:
    with pytest.raises(StatisticsError, match="pair them one to one"):
        paired_difference([0.5, 0.5], [0.5], [1, 2])


@pytest.mark.parametrize("confidence", [0.0, 1.0, -1.0, 95.0, math.nan])
def test_every_interval_refuses_a_confidence_outside_0_to_1(confidence: float) -> None:
    for attempt in (
        lambda: normal_quantile(confidence),
        lambda: wilson(1, 2, confidence),
        lambda: clustered_mean([0.0, 1.0], [0, 1], confidence=confidence),
        lambda: clustered_mean([0.0, 1.0], [0, 0], confidence=confidence),
        lambda: clustered_mean([1.0, 1.0], [0, 1], confidence=confidence),
        lambda: clustered_mean([0.5, 0.5], [0, 1], confidence=confidence),
    ):
        with pytest.raises(StatisticsError, match="confidence"):
            attempt()


def test_normal_quantile_of_95_percent() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-15)


@pytest.mark.parametrize(
    ("estimate", "low", "high"),
    [(0.5, 0.6, 0.7), (0.5, 0.3, 0.4), (0.5, -math.inf, 1.0), (0.5, 0.0, math.nan)],
)
def test_interval_refuses_numbers_out_of_order_or_not_finite(
    estimate: float, low: float, high: float
) -> None:
    with pytest.raises(StatisticsError):
        Interval(estimate, low, high)


def test_statistics_errors_are_errors_of_this_project() -> None:
    assert issubclass(StatisticsError, TuneError)


def test_equal_differences_of_few_pairs_prove_nothing() -> None:
    two = paired_difference([0.75, 0.75], [0.25, 0.25], [0, 1])
    assert two.low < 0 < two.high
    # The same outcome 300 times is another thing: 0.05 ** (1 / 300) is .99.
    many = paired_difference(np.full(300, 0.75), np.full(300, 0.25), np.arange(300))
    assert many.low == pytest.approx(0.99 * 0.5 - 0.01, abs=1e-3)
