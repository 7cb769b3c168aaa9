import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tuner.stats.elo import (
    ELO_LIMIT,
    NORMALIZED_ELO_SCALE,
    elo_interval,
    elo_of_interval,
    elo_of_score,
    likelihood_of_superiority,
    normalized_elo,
    score_of_elo,
)
from tuner.stats.interval import Interval, StatisticsError, wilson
from tuner.stats.pentanomial import Pentanomial

COUNTS = st.lists(st.integers(0, 10**6), min_size=5, max_size=5).filter(any)

# Published values: counts low to high, Elo and its error, normalized Elo and its error,
# likelihood of superiority; the tolerances are those of the printed digits.
DRAWS = [
    ((34, 54, 63, 64, 75), (55.58, 27.65), (57.94, 28.28), 0.99997),
    ((332, 433, 498, 333, 334), (-8.64, 10.33), (-9.17, 10.96), 0.0505),
]
NO_DRAWS = [
    ((20, 0, 50, 0, 30), (34.8601, 48.4702), (35.0963, 48.1512), 0.923436),
    ((200, 0, 500, 0, 300), (34.8601, 15.2360), (35.0963, 15.2268), 0.999997),
    ((10, 0, 80, 0, 10), (0.0, 30.5319), (0.0, 48.1512), 0.5),
]


@pytest.mark.parametrize(
    ("counts", "elo", "normalized", "superiority", "digits"),
    [(*row, 0.005) for row in DRAWS] + [(*row, 0.00005) for row in NO_DRAWS],
)
def test_results_have_the_published_elo(
    counts: tuple[int, ...],
    elo: tuple[float, float],
    normalized: tuple[float, float],
    superiority: float,
    digits: float,
) -> None:
    result = Pentanomial(*counts)
    logistic = elo_interval(result)
    assert (logistic.estimate, logistic.margin) == pytest.approx(elo, abs=digits * 1.01)
    scaled = normalized_elo(result)
    assert scaled is not None
    assert (scaled.estimate, scaled.margin) == pytest.approx(normalized, abs=digits * 1.01)
    assert likelihood_of_superiority(result) == pytest.approx(superiority, abs=digits / 100)


def test_pairs_that_share_openings_are_less_sure_in_both_scales() -> None:
    """An effect of 4 leaves a quarter of the pairs: twice the error of 20, 50, 30 in the spec."""
    result = Pentanomial(ll=20, wl=50, ww=30)
    scaled = normalized_elo(result, effect=4.0)
    assert scaled is not None
    assert (scaled.estimate, scaled.margin) == pytest.approx((35.0963, 2 * 48.1512), abs=1e-3)
    # On the logistic scale the ends are those of a score that is so much less sure.
    margin = 1.959964 * math.sqrt(4 * 0.1225 / 100)
    ends = [400 * math.log10((0.55 + x) / (0.45 - x)) for x in (-margin, margin)]
    logistic = elo_interval(result, effect=4.0)
    assert (logistic.low, logistic.high) == pytest.approx(ends, abs=1e-3)


def test_fifty_pairs_all_won() -> None:
    result = Pentanomial(ww=50)
    elo = elo_interval(result)
    # At least: the Elo of .05^(1/50) = .941845.
    assert elo.low == pytest.approx(400 * math.log10(0.941845 / 0.058155), abs=0.01)
    assert (elo.estimate, elo.high, elo.bound) == (ELO_LIMIT, ELO_LIMIT, "at least")
    assert normalized_elo(result) is None
    assert likelihood_of_superiority(result) == 1.0


def test_fifty_pairs_all_lost() -> None:
    won, lost = elo_interval(Pentanomial(ww=50)), elo_interval(Pentanomial(ll=50))
    assert lost.high == pytest.approx(-won.low, abs=1e-9)
    assert (lost.estimate, lost.low, lost.bound) == (-ELO_LIMIT, -ELO_LIMIT, "at most")
    assert likelihood_of_superiority(Pentanomial(ll=50)) == 0.0


def test_fifty_pairs_all_shared() -> None:
    result = Pentanomial(wl=50)
    elo = elo_interval(result)
    assert (elo.estimate, elo.margin) == (0.0, 0.0)
    assert normalized_elo(result) is None
    assert likelihood_of_superiority(result) == 0.5


@pytest.mark.parametrize(("wd", "superiority"), [(7, 1.0), (0, 0.0)])
def test_superiority_of_equal_pairs_is_certain_off_the_middle(wd: int, superiority: float) -> None:
    assert likelihood_of_superiority(Pentanomial(ld=7 - wd, wd=wd)) == superiority


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0.0), (0.75, 190.8485), (0.9, 381.6970), (0.64, 99.9510), (10 / 11, 400.0)],
)
def test_elo_of_known_scores(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=5e-5)
    assert elo_of_score(1 - score) == pytest.approx(-elo, abs=5e-5)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-7)


@given(st.floats(-2000, 2000))
@settings(derandomize=True, deadline=None)
def test_elo_and_score_are_inverse_and_antisymmetric(elo: float) -> None:
    score = score_of_elo(elo)
    assert score == pytest.approx(1 / (1 + 10 ** (-elo / 400)), abs=1e-15)
    assert score_of_elo(-elo) == pytest.approx(1 - score, abs=1e-12)
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-7)


@given(st.integers(0, 1000))
@settings(derandomize=True, deadline=None)
def test_elo_of_mirrored_scores_is_antisymmetric(wins: int) -> None:
    assert elo_of_score((1000 - wins) / 1000) == pytest.approx(-elo_of_score(wins / 1000), abs=1e-9)


def test_the_scale_of_elo_ends_where_scores_end() -> None:
    assert elo_of_score(1.0) == ELO_LIMIT
    assert elo_of_score(0.0) == -ELO_LIMIT
    assert elo_of_score(1 - 1e-12) == ELO_LIMIT
    assert elo_of_score(5e-324) == -ELO_LIMIT
    assert score_of_elo(ELO_LIMIT) == pytest.approx(1 - 1e-6, abs=1e-12)
    assert score_of_elo(1e308) == 1.0


def test_scale_of_normalized_elo() -> None:
    assert pytest.approx(347.43558552260146, rel=1e-15) == NORMALIZED_ELO_SCALE


@given(COUNTS)
@settings(derandomize=True, deadline=None)
def test_the_opponent_has_the_opposite_strength(counts: list[int]) -> None:
    result = Pentanomial(*counts)
    elo, mirrored = elo_interval(result), elo_interval(~result)
    assert mirrored.estimate == pytest.approx(-elo.estimate, abs=1e-6)
    assert mirrored.low == pytest.approx(-elo.high, abs=1e-6)
    assert mirrored.high == pytest.approx(-elo.low, abs=1e-6)
    superiority = likelihood_of_superiority(result)
    assert likelihood_of_superiority(~result) == pytest.approx(1 - superiority, abs=1e-12)
    scaled, opposite = normalized_elo(result), normalized_elo(~result)
    if scaled is None or opposite is None:
        assert scaled is opposite
    else:
        assert opposite.estimate == pytest.approx(-scaled.estimate, rel=1e-9, abs=1e-9)


@given(COUNTS)
@settings(derandomize=True, deadline=None)
def test_no_result_shows_nan_or_infinity(counts: list[int]) -> None:
    elo = elo_interval(Pentanomial(*counts))
    assert np.isfinite([elo.estimate, elo.low, elo.high]).all()
    assert -ELO_LIMIT <= elo.low <= elo.estimate <= elo.high <= ELO_LIMIT


def test_any_interval_of_a_score_has_an_elo() -> None:
    # 15 of 30 games: .3315 to .6685.
    elo = elo_of_interval(wilson(15, 30))
    assert elo.estimate == 0.0
    assert elo.high == pytest.approx(400 * math.log10(0.6685 / 0.3315), abs=0.1)
    assert elo.low == pytest.approx(-elo.high)


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan, 57.0])
def test_scores_outside_0_to_1_have_no_elo(score: float) -> None:
    with pytest.raises(StatisticsError, match="outside 0 to 1"):
        elo_of_score(score)


def test_a_difference_of_scores_has_no_elo() -> None:
    with pytest.raises(StatisticsError, match="outside 0 to 1"):
        elo_of_interval(Interval(0.1, -0.1, 0.3))


@pytest.mark.parametrize("elo", [math.nan, math.inf, -math.inf])
def test_only_finite_elo_has_a_score(elo: float) -> None:
    with pytest.raises(StatisticsError, match="not finite"):
        score_of_elo(elo)


def test_no_pairs_have_no_strength() -> None:
    for statistic in (elo_interval, normalized_elo, likelihood_of_superiority):
        with pytest.raises(StatisticsError, match="no pairs"):
            statistic(Pentanomial())
