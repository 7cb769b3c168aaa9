"""Give the workers of a scheduler bundles, a few for each thread, until there is no more to do.

All of this runs in the event loop of one thread; only `ask` and `stop` are called from others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from tuner.cluster.bundle_size import BundleSize
from tuner.cluster.connection import connect
from tuner.cluster.errors import ClusterError, ended_by
from tuner.cluster.sent import Sent
from tuner.cluster.waiting import Asked, Waiting
from tuner.cluster.watch import Watch
from tuner.matches.progress import Progress

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Coordinator"]

_IN_FLIGHT = 3
"""Bundles for each thread of a worker: one is played, the others are there when it ends."""

_TICK = 0.25
_GATHERED = 0.002
"""So long calls that are asked for one after the other are gathered before any is sent."""

_GRACE = 3.0
"""So long what is on the way may take when nobody waits for it any more."""

_CLOSING = 5.0


class Coordinator:
    """Hand calls to the workers of a cluster.

    Args:
        address: of the scheduler.
        progress: is told how many workers play, and what users must know.
    """

    def __init__(self, address: str, progress: Progress) -> None:
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._awake = asyncio.Event()
        self._waiting, self._size = Waiting(), BundleSize()
        self._sent = Sent(self._waiting, self._size, self._wake)
        self._watch = Watch(address, progress)
        self._stopping = False
        self._unwanted_since: float | None = None

    @property
    def workers(self) -> int:
        """Return how many workers may play now."""
        return self._watch.workers

    @property
    def threads(self) -> int:
        """Return how many threads they have."""
        return self._watch.roll.threads

    def ask(self, asked: Asked) -> None:
        """Take a call."""
        self._waiting.add(asked)
        self._wake()

    def stop(self) -> None:
        """End, whatever is not finished yet."""
        self._stopping = True
        self._wake()

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._awake.set)
        except RuntimeError:
            # The loop has ended meanwhile, and everybody was told.
            return

    def run(self, ready: Future[None]) -> None:
        """Serve until the end; this is what the thread does.

        Args:
            ready: is told when workers can be given calls, or why that is not so.
        """
        asyncio.set_event_loop(self._loop)
        ended = ClusterError(f"the cluster at {self._address} is left")
        try:
            self._loop.run_until_complete(self._serve(ready))
        except ClusterError as error:
            ended = error
        except Exception as error:
            ended = ClusterError(f"the cluster at {self._address} fails: {ended_by(error)}")
        self._loop.close()
        self._sent.fail(ended)
        self._waiting.fail(ended)
        if not ready.done():
            ready.set_exception(ended)

    async def _serve(self, ready: Future[None]) -> None:
        client = await connect(self._address)
        try:
            await self._watch.begin(client)
            ready.set_result(None)
            parts = [
                asyncio.create_task(self._dispatch(client)),
                asyncio.create_task(self._watch.keep(client, self._sent.send_again)),
            ]
            done, others = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            for task in others:
                task.cancel()
            for task in done:
                task.result()
        finally:
            await self._leave(client)

    async def _leave(self, client: Client) -> None:
        """Leave nothing of ours on the scheduler, if it still listens."""
        if client.status == "running":
            await _at_most(self._sent.cancel(client))
        await _at_most(client.close(timeout=_CLOSING))
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=1.0)

    async def _dispatch(self, client: Client) -> None:
        while not self._stopping:
            await self._something()
            self._sent.take_in(client)
            if client.status == "running":
                self._fill(client)
            await self._give_up(client)

    async def _something(self) -> None:
        """Wait until there is something to do, or for a moment."""
        try:
            await asyncio.wait_for(self._awake.wait(), _TICK)
        except TimeoutError:
            return
        await asyncio.sleep(_GATHERED)
        self._awake.clear()

    def _fill(self, client: Client) -> None:
        threads, resource = self.threads, self._watch.roll.resource
        while len(self._sent) < _IN_FLIGHT * threads:
            bundle = self._waiting.take(lambda waiting: self._size.next(waiting, threads))
            if bundle is None:
                return
            self._sent.send(client, bundle, resource)

    async def _give_up(self, client: Client) -> None:
        """Wait no longer than a moment for what nobody waits for: somebody wants to end."""
        here = [*self._sent.bundles, *self._waiting.again]
        if not here or not all(bundle.unwanted for bundle in here):
            self._unwanted_since = None
        elif self._unwanted_since is None:
            self._unwanted_since = time.monotonic()
        elif time.monotonic() - self._unwanted_since > _GRACE:
            self._unwanted_since = None
            if client.status == "running":
                await _at_most(self._sent.cancel(client))
            self._sent.give_up()


async def _at_most(closing: Coroutine[Any, Any, None]) -> None:
    """Wait for a part of the end, but not for ever: the scheduler may be gone."""
    try:
        await asyncio.wait_for(closing, _CLOSING)
    except Exception:
        return
