"""Define the functions that formulas may call: a kernel and a plain-Python twin of each.

Kernels and twins follow IEEE 754: nothing fails, NaN goes through every one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from engine.intrinsics import exp, floor, fmod, nearest, sqrt

__all__ = ["FUNCTIONS", "Function", "divide", "power"]


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


@dataclass(frozen=True)
class Function:
    """A function is called with numbers and gives a number.

    Attributes:
        name: what formulas call it.
        usage: how to write it, with names for the arguments.
        arguments: how many it takes; the least number where it folds.
        folds: whether it takes any further arguments; the kernel then joins two at a time, from
            the left.
        kernel: plain function in the kernel subset, of float64s, gives a float64.
        twin: the same in plain Python with IEEE 754 results, all arguments at once.
    """

    name: str
    usage: str
    arguments: int
    folds: bool
    kernel: Callable[..., float]
    twin: Callable[..., float]


def divide(numerator: float, denominator: float) -> float:
    """Return the quotient by IEEE 754: x/0 is an infinity with the sign of both, 0/0 is NaN."""
    if denominator != 0.0:
        return numerator / denominator
    if numerator == 0.0 or math.isnan(numerator):
        return math.nan
    return math.copysign(math.inf, numerator) * math.copysign(1.0, denominator)


def power(base: float, exponent: float) -> float:
    """Return the power as C's `pow` gives it: NaN where a root is imaginary, 0**-1 is inf."""
    odd = math.fmod(exponent, 2.0) in (1.0, -1.0) if math.isfinite(exponent) else False
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0.0 and odd else math.inf
    except ValueError:
        if base != 0.0:
            return math.nan
        return math.copysign(math.inf, base) if odd else math.inf


def _minimum(*numbers: float) -> float:
    return math.nan if any(map(math.isnan, numbers)) else min(numbers)


def _maximum(*numbers: float) -> float:
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def _clamp(number: float, low: float, high: float) -> float:
    return _minimum(_maximum(number, low), high)


def _ratio(numerator: float, denominator: float, if_zero: float) -> float:
    return divide(numerator, denominator) if denominator != 0.0 else if_zero


def _square_root(number: float) -> float:
    return math.nan if number < 0.0 else math.sqrt(number)


def _exponential(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def _logarithm(number: float) -> float:
    if number == 0.0:
        return -math.inf
    return math.nan if number < 0.0 else math.log(number)


def _round_down(number: float) -> float:
    whole = float(math.floor(number)) if math.isfinite(number) else number
    return math.copysign(whole, number)


def _round_even(number: float) -> float:
    whole = float(round(number)) if math.isfinite(number) else number
    return math.copysign(whole, number)


def _remainder(number: float, divisor: float) -> float:
    if divisor == 0.0 or math.isinf(number):
        return math.nan
    return number % divisor


_ALL = (
    Function("min", "min(a, b, ...)", 2, True, minimum, _minimum),
    Function("max", "max(a, b, ...)", 2, True, maximum, _maximum),
    Function("abs", "abs(x)", 1, False, absolute, math.fabs),
    Function("sqrt", "sqrt(x)", 1, False, square_root, _square_root),
    Function("exp", "exp(x)", 1, False, exponential, _exponential),
    Function("log", "log(x)", 1, False, logarithm, _logarithm),
    Function("tanh", "tanh(x)", 1, False, hyperbolic_tangent, math.tanh),
    Function("clamp", "clamp(x, low, high)", 3, False, clamp, _clamp),
    Function("ratio", "ratio(a, b, if_zero)", 3, False, ratio, _ratio),
    Function("floor", "floor(x)", 1, False, round_down, _round_down),
    Function("round", "round(x)", 1, False, round_even, _round_even),
    Function("mod", "a % b, or mod(a, b)", 2, False, remainder, _remainder),
)

FUNCTIONS: Mapping[str, Function] = MappingProxyType({one.name: one for one in _ALL})
"""The functions that formulas may call, by name."""
