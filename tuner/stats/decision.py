"""Better, not better or undecided: the three-way decision from an interval."""

from __future__ import annotations

from tuner.stats.interval import Interval

__all__ = [
    "BETTER",
    "NOT_BETTER",
    "UNDECIDED",
    "WORTHWHILE",
    "judge",
]

BETTER = "better"
NOT_BETTER = "not better"
UNDECIDED = "undecided"

WORTHWHILE = 0.005
"""Half a point in a hundred: when all that a difference can still be is less, it is settled."""


def judge(difference: Interval) -> str:
    """Return the verdict from the difference tuned minus hand-set with its 95% interval.

    Better: the whole interval is above 0. Not better: it is not, and it ends below `WORTHWHILE`.
    Else undecided: more games may show a difference either way.
    """
    if difference.low > 0:
        return BETTER
    return NOT_BETTER if difference.high < WORTHWHILE else UNDECIDED
