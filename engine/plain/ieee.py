"""Compute by the rules of IEEE 754 in plain Python, whose own operations raise errors instead.

The texts of these functions are copied into what is exported, so they use nothing but Python and
its module math.
"""

from __future__ import annotations

import math

__all__ = [
    "divide",
    "division_rest",
    "exponential",
    "logarithm",
    "power",
    "quotient",
    "remainder_of",
    "round_down",
    "round_even",
    "signed",
    "square_root",
    "to_whole",
]


def divide(numerator: float, denominator: float) -> float:
    """Return the quotient: x / 0 is infinite, 0 / 0 is not a number."""
    if denominator:
        return numerator / denominator
    if not numerator or math.isnan(numerator):
        return math.nan
    return math.copysign(math.inf, numerator) * math.copysign(1.0, denominator)


def power(base: float, exponent: float) -> float:
    """Return the power: not a number where a root is imaginary, infinite where it is too large."""
    odd = math.fmod(exponent, 2.0) in (1.0, -1.0) if math.isfinite(exponent) else False
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0.0 and odd else math.inf
    except ValueError:
        if base:
            return math.nan
        return math.copysign(math.inf, base) if odd else math.inf


def square_root(number: float) -> float:
    """Return the square root, not a number below 0."""
    return math.nan if number < 0.0 else math.sqrt(number)


def exponential(number: float) -> float:
    """Return e to the power of the number, infinite where that is too large."""
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def logarithm(number: float) -> float:
    """Return the natural logarithm: minus infinity at 0, not a number below."""
    if number > 0.0 or math.isnan(number):
        return math.log(number)
    return math.nan if number < 0.0 else -math.inf


def round_down(number: float) -> float:
    """Return the largest whole number that is not larger."""
    return math.copysign(math.floor(number), number) if math.isfinite(number) else number


def round_even(number: float) -> float:
    """Return the nearest whole number, the even one of two that are equally near."""
    return math.copysign(round(number), number) if math.isfinite(number) else number


def division_rest(number: float, divisor: float) -> float:
    """Return what a division towards 0 leaves, not a number where it has no sense."""
    if not divisor or math.isinf(number):
        return math.nan
    return math.fmod(number, divisor)


def quotient(number: int, divisor: int) -> int:
    """Return the whole quotient, rounded down; 0 for a divisor of 0."""
    return number // divisor if divisor else 0


def remainder_of(number: int, divisor: int) -> int:
    """Return what is left of a whole division; 0 for a divisor of 0."""
    return number % divisor if divisor else 0


def to_whole(number: float) -> int:
    """Return the number without its fraction; the least integer where it has no whole part."""
    return int(number) if math.isfinite(number) else -(1 << 63)


def signed(word: int) -> int:
    """Return the signed integer with the same 64 bits."""
    return word - (1 << 64) if word >> 63 else word
