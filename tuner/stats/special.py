"""Offer functions of `scipy.special`, which is imported when the first of them is called.

To import it takes as long as to play a thousand games, and most commands show no interval. The
normal quantile alone comes from Python's own library, since every plan asks for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

__all__ = [
    "bdtr",
    "betaincinv",
    "chdtrc",
    "expit",
    "fdtrc",
    "gammaincinv",
    "ndtr",
    "ndtri",
    "stdtrit",
]


_NORMAL = NormalDist()


def _late(name: str) -> Callable[..., Any]:
    """Return a function that imports what it stands for, and calls it."""

    def call(*arguments: Any) -> Any:
        from scipy import special  # noqa: PLC0415 - slow to import

        return getattr(special, name)(*arguments)

    return call


bdtr = _late("bdtr")
"""Sum of the terms 0 to k of a binomial distribution."""

betaincinv = _late("betaincinv")
"""The quantiles of a beta distribution."""

chdtrc = _late("chdtrc")
"""Upper tail of a chi-square distribution."""

expit = _late("expit")
"""The logistic function."""

fdtrc = _late("fdtrc")
"""Upper tail of an F distribution."""

gammaincinv = _late("gammaincinv")
"""The inverse of the regularized lower incomplete gamma function."""

ndtr = _late("ndtr")
"""The normal distribution function."""


def ndtri(probability: float) -> float:
    """Return the inverse of `ndtr` for a number above 0, up to 1.

    Within 1e-15 of its value. Source: Wichura 1988, Applied Statistics 37, 477-484 (AS 241).
    """
    return math.inf if probability == 1 else _NORMAL.inv_cdf(probability)


stdtrit = _late("stdtrit")
"""The quantiles of a t distribution."""
