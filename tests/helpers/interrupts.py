"""Ctrl-C at a moment of the test's choice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tuner.matches.progress import Silent

__all__ = ["StoppedAfter", "interrupted_after"]


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """What runs inside is interrupted after so many seconds, as by Ctrl-C."""

    def interrupt(_signal: int, _frame: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class StoppedAfter(Silent):
    """Stops a run after so many batches."""

    def __init__(self, batches: int) -> None:
        self.left = batches

    def played(self, amount: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
