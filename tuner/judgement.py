"""Better, not better or undecided: the rule, and what it says under one condition."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.interval import Interval

__all__ = [
    "BETTER",
    "NOT_BETTER",
    "UNDECIDED",
    "WORTHWHILE",
    "Condition",
    "TimeShare",
    "judge",
]

BETTER = "better"
NOT_BETTER = "not better"
UNDECIDED = "undecided"

WORTHWHILE = 0.005
"""Half a point in a hundred: when all that a difference can still be is less, it is settled."""


def judge(difference: Interval) -> str:
    """The verdict from the difference tuned minus hand-set with its 95% interval.

    Better: the whole interval is above 0. Not better: it is not, and it ends below `WORTHWHILE`.
    Else undecided: more games may show a difference either way.
    """
    if difference.low > 0:
        return BETTER
    return NOT_BETTER if difference.high < WORTHWHILE else UNDECIDED


@dataclass(frozen=True)
class TimeShare:
    """What an agent gets at equal time.

    Attributes:
        name: of the agent.
        ratio: how many times as long a move of the tuned agent takes, nodes being equal.
        nodes: what the agent visits in a move, so that it takes as long.
    """

    name: str
    ratio: Interval
    nodes: int


@dataclass(frozen=True)
class Condition:
    """The same question under another condition than the study's.

    Attributes:
        name: the condition, in words.
        tuned: what the tuned agent scores.
        hand_set: what the hand-set agent scores; None where they met head to head.
        difference: tuned minus hand-set, paired; head to head the score above one half.
        reproducible: False where the condition depends on the speed of the machine.
        shares: at equal time, what every other agent gets; else nothing.
    """

    name: str
    tuned: Interval
    hand_set: Interval | None
    difference: Interval
    reproducible: bool
    shares: tuple[TimeShare, ...] = ()

    @property
    def verdict(self) -> str:
        """BETTER, NOT_BETTER or UNDECIDED under this condition."""
        return judge(self.difference)
