"""Say what a part of an agent is shown to be worth."""

from __future__ import annotations

from tuner.stats.decision import WORTHWHILE
from tuner.stats.interval import Interval

__all__ = ["LESS", "MORE", "OPEN", "worth"]

MORE = "worth more than half a point"
LESS = "worth less than half a point"
OPEN = "not shown"


def worth(difference: Interval) -> str:
    """Return MORE, LESS or OPEN: what a part is worth, by what is lost without it.

    Args:
        difference: the score without it minus the score of the whole agent.
    """
    if difference.low > -WORTHWHILE:
        return LESS
    return MORE if difference.high < -WORTHWHILE else OPEN
