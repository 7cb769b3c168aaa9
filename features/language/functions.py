"""The functions of the formula language: name, arguments, kernel and twin of each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from features.language import arithmetic

__all__ = ["FUNCTIONS", "Function", "divide", "power"]


@dataclass(frozen=True)
class Function:
    """A function of numbers.

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
    Function("min", "min(a, b, ...)", 2, True, arithmetic.minimum, _minimum),
    Function("max", "max(a, b, ...)", 2, True, arithmetic.maximum, _maximum),
    Function("abs", "abs(x)", 1, False, arithmetic.absolute, math.fabs),
    Function("sqrt", "sqrt(x)", 1, False, arithmetic.square_root, _square_root),
    Function("exp", "exp(x)", 1, False, arithmetic.exponential, _exponential),
    Function("log", "log(x)", 1, False, arithmetic.logarithm, _logarithm),
    Function("tanh", "tanh(x)", 1, False, arithmetic.hyperbolic_tangent, math.tanh),
    Function("clamp", "clamp(x, low, high)", 3, False, arithmetic.clamp, _clamp),
    Function("ratio", "ratio(a, b, if_zero)", 3, False, arithmetic.ratio, _ratio),
    Function("floor", "floor(x)", 1, False, arithmetic.round_down, _round_down),
    Function("round", "round(x)", 1, False, arithmetic.round_even, _round_even),
    Function("mod", "a % b, or mod(a, b)", 2, False, arithmetic.remainder, _remainder),
)

FUNCTIONS: Mapping[str, Function] = MappingProxyType({one.name: one for one in _ALL})
"""The functions that formulas may call, by name."""
