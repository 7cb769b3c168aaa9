"""Compute so that rounding decides nothing: what is equal in exact arithmetic ties.

`0.1 * 3 - 0.1 * 2` and `0.1 * 2 - 0.1 * 1` are the same number, and differ as floats. Three rules
mend that in a search.

1. A sum or difference of which nothing but rounding is left is 0: `total` and `difference`, which
   the formula of a search uses in place of + and -.
2. A value that is kept has SIGNIFICANT_BITS bits: `rounded`. Values whose difference is rounding
   become one, so the interior of a search sees equals where equals are, and alpha-beta is exact.
3. Where a move is chosen, values within TIE of the best one are as good: `lowest_tie`. For a value
   may lie where two rounded ones meet, and rounding then makes two neighbours of it.

Values keep their order under all three where they differ by more than 1e-10 of the larger one and
of the largest operand of any sum or difference of the formula, as much as it counts in the value.
In `(1e13 * a + b) - 1e13 * c` with small whole numbers the operands are so large that b vanishes.
"""

from __future__ import annotations

import numpy as np

__all__ = ["NOISE", "SIGNIFICANT_BITS", "TIE", "difference", "lowest_tie", "rounded", "total"]

SIGNIFICANT_BITS = 38
"""Of the 53 of a float; the errors of arithmetic on some dozens of terms are far below these."""

TIE = 2.0**-36
"""Values within this share of the best one are as good as that."""

NOISE = 2.0**-40
"""A sum or difference below this share of its left operand is rounding and nothing else."""

_DROPPED = 53 - SIGNIFICANT_BITS
_HALF = np.int64(1 << (_DROPPED - 1))
_KEPT = np.int64(-(1 << _DROPPED))


def rounded(number: float) -> float:
    """Return the nearest number of SIGNIFICANT_BITS bits; infinities stay what they are.

    NaN never comes here: a search ends with an error where a value is NaN.
    """
    bits = (np.float64(number).view(np.int64) + _HALF) & _KEPT
    return np.int64(bits).view(np.float64)


def total(left: float, right: float) -> float:
    """Return `left + right`, 0 where the terms cancel each other but for rounding."""
    number = left + right
    if abs(number) < NOISE * abs(left):
        number = 0.0
    return number


def difference(left: float, right: float) -> float:
    """Return `left - right`, 0 where the terms cancel each other but for rounding."""
    number = left - right
    if abs(number) < NOISE * abs(left):
        number = 0.0
    return number


def lowest_tie(best: float) -> float:
    """Return the lowest value that is as good as the best one for a choice."""
    return best - TIE * abs(best)
