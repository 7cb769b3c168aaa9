"""Look several times at a difference that grows in pairs, and keep one chance of an error.

Each look is given its share of the error. By Bonferroni's inequality the chance that any of them
errs is at most the sum of the shares, however the looks depend on each other: the simplest of the
spending functions of Lan & DeMets 1983, Biometrika 70, 659-663. Nothing is lost by stopping or by
going on after a look.
"""

from __future__ import annotations

__all__ = ["halved_error", "look_confidence"]

_MOST_HALVES = 40
"""Half as much so often is nothing, and what is left must stay above 0."""


def look_confidence(error: float, looks: int, comparisons: int = 1) -> float:
    """Return the confidence of the two-sided interval of which a look uses one end.

    One end of it errs with chance (1 - confidence) / 2 = error / (looks * comparisons).

    Args:
        error: chance that any look at any comparison errs, above 0 and below 1.
        looks: how many there are at most, at least 1.
        comparisons: at how many differences, at least 1.
    """
    return 1 - 2 * error / (looks * comparisons)


def halved_error(error: float, earlier: int) -> float:
    """Return the share of the error of a look: half of that of the look before it.

    However many looks there are, their shares are at most error (1 + 1/2 + 1/4 + ...) = 2 error.

    Args:
        error: share of the first look, above 0.
        earlier: looks that there were before, 0 or more.
    """
    return error * 0.5 ** min(earlier, _MOST_HALVES)
