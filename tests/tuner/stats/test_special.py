"""The normal quantile that is computed without scipy, in the middle and far in the tails."""

from __future__ import annotations

import math

import pytest

from tuner.stats.special import ndtri


@pytest.mark.parametrize(
    ("probability", "published"),
    [
        (0.25, -0.6744897501960817),
        (0.001, -3.090232306167814),
        (1e-20, -9.262340089798408),
    ],
)
def test_quantiles_are_those_of_wichura(probability: float, published: float) -> None:
    """Wichura 1988, Applied Statistics 37, 477-484: the three test values of PPND16."""
    assert ndtri(probability) == pytest.approx(published, rel=1e-12)


@pytest.mark.parametrize("exponent", range(3, 10))
def test_the_tail_below_a_quantile_is_the_one_asked_for(exponent: int) -> None:
    """By the C library's erfc; an error of 1e-12 of z is one of z^2 times as much of the tail."""
    tail = 10.0**-exponent
    low = ndtri(tail)
    assert math.erfc(-low / math.sqrt(2)) / 2 == pytest.approx(tail, rel=1e-12 * low**2)
    # 1 - tail itself is rounded, which moves its quantile.
    assert ndtri(1 - tail) == pytest.approx(-low, abs=1.2e-16 / (tail * abs(low)))


def test_the_end_of_the_scale_is_infinite() -> None:
    assert ndtri(1.0) == math.inf
