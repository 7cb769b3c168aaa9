"""Decide how many calls are bundled, from how long calls have taken lately."""

from __future__ import annotations

import math
from collections import deque
from statistics import median

__all__ = ["BundleSize"]

_SECONDS = 1.0
"""A bundle should take about so long."""

_MOST = 1000
_REMEMBERED = 9
_GROWTH = 2


class BundleSize:
    """A bundle size is learnt from how long calls have taken; no result depends on it."""

    def __init__(self) -> None:
        self._taken: deque[float] = deque(maxlen=_REMEMBERED)
        self._largest = 1

    def measured(self, calls: int, seconds: float) -> None:
        """Take note of how long a bundle has taken.

        The median of the last ones counts, so that one which had to compile does not.
        """
        self._taken.append(seconds / calls)
        self._largest = max(self._largest, calls)

    def next(self, waiting: int, threads: int) -> int:
        """Return how many of the waiting calls go into the next bundle, at least one.

        Towards the end bundles become smaller, so that all threads end at about the same time.
        """
        if not self._taken:
            return 1
        a_second = round(_SECONDS / max(median(self._taken), _SECONDS / _MOST))
        share = math.ceil(waiting / (2 * max(threads, 1)))
        return max(1, min(a_second, share, _GROWTH * self._largest))
