"""Kernels of the formula language's functions.

All follow IEEE 754: nothing fails, NaN goes through every one of them.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import exp, floor, fmod, nearest, sqrt

__all__ = [
    "absolute",
    "clamp",
    "exponential",
    "hyperbolic_tangent",
    "logarithm",
    "maximum",
    "minimum",
    "ratio",
    "remainder",
    "round_down",
    "round_even",
    "square_root",
]


def minimum(left: float, right: float) -> float:
    """Return the smaller number, the first of equals, NaN if one is NaN."""
    if right < left or right != right:  # noqa: PLR0124 - true for NaN
        return right
    return left


def maximum(left: float, right: float) -> float:
    """Return the larger number, the first of equals, NaN if one is NaN."""
    if right > left or right != right:  # noqa: PLR0124 - true for NaN
        return right
    return left


def clamp(number: float, low: float, high: float) -> float:
    """Return the number, raised to `low`, then lowered to `high`; NaN if one of them is NaN."""
    raised = number
    if low > raised or low != low:  # noqa: PLR0124 - true for NaN
        raised = low
    if high < raised or high != high:  # noqa: PLR0124 - true for NaN
        return high
    return raised


def ratio(numerator: float, denominator: float, if_zero: float) -> float:
    """Return the quotient; `if_zero` where the denominator is 0, whatever the numerator."""
    if denominator == 0.0:
        return if_zero
    return numerator / denominator


def absolute(number: float) -> float:
    """Return the magnitude."""
    return np.float64(abs(number))


def square_root(number: float) -> float:
    """Return the square root; NaN below 0."""
    return np.float64(sqrt(number))


def exponential(number: float) -> float:
    """Return e to the power of the number."""
    return np.float64(exp(number))


def logarithm(number: float) -> float:
    """Return the natural logarithm; minus infinity at 0, NaN below."""
    return np.float64(np.log(number))


def hyperbolic_tangent(number: float) -> float:
    """Return the hyperbolic tangent, from -1 to 1."""
    return np.float64(np.tanh(number))


def round_down(number: float) -> float:
    """Return the largest whole number that is not larger."""
    return np.float64(floor(number))


def round_even(number: float) -> float:
    """Return the nearest whole number, the even one of two that are equally near."""
    return np.float64(nearest(number))


def remainder(number: float, divisor: float) -> float:
    """Return what is left of a division that is rounded down: its sign is that of the divisor.

    Exact, as Python's `%`; NaN for a divisor of 0, where Python has an error.
    """
    left = fmod(number, divisor)
    if left == 0.0:
        return -0.0 if divisor < 0.0 else 0.0
    if (left < 0.0) != (divisor < 0.0):
        left += divisor
    return left
