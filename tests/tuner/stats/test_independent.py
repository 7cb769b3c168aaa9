"""Results that share no opening: the difference, against published numbers and by hand."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
from scipy import stats

from tuner.stats.independent import independent_difference, may_be_above
from tuner.stats.interval import Interval, wilson


def test_the_difference_of_two_win_rates_is_that_of_newcombe() -> None:
    """Newcombe 1998, table II, method 10: 56 of 70 against 48 of 80 is 0.0524 to 0.3339."""
    found = independent_difference(wilson(56, 70), wilson(48, 80))
    assert found.estimate == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_two_independent_results_add_their_variances() -> None:
    found = independent_difference(Interval(0.6, 0.56, 0.64), Interval(0.5, 0.47, 0.53))
    # Half widths of 3 and 4 make one of 5.
    assert (found.estimate, found.low, found.high) == pytest.approx((0.1, 0.05, 0.15))


def test_a_difference_is_as_sure_as_the_less_sure_of_both() -> None:
    sure, less = Interval(0.6, 0.5, 0.7, 0.99), Interval(0.5, 0.4, 0.6, 0.9)
    assert independent_difference(sure, less).confidence == 0.9
    assert independent_difference(less, sure).confidence == 0.9


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("count", [2, 3, 8, 30])
def test_what_cannot_lie_above_does_not_by_students_interval(count: int, confidence: float) -> None:
    """The interval itself is that of `scipy.stats`."""
    drawn = np.random.default_rng(count).normal(0.5, 1.0, (200, count))
    answers = set()
    for values in drawn.tolist():
        error = statistics.stdev(values) / math.sqrt(count)
        low, _ = stats.t.interval(confidence, count - 1, statistics.fmean(values), error)
        answers.add(possible := may_be_above(values, 0.0, confidence))
        assert possible or low < 0.0
    assert answers == {True, False}


def test_normal_interval_ends_are_the_limit_of_what_may_be_above() -> None:
    """Two seeds 0 and 2: mean 1, standard error 1, so the normal interval begins at 1 - 1.96."""
    assert may_be_above([0.0, 2.0], -0.9600)
    assert not may_be_above([0.0, 2.0], -0.9599)
