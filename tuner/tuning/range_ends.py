"""Tuned values at an end of their range, beyond which better ones may lie."""

from __future__ import annotations

from collections.abc import Sequence

from features.parameter import Tunable
from tuner.tuning.space import Space
from tuner.verdict.findings import RangeEnd

__all__ = ["NEAR", "range_ends"]

NEAR = 0.03
"""A value is at the end of its range if no more of the range than this lies beyond it."""

_FEW_NUMBERS = 4
"""Among so few whole numbers an end is as good a value as any other."""


def range_ends(parameters: Sequence[Tunable], vector: Sequence[float]) -> tuple[RangeEnd, ...]:
    """Return the tuned values within the last `NEAR` of their range.

    Measured on the logarithmic scale where the parameter has one. An end where the hand-set value
    lies is none: that value was given. A whole number must be the end itself.
    """
    shares = Space(tuple(parameters)).to_unit(vector)
    return tuple(
        RangeEnd(one.name, value, one.low, one.high)
        for one, value, share in zip(parameters, vector, shares, strict=True)
        if _is_end(one, value, float(share))
    )


def _is_end(one: Tunable, value: float, share: float) -> bool:
    end = one.low if share < 0.5 else one.high
    if end == one.default:
        return False
    if one.integer:
        return value == end and one.high - one.low >= _FEW_NUMBERS
    return min(share, 1 - share) <= NEAR
