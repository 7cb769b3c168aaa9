"""Vectors of parameters, in their ranges and in the unit cube."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.parameter import Parameter
from tuner.samplers.space import Space

SPACE = Space(
    (
        Parameter("linear", 1.0, -2.0, 6.0),
        Parameter("whole", 3, 1, 5, integer=True),
        Parameter("scale", 10.0, 0.1, 1000.0, log=True),
        Parameter("power", 4, 1, 64, integer=True, log=True),
    )
)
SHARES = st.floats(0.0, 1.0)


def test_the_hand_set_vector_are_the_defaults() -> None:
    assert SPACE.hand_set == (1.0, 3.0, 10.0, 4.0)


def test_shares_are_linear_or_logarithmic() -> None:
    assert SPACE.to_unit((0.0, 2.0, 1.0, 8.0)) == pytest.approx([0.25, 0.25, 0.25, 0.5])
    assert SPACE.from_unit((0.25, 0.25, 0.25, 0.5)) == pytest.approx((0.0, 2.0, 1.0, 8.0))


def test_the_corners_of_the_cube_are_exactly_the_ends_of_the_ranges() -> None:
    assert SPACE.from_unit((0.0,) * 4) == (-2.0, 1.0, 0.1, 1.0)
    assert SPACE.from_unit((1.0,) * 4) == (6.0, 5.0, 1000.0, 64.0)
    assert SPACE.to_unit((-2.0, 1.0, 0.1, 1.0)).tolist() == [0.0] * 4
    assert SPACE.to_unit((6.0, 5.0, 1000.0, 64.0)) == pytest.approx([1.0] * 4)


def test_points_outside_the_cube_are_cut_to_it() -> None:
    assert SPACE.from_unit((-0.1, -7.0, -1e-9, -1.0)) == SPACE.from_unit((0.0,) * 4)
    assert SPACE.from_unit((1.1, 7.0, 1.0 + 1e-9, 2.0)) == SPACE.from_unit((1.0,) * 4)


@given(st.tuples(SHARES, SHARES, SHARES, SHARES))
def test_every_point_is_in_range_whole_where_integer_and_comes_back(
    point: tuple[float, ...],
) -> None:
    vector = SPACE.from_unit(point)
    for parameter, value in zip(SPACE.parameters, vector, strict=True):
        assert parameter.low <= value <= parameter.high
        assert not parameter.integer or value.is_integer()
    back = SPACE.to_unit(vector)
    assert np.all((back >= -1e-12) & (back <= 1 + 1e-12))
    assert back[[0, 2]] == pytest.approx([point[0], point[2]], abs=1e-9)
    assert SPACE.from_unit(back) == pytest.approx(vector, rel=1e-9, abs=1e-9)


@given(SHARES)
def test_integers_are_the_nearest_ones(share: float) -> None:
    whole, power = SPACE.from_unit((0.0, share, 0.0, share))[1::2]
    assert abs(whole - (1 + 4 * share)) <= 0.5 + 1e-9
    assert abs(power - 64**share) <= 0.5 + 1e-9


def test_named_values_are_plain_numbers() -> None:
    named = SPACE.named((0.5, 2.0, 1.0, 8.0))
    assert named == {"linear": 0.5, "whole": 2, "scale": 1.0, "power": 8}
    assert [type(value) for value in named.values()] == [float, int, float, int]


def test_a_vector_of_another_length_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        SPACE.to_unit((1.0, 2.0))
    with pytest.raises(ValueError, match="zip"):
        SPACE.from_unit((0.5,) * 5)


def test_a_huge_range_does_not_overflow() -> None:
    wide = Space((Parameter("wide", 1.0, 1e-300, 1e300, log=True),))
    (value,) = wide.from_unit((0.5,))
    assert math.isfinite(value)
    assert wide.to_unit((1.0,))[0] == pytest.approx(0.5)
    assert wide.from_unit((0.5,))[0] == pytest.approx(1.0)
