"""Note when games are played in a study, and when its trials end: clocks around an executor."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from tuner.matches.progress import Silent
from tuner.stats.interval import Interval

__all__ = ["BusyExecutor", "Moment", "Time", "TrialClock", "busy_seconds"]

P = ParamSpec("P")
T = TypeVar("T")

Time = tuple[float, float]
"""It has a beginning and an end, in seconds of `time.perf_counter`."""


class BusyExecutor(Executor):
    """Hand work on to another executor and note when it was at work.

    Args:
        inner: does the work.
    """

    def __init__(self, inner: Executor) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._times: list[Time] = []
        self._processor = 0.0

    def submit(self, work: Callable[P, T], /, *args: P.args, **keywords: P.kwargs) -> Future[T]:
        """Do work, timed on the thread that does it."""
        return self._inner.submit(self._timed, work, args, keywords)

    def _timed(self, work: Callable[..., T], args: tuple[Any, ...], keywords: Any) -> T:
        began, spent = time.perf_counter(), time.thread_time()
        try:
            return work(*args, **keywords)
        finally:
            spent = time.thread_time() - spent
            with self._lock:
                self._times.append((began, time.perf_counter()))
                self._processor += spent

    @property
    def times(self) -> list[Time]:
        """Return when pieces of work were done; several at once on several threads."""
        with self._lock:
            return sorted(self._times)

    @property
    def processor_seconds(self) -> float:
        """Return the processor time of all work, all threads together."""
        with self._lock:
            return self._processor


def busy_seconds(times: Sequence[Time], bounds: Time) -> float:
    """Return the seconds within bounds in which at least one of the times goes on.

    Args:
        times: sorted by their beginning.
        bounds: what is looked at.
    """
    total, reached = 0.0, bounds[0]
    for began, ended in times:
        end = min(ended, bounds[1])
        if end > reached:
            total += end - max(began, reached) if began < bounds[1] else 0.0
            reached = end
    return total


@dataclass(frozen=True)
class Moment:
    """Hold what the clocks of one thread say.

    Attributes:
        wall: seconds of `time.perf_counter`.
        processor: seconds of processor time that the thread has had.
    """

    wall: float
    processor: float

    @classmethod
    def now(cls) -> Moment:
        """Return this moment, on this thread."""
        return cls(time.perf_counter(), time.thread_time())

    def since(self, earlier: Moment) -> Moment:
        """Return what has passed on both clocks."""
        return Moment(self.wall - earlier.wall, self.processor - earlier.processor)


@dataclass
class TrialClock(Silent):
    """Listen to a study and note when the search begins and when each trial ends.

    Attributes:
        moments: on the thread of the study, the beginning of the search first.
    """

    moments: list[Moment] = field(default_factory=list)

    def stage(self, name: str, amount: int, unit: str = "games") -> None:  # noqa: ARG002
        """Start the clock when the search begins."""
        if name == "search":
            self.moments.append(Moment.now())

    def trial(
        self,
        number: int,  # noqa: ARG002
        trials: int,  # noqa: ARG002
        best: Interval,  # noqa: ARG002
        best_number: int,  # noqa: ARG002
    ) -> None:
        self.moments.append(Moment.now())
