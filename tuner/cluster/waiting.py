"""Hold the calls that are asked for: those that wait here, and the bundles that are on the way."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from tuner.cluster.bundle import Call

__all__ = ["Asked", "AskedFuture", "Bundle", "Waiting"]


class AskedFuture(Future[Any]):
    """Wait for a call; one that is on the way cannot be cancelled, but remembers the wish."""

    unwanted = False

    def cancel(self) -> bool:
        """Cancel the call if it has not been sent."""
        cancelled = super().cancel()
        self.unwanted = not cancelled
        return cancelled


@dataclass(frozen=True, eq=False)
class Asked:
    """Hold a call and what waits for it.

    Attributes:
        call: a function and what it takes.
        future: waits.
        at: when it was asked for, in seconds of `time.monotonic`.
    """

    call: Call
    future: AskedFuture
    at: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, eq=False)
class Bundle:
    """Hold calls that are sent as one.

    Attributes:
        asked: the calls.
        lost: how often Dask has given up the bundle, since its workers were lost again and again.
    """

    asked: Sequence[Asked]
    lost: int = 0

    @property
    def unwanted(self) -> bool:
        """Return whether nobody waits for any of its calls any more."""
        return all(one.future.unwanted for one in self.asked)

    def parts(self, lost: int = 0) -> list[Bundle]:
        """Return its calls as bundles of one, to find the one that makes trouble.

        Args:
            lost: how often it was lost since it was told last.
        """
        return [Bundle((one,), self.lost + lost) for one in self.asked]

    def fail(self, error: Exception) -> None:
        """Give an error to all that wait."""
        for one in self.asked:
            if not one.future.done():
                one.future.set_exception(error)


class Waiting:
    """Hold what waits in this process, in the order of sending.

    Any thread may add calls; one thread takes them, fails them, and keeps what is sent again.
    """

    def __init__(self) -> None:
        self.again: deque[Bundle] = deque()
        self._fresh: deque[Asked] = deque()
        self._lock = Lock()
        self._ended: Exception | None = None

    def add(self, asked: Asked) -> None:
        """Take a call; it ends at once with the error of `fail` if that was called."""
        with self._lock:
            ended = self._ended
            if ended is None:
                self._fresh.append(asked)
        if ended is not None:
            _refuse(asked, ended)

    def take(self, size: Callable[[int], int]) -> Bundle | None:
        """Return the next bundle, None where nothing waits.

        Args:
            size: says how many of so many waiting calls are bundled.
        """
        if self.again:
            return self.again.popleft()
        chosen: list[Asked] = []
        wanted = size(len(self._fresh))
        while self._fresh and len(chosen) < wanted:
            one = self._fresh.popleft()
            if one.future.set_running_or_notify_cancel():
                chosen.append(one)
        return Bundle(tuple(chosen)) if chosen else None

    def fail(self, error: Exception) -> None:
        """Give an error to all that wait, and to all that is added from now on."""
        with self._lock:
            self._ended = error
        # Nothing is added any more, so this thread alone has what is left.
        for bundle in self.again:
            bundle.fail(error)
        self.again.clear()
        while self._fresh:
            _refuse(self._fresh.popleft(), error)


def _refuse(asked: Asked, error: Exception) -> None:
    if asked.future.set_running_or_notify_cancel():
        asked.future.set_exception(error)
