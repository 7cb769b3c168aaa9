"""Measure how fast a stage goes, and when it will end."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Pace", "StageState", "workers_text"]

_WINDOW = 30.0
_STEP = 0.5


@dataclass(frozen=True)
class StageState:
    """Say how far a stage is.

    Attributes:
        stage: its name.
        done: games, or of what the unit is.
        amount: of them in all.
        unit: such as "games".
        per_second: lately, None where that is not known yet.
        seconds_left: of this stage at that speed, None where that is not known yet, and at
            its end.
        workers: of a cluster that play, None where there is none.
    """

    stage: str
    done: int
    amount: int
    unit: str
    per_second: float | None
    seconds_left: float | None
    workers: int | None = None


def workers_text(workers: int) -> str:
    """Return "4 workers", or that there are none."""
    return f"{workers or 'no'} worker{'s' * (workers != 1)}"


class Pace:
    """Count what is done in a stage; its speed is that of the last half minute.

    So what is taken from the ledger at once counts for half a minute only.

    Args:
        stage: its name.
        amount: of what there is to do.
        unit: of it.
        clock: gives seconds.
    """

    def __init__(
        self, stage: str, amount: int, unit: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stage, self._amount, self._unit, self._clock = stage, amount, unit, clock
        self._done = 0
        self._marks = deque([(clock(), 0)])

    def add(self, amount: int) -> None:
        """Count so many more as done."""
        self._done += amount
        now = self._clock()
        if now - self._marks[-1][0] < _STEP:
            return
        self._marks.append((now, self._done))
        while now - self._marks[1][0] > _WINDOW:
            self._marks.popleft()

    def fewer(self, amount: int) -> None:
        """Take back so many of what there is to do."""
        self._amount -= amount

    def state(self) -> StageState:
        """Return how far the stage is."""
        (began, before), (ended, after) = self._marks[0], self._marks[-1]
        rate = (after - before) / (ended - began) if after > before else None
        remaining = self._amount - self._done
        left = remaining / rate if rate and remaining > 0 else None
        return StageState(self._stage, self._done, self._amount, self._unit, rate, left)
