import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tuner.stats.interval import StatisticsError, normal_quantile
from tuner.stats.pentanomial import Pentanomial

COUNTS = st.lists(st.integers(0, 10**7), min_size=5, max_size=5).filter(any)

# Counts low to high and the published score.
SCORES = [
    ((34, 54, 63, 64, 75), 0.579310),
    ((332, 433, 498, 333, 334), 0.487565),
    ((20, 0, 50, 0, 30), 0.55),
    ((200, 0, 500, 0, 300), 0.55),
    ((10, 0, 80, 0, 10), 0.5),
    ((0, 0, 0, 0, 50), 1.0),
    ((0, 0, 50, 0, 0), 0.5),
]


@pytest.mark.parametrize(("counts", "score"), SCORES)
def test_score_gives_the_published_values(counts: tuple[int, ...], score: float) -> None:
    assert Pentanomial(*counts).score == pytest.approx(score, abs=5e-7)


def test_a_result_counts_pairs_low_to_high() -> None:
    # Both lost, lost and drawn, one won of two (or both drawn), won and drawn, both won.
    result = Pentanomial.from_pair_scores([0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0, 1.0])
    assert result == Pentanomial(ll=1, ld=1, wl=2, wd=1, ww=3)
    assert result.counts == (1, 1, 2, 1, 3)
    assert result.pairs == 8


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=200))
@settings(derandomize=True, deadline=None)
def test_moments_are_those_of_the_pair_scores(scores: list[float]) -> None:
    result = Pentanomial.from_pair_scores(np.array(scores))
    assert result.pairs == len(scores)
    assert result.score == pytest.approx(np.mean(scores), abs=1e-12)
    assert result.variance == pytest.approx(np.var(scores), abs=1e-12)
    assert result.standard_error == pytest.approx(np.std(scores) / len(scores) ** 0.5, abs=1e-12)


@given(COUNTS)
@settings(derandomize=True, deadline=None)
def test_the_opponent_has_the_mirrored_result(counts: list[int]) -> None:
    result = Pentanomial(*counts)
    assert ~~result == result
    assert (~result).score == pytest.approx(1 - result.score, abs=1e-12)
    assert (~result).variance == result.variance
    interval, mirrored = result.score_interval(), (~result).score_interval()
    assert mirrored.low == pytest.approx(1 - interval.high, abs=1e-12)
    assert mirrored.high == pytest.approx(1 - interval.low, abs=1e-12)


@given(COUNTS, COUNTS)
@settings(derandomize=True, deadline=None)
def test_results_add(left: list[int], right: list[int]) -> None:
    total = Pentanomial(*left) + Pentanomial(*right)
    assert total.counts == tuple(np.add(left, right))
    assert total == Pentanomial(*right) + Pentanomial(*left)
    assert ~total == ~Pentanomial(*left) + ~Pentanomial(*right)
    assert sum([Pentanomial(*left), Pentanomial(*right)], Pentanomial()) == total


def test_a_result_adds_to_nothing_else() -> None:
    with pytest.raises(TypeError):
        Pentanomial(1, 0, 0, 0, 0) + 1  # type: ignore[operator]


def test_score_interval_is_the_score_and_its_error() -> None:
    interval = Pentanomial(20, 0, 50, 0, 30).score_interval()
    # Variance: .2 .55^2 + .5 .05^2 + .3 .45^2 = .1225; se = .35 / 10.
    assert interval.estimate == pytest.approx(0.55)
    assert interval.margin == pytest.approx(1.959963984540054 * 0.035)
    assert interval.bound == "two-sided"


def test_score_interval_stays_between_0_and_1() -> None:
    interval = Pentanomial(0, 0, 1, 0, 9).score_interval()
    assert interval.estimate + normal_quantile(0.95) * math.sqrt(0.0225 / 10) > 1
    assert interval.high == 1.0


@pytest.mark.parametrize(("pairs", "low"), [(1, 0.05), (10, 0.7411), (50, 0.9418), (1000, 0.99701)])
def test_a_perfect_score_has_a_one_sided_bound(pairs: int, low: float) -> None:
    # Lower bounds from tables of the exact binomial test, one-sided 95%.
    won = Pentanomial(ww=pairs).score_interval()
    assert (won.estimate, won.high, won.bound) == (1.0, 1.0, "at least")
    assert won.low == pytest.approx(low, abs=5e-5)
    lost = Pentanomial(ll=pairs).score_interval()
    assert (lost.estimate, lost.low, lost.bound) == (0.0, 0.0, "at most")
    assert lost.high == pytest.approx(1 - low, abs=5e-5)


def test_equal_pairs_have_no_variance_at_all() -> None:
    assert Pentanomial(wd=3333333).variance == 0.0


def test_numpy_counts_neither_overflow_nor_stay() -> None:
    result = Pentanomial(*np.full(5, 2_000_000_000, dtype=np.int32))
    assert result.pairs == 10_000_000_000
    assert all(type(count) is int for count in result.counts)
    assert result.variance == pytest.approx(0.125)


def test_no_pairs_have_no_score() -> None:
    empty = Pentanomial.from_pair_scores([])
    assert empty == Pentanomial() == ~Pentanomial()
    assert empty.pairs == 0
    for attempt in (
        lambda: empty.score,
        lambda: empty.variance,
        lambda: empty.standard_error,
        empty.score_interval,
    ):
        with pytest.raises(StatisticsError, match="no pairs"):
            attempt()


@pytest.mark.parametrize("count", [-1, 1.0, 0.5, math.nan, "1", None])
def test_counts_are_whole_numbers(count: object) -> None:
    with pytest.raises(StatisticsError, match="count of wd pairs"):
        Pentanomial(1, 2, 3, count, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [-0.25, 0.3, 1.25, 2.0, math.nan, math.inf])
def test_other_pair_scores_are_refused(score: float) -> None:
    with pytest.raises(StatisticsError, match=f"pair score {score}"):
        Pentanomial.from_pair_scores([0.5, score])
