"""Keep the roll of the workers that may play: those with the sources of this program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tuner.cluster.bundle import DIGEST_TEXT, accept
from tuner.cluster.errors import ended_by

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Roll", "Worker"]


_ABSENT = (ImportError, AttributeError, SyntaxError)
"""Where there is no package of this name, or a very early version, asking for it ends so."""


@dataclass(frozen=True)
class Worker:
    """Hold what is known of a worker that may play."""

    address: str
    threads: int


class Roll:
    """Look at each worker once, refuse those with other sources, and let the others play.

    An accepted worker offers a resource of Dask that every bundle asks for. So Dask itself gives
    bundles, those of lost workers too, to no other ones.

    Args:
        digest: of the sources that are right.
        note: is told who is refused.
    """

    def __init__(self, digest: str, note: Callable[[str], None]) -> None:
        self._digest, self._note = digest, note
        self.resource = f"tune-{digest[:16]}"
        self.accepted: dict[str, Worker] = {}
        self.refused: set[str] = set()
        self._examined: set[str] = set()

    @property
    def threads(self) -> int:
        """Return how many threads the accepted workers have."""
        return sum(worker.threads for worker in self.accepted.values())

    def keep(self, there: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep of the roll those that are there, by address."""
        # One that was started anew at the same address offers nothing yet.
        self.accepted = {
            address: Worker(address, int(told["nthreads"]))
            for address, told in there.items()
            if self.resource in (told.get("resources") or {})
        }
        self.refused &= there.keys()

    async def examine(self, client: Client, there: Mapping[str, Mapping[str, Any]]) -> None:
        """Look at those that are new, which takes as long as they need to answer."""
        known = self.accepted.keys() | self.refused | self._examined
        new = {address: told for address, told in there.items() if address not in known}
        self._examined |= new.keys()
        try:
            if new:
                await self._examine(client, new)
        finally:
            self._examined -= new.keys()

    async def _examine(self, client: Client, new: Mapping[str, Mapping[str, Any]]) -> None:
        answers = await client.run(eval, DIGEST_TEXT, workers=list(new), on_error="return")
        right = [address for address, answer in answers.items() if answer == self._digest]
        for address in answers.keys() - set(right):
            if not isinstance(answers[address], (str, *_ABSENT)):
                # It is gone, or too busy to answer: it is looked at again.
                continue
            self.refused.add(address)
            self._note(_refusal(address, new[address], answers[address], self._digest))
        if right:
            done = await client.run(accept, self.resource, workers=right, on_error="return")
            for address in right:
                if not isinstance(done.get(address), BaseException):
                    self.accepted[address] = Worker(address, int(new[address]["nthreads"]))


def _refusal(address: str, told: Mapping[str, Any], answer: str | Exception, digest: str) -> str:
    name = told.get("name")
    called = address if name in (None, address) else f"{address} ({name})"
    if isinstance(answer, str):
        why = f"it has other sources of tune or other libraries ({answer[:8]}, here {digest[:8]})"
    else:
        why = f"it has no tune that answers ({ended_by(answer)})"
    return f"worker {called} is refused and gets no games: {why}; install this version there"
