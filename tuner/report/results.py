"""Read numbers of results.json of a comparison or a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.looks import Look
from tuner.stats.interval import Interval

__all__ = ["AGENT", "interval_of"]

AGENT = Look("score", "#0072B2", "circle", "o")
"""The look of a score that is neither of tuned nor of hand-set values."""

_NAMES = {
    "score": ("score", "low", "high"),
    "difference": ("difference_to_first", "difference_low", "difference_high"),
}


def interval_of(content: Mapping[str, Any], kind: str = "score") -> Interval:
    """Return a score, or the difference to the first agent, with its interval.

    Raises:
        KeyError: if it is not there.
    """
    estimate, low, high = (float(content[name]) for name in _NAMES[kind])
    return Interval(estimate, low, high, bound=content.get("bound", "two-sided"))
