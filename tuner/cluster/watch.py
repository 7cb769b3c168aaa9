"""Watch a cluster: who may play, who is gone, and whether the scheduler still answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tuner.cluster.connection import patience, workers_of
from tuner.cluster.errors import ClusterError
from tuner.cluster.roll import Roll
from tuner.matches.progress import Progress
from tuner.matches.provenance import sources_digest

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Watch"]

_SECONDS = 1.0
_WORKERS_A_SECOND = 100
"""The list of many workers is long: it is asked for less often."""

_ANSWER = 5.0
"""After so many seconds without an answer the user is told."""


class Watch:
    """Keep the roll of workers up to date.

    Args:
        address: of the scheduler.
        progress: is told how many workers play, and what users must know.
    """

    def __init__(self, address: str, progress: Progress) -> None:
        self._address, self._progress = address, progress
        self.roll = Roll(sources_digest(), progress.note)
        self._told = -1
        self._heard = self._played = time.monotonic()
        self._silent = self._stranded = False
        self._looking: set[asyncio.Task[None]] = set()

    async def begin(self, client: Client) -> None:
        """Look for the first time.

        Raises:
            ClusterError: if there are workers, and none may play.
        """
        there = await workers_of(client)
        self.roll.keep(there)
        await self._examine(client, there)
        if there and len(self.roll.refused) == len(there):
            raise self._none_left()
        self._tell()

    async def keep(self, client: Client, again: Callable[[], None]) -> None:
        """Go on looking.

        Args:
            client: of the scheduler.
            again: called when workers come after all were gone.

        Raises:
            ClusterError: if the scheduler is gone, or no worker that is left may play.
        """
        while True:
            await asyncio.sleep(max(_SECONDS, self.workers / _WORKERS_A_SECOND))
            try:
                there = await asyncio.wait_for(workers_of(client), _ANSWER)
            except (OSError, TimeoutError, ValueError):
                self._unheard(client.status)
                continue
            self._hear()
            self.roll.keep(there)
            self._stranded = self._stranded or not self.roll.accepted
            task = asyncio.create_task(self._examine(client, there))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
            await asyncio.wait([task], timeout=_SECONDS)
            self._tell()
            self._require_workers(len(there))
            if self._stranded and self.roll.accepted:
                self._stranded = False
                again()

    @property
    def workers(self) -> int:
        """Return how many workers may play."""
        return len(self.roll.accepted)

    async def _examine(self, client: Client, there: Mapping[str, Mapping[str, Any]]) -> None:
        try:
            await asyncio.wait_for(self.roll.examine(client, there), patience())
        except (OSError, TimeoutError):
            # Looked at again, next time.
            return

    def _tell(self) -> None:
        if self.workers == self._told:
            return
        if self.workers == 0:
            self._progress.note(
                f"no worker of the cluster at {self._address} is there to play; waiting for "
                "workers, which 'dask worker' starts"
            )
        self._told = self.workers
        self._progress.workers(self.workers)

    def _require_workers(self, there: int) -> None:
        now = time.monotonic()
        if self.workers or len(self.roll.refused) < there or not there:
            self._played = now
        elif now - self._played > patience():
            raise self._none_left()

    def _none_left(self) -> ClusterError:
        return ClusterError(
            f"no worker of the cluster at {self._address} may play: install this version of tune "
            "on their machines, and start them again"
        )

    def _hear(self) -> None:
        self._heard = time.monotonic()
        if self._silent:
            self._silent = False
            self._progress.note(f"the scheduler at {self._address} answers again")

    def _unheard(self, status: str) -> None:
        silent = time.monotonic() - self._heard
        if status == "closed" or silent > patience():
            raise ClusterError(
                f"the scheduler at {self._address} is gone: no answer for {silent:.0f} s; what "
                "was played is kept",
                hint="same command",
            )
        if not self._silent:
            self._silent = True
            self._progress.note(
                f"the scheduler at {self._address} does not answer; waiting for it, up to "
                f"{patience():.0f} s"
            )
