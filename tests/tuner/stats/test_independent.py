"""Results that share no opening: the difference, against published numbers and by hand."""

from __future__ import annotations

import pytest

from tuner.stats.independent import independent_difference
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
