"""Define what a verdict says beside its numbers: under which conditions, and what it noticed."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.stats.decision import judge
from tuner.stats.interval import Interval

__all__ = ["HEAD_TO_HEAD", "Condition", "RangeEnd", "SamePlay", "TimeShare"]


HEAD_TO_HEAD = "head to head "
"""The names of conditions in which the two agents meet each other begin so."""


@dataclass(frozen=True)
class TimeShare:
    """Hold what an agent gets at equal time.

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
    """Hold the answer to the same question with another search, or other openings.

    Attributes:
        name: the condition, in words.
        tuned: what the tuned agent scores.
        hand_set: what the hand-set agent scores; None where they met head to head.
        difference: tuned minus hand-set, paired; head to head the score above one half.
        reproducible: False where the condition depends on the speed of the machine.
        shares: at equal time, what every other agent gets; else nothing.
        opponent: whom both met in place of the baselines, "" for nobody.
    """

    name: str
    tuned: Interval
    hand_set: Interval | None
    difference: Interval
    reproducible: bool
    shares: tuple[TimeShare, ...] = ()
    opponent: str = ""

    @property
    def verdict(self) -> str:
        """Return BETTER, NOT_BETTER or UNDECIDED under this condition."""
        return judge(self.difference)


@dataclass(frozen=True)
class SamePlay:
    """All finalists are the same function as the hand-set values, and this says why.

    Attributes:
        factor: whether their values of positions are equal up to a positive factor. Else it is
            only their games that are equal, opening by opening.
        games: how many selection games each of them played.
    """

    factor: bool
    games: int


@dataclass(frozen=True)
class RangeEnd:
    """Name a tuned value that is at an end of its range.

    Attributes:
        name: of the parameter.
        value: that was tuned.
        low: least value of the range.
        high: greatest value of the range.
    """

    name: str
    value: float
    low: float
    high: float
