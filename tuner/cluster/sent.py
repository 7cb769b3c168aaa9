"""Keep the bundles that are on the way to a worker and back, and deliver what they give."""

from __future__ import annotations

import asyncio
import itertools
import time
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tuner.cluster.bundle import RUN_TEXT, pack_calls, unpack_outcomes
from tuner.cluster.bundle_size import BundleSize
from tuner.cluster.errors import ClusterError, ended_by
from tuner.cluster.waiting import Bundle, Waiting

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

    Answer: TypeAlias = DaskFuture[Any]

__all__ = ["Sent"]

_GIVEN_UP = 3
"""Dask gives a bundle up when some workers in a row were lost with it; it is sent so often."""


@dataclass(frozen=True)
class _Told:
    """Hold an error that somebody was told of.

    Attributes:
        error: of a call.
        at: when it was told, in seconds of `time.monotonic`.
    """

    error: Exception
    at: float


class Sent:
    """Sent bundles are on the way; their outcomes go to those who wait for them.

    What is lost on the way goes back to what waits.

    Args:
        waiting: what waits.
        size: learns from the time that bundles take.
        wake: called, from any thread, when there is something to do.
    """

    def __init__(self, waiting: Waiting, size: BundleSize, wake: Callable[[], None]) -> None:
        self._waiting, self._size, self._wake = waiting, size, wake
        self._bundles: dict[Answer, Bundle] = {}
        self._arrived: list[Answer] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._name, self._numbers = f"tune-{uuid.uuid4().hex[:12]}", itertools.count()
        self._told: _Told | None = None

    def __len__(self) -> int:
        return len(self._bundles)

    @property
    def bundles(self) -> list[Bundle]:
        """Return what is on the way."""
        return list(self._bundles.values())

    def send(self, client: Client, bundle: Bundle, resource: str) -> None:
        """Give a bundle to a worker that offers the resource."""
        try:
            packed = pack_calls([one.call for one in bundle.asked])
        except Exception as error:
            self._refuse(bundle, error)
            return
        answer = client.submit(
            eval,
            RUN_TEXT,
            {"packed": packed},
            key=f"{self._name}-{next(self._numbers)}",
            pure=False,
            resources={resource: 1},
        )
        self._bundles[answer] = bundle
        answer.add_done_callback(self._arrive)

    def _refuse(self, bundle: Bundle, error: Exception) -> None:
        """Find the calls that cannot be sent, and send the others again."""
        if len(bundle.asked) > 1:
            self._waiting.again.extend(bundle.parts())
            return
        self._fail(
            bundle, ClusterError(f"a call cannot be sent to another process: {ended_by(error)}")
        )

    def _arrive(self, answer: Answer) -> None:
        """Take note of a bundle that is over, on a thread of Dask's."""
        self._arrived.append(answer)
        self._wake()

    def take_in(self, client: Client) -> None:
        """Give out what has arrived since the last call."""
        arrived, self._arrived = self._arrived, []
        finished = []
        for answer in arrived:
            if answer not in self._bundles:
                continue
            if answer.status == "finished":
                finished.append(answer)
            elif answer.status == "error":
                self._begin(self._take_error(answer))
            else:
                # The connection was lost, and with it what was asked of the scheduler.
                self._waiting.again.append(self._bundles.pop(answer))
        if finished:
            self._begin(self._take_results(client, finished))

    def _begin(self, part: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(part)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_results(self, client: Client, finished: list[Answer]) -> None:
        try:
            results = await client.gather(finished)
        except (Exception, asyncio.CancelledError):
            # Lost on the way: once more.
            results = [None] * len(finished)
        for answer, packed in zip(finished, results, strict=True):
            bundle = self._bundles.pop(answer, None)
            if bundle is None:
                continue
            if packed is None:
                self._waiting.again.append(bundle)
            else:
                self._deliver(bundle, packed)
        self._wake()

    def _deliver(self, bundle: Bundle, packed: bytes) -> None:
        try:
            outcomes, seconds = unpack_outcomes(packed)
        except Exception as error:
            self._fail(bundle, ClusterError(f"a worker's answer cannot be read: {ended_by(error)}"))
            return
        self._size.measured(len(outcomes), seconds)
        for one, outcome in zip(bundle.asked, outcomes, strict=True):
            if outcome.error is None:
                one.future.set_result(outcome.value)
            else:
                self._told = _Told(outcome.error, time.monotonic())
                one.future.set_exception(outcome.error)

    async def _take_error(self, answer: Answer) -> None:
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - an extra

        error = await answer.exception()
        bundle = self._bundles.pop(answer, None)
        if bundle is None:
            return
        killed = isinstance(error, KilledWorker)
        if killed and bundle.lost + 1 < _GIVEN_UP:
            self._waiting.again.extend(bundle.parts(lost=1))
        else:
            self._fail(bundle, _killing(bundle) if killed else _unplayable(error))
        self._wake()

    def _fail(self, bundle: Bundle, error: Exception) -> None:
        self._told = _Told(error, time.monotonic())
        bundle.fail(error)

    def send_again(self) -> None:
        """Take back all that is on the way: Dask keeps it for workers that never come back."""
        lost, self._bundles = self._bundles, {}
        self._waiting.again.extend(lost.values())
        for answer in lost:
            answer.release()
        self._wake()

    async def cancel(self, client: Client) -> None:
        """Cancel on the cluster what is on the way."""
        await client.cancel(list(self._bundles), force=True)

    def give_up(self) -> None:
        """End all that is on the way or goes there again, which nobody waits for any more.

        What was asked for before the last error of a call ends with that error, which was the
        reason, whichever call is asked for it. Whoever asks for more afterwards has handled it.
        """
        told, self._told = self._told, None
        for bundle in (*self._bundles.values(), *self._waiting.again):
            before = told is not None and min(one.at for one in bundle.asked) < told.at
            bundle.fail(told.error if told and before else ClusterError("interrupted"))
        self._bundles.clear()
        self._waiting.again.clear()

    def fail(self, error: Exception) -> None:
        """Give an error to all that wait for what is on the way."""
        for bundle in self._bundles.values():
            bundle.fail(error)
        self._bundles.clear()


def _killing(bundle: Bundle) -> ClusterError:
    return ClusterError(
        f"workers were lost again and again with the same batch ({bundle.lost + 1} times Dask has "
        "given it up), so the batch may be what ends them; look at their memory and their logs",
        hint="same command",
    )


def _unplayable(error: object) -> ClusterError:
    said = ended_by(error) if isinstance(error, BaseException) else str(error)
    return ClusterError(f"a worker cannot play what it was sent: {said}")
