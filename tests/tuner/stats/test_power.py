import math

import numpy as np
import pytest

from tuner.stats.decision import detectable_difference
from tuner.stats.interval import StatisticsError


def test_textbook_sample_size() -> None:
    # n = 7.849 variance / difference^2 for a power of 80%, 10.507 for 90%.
    assert 10_000 * detectable_difference(10_000, 0.1) ** 2 / 0.1 == pytest.approx(7.849, abs=5e-4)
    ninety = detectable_difference(400, 0.25, power=0.9)
    assert 400 * ninety**2 / 0.25 == pytest.approx(10.507, abs=5e-4)


def test_four_times_the_pairs_show_half_the_difference() -> None:
    assert detectable_difference(800, 0.1) == pytest.approx(detectable_difference(200, 0.1) / 2)


def test_matches_show_the_difference_as_often_as_promised() -> None:
    pairs, matches = 400, 4000
    shift = detectable_difference(pairs, 0.125)
    # LL, WL, WW with a variance of 1/8 about the true score 1/2 + shift.
    chances = np.array([0.25 - shift, 0.5, 0.25 + shift])
    counts = np.random.default_rng(4).multinomial(pairs, chances, size=matches)
    score = counts @ [0.0, 0.5, 1.0] / pairs
    variance = counts @ [0.0, 0.25, 1.0] / pairs - score**2
    shown = score - 1.959964 * np.sqrt(variance / pairs) > 0.5
    # Three standard errors of the simulation are 0.019.
    assert shown.mean() == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize(
    ("pairs", "variance", "power"),
    [
        (0, 0.1, 0.8),
        (-5, 0.1, 0.8),
        (10, -0.1, 0.8),
        (10, math.nan, 0.8),
        (10, 2.0, 0.8),
        (10, 0.1, 1.0),
        (10, 0.1, 0.2),
    ],
)
def test_plans_outside_their_range_are_refused(pairs: int, variance: float, power: float) -> None:
    with pytest.raises(StatisticsError):
        detectable_difference(pairs, variance, power)
