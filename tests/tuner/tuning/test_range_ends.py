"""Values at an end of their range, linear, logarithmic and whole."""

from __future__ import annotations

import pytest

from features.parameter import Parameter
from tuner.tuning.findings import range_ends

LINEAR = Parameter("k", 0.0, 0.0, 0.1)
MIDDLE = Parameter("k", 0.5, 0.0, 1.0)
LOG = Parameter("k", 1.0, 0.01, 100.0, log=True)
WHOLE = Parameter("k", 3, 1, 9, integer=True)
SWITCH = Parameter("k", 0, 0, 1, integer=True)


@pytest.mark.parametrize(
    ("parameter", "value", "at_end"),
    [
        (LINEAR, 0.0977, True),  # 97.7% of the range
        (LINEAR, 0.0969, False),
        (LINEAR, 0.001, False),  # the hand-set value's own end
        (MIDDLE, 0.029, True),
        (MIDDLE, 0.031, False),
        (MIDDLE, 0.971, True),
        (LOG, 0.013, True),  # log10 is -1.886 of -2 to 2: 2.8% from the end
        (LOG, 0.014, False),  # log10 is -1.854: 3.7%
        (LOG, 80.0, True),
        (LOG, 70.0, False),
        (WHOLE, 9, True),
        (WHOLE, 8, False),
        (SWITCH, 1, False),  # there is no other value that it could have become
    ],
)
def test_the_last_three_hundredths_of_a_range_are_its_end(
    parameter: Parameter, value: float, at_end: bool
) -> None:
    found = range_ends([parameter], [value])
    assert [one.value for one in found] == ([value] if at_end else [])


def test_each_parameter_is_looked_at_on_its_own() -> None:
    other = Parameter("other", 0.0, -2.0, 2.0)
    (found,) = range_ends([MIDDLE, other], [0.5, 1.99])
    assert (found.name, found.value, found.low, found.high) == ("other", 1.99, -2.0, 2.0)
