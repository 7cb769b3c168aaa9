"""Offer the workers of a cluster as an executor of the `concurrent.futures` kind."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Thread
from typing import Any

from tuner.cluster.coordinator import Coordinator
from tuner.cluster.waiting import Asked, AskedFuture
from tuner.matches.progress import Progress

__all__ = ["ClusterExecutor"]

_ENDS_IN = 15.0


class ClusterExecutor(Executor):
    """Run calls on the workers of a Dask scheduler.

    A function must be one that workers can import, and what it takes and gives one that can be
    pickled. Any number may be submitted at once: a few are sent for each thread of a worker,
    and the others wait here. What a lost worker had is run again. A future that
    is cancelled after it was sent is given up some seconds later, if all are.

    Args:
        address: of the scheduler, such as tcp://10.0.0.5:8786.
        progress: is told how many workers play, and what users must know.

    Raises:
        ClusterError: if there is no scheduler, or no worker with the same sources.
        MissingExtraError: if Dask is not installed.
    """

    def __init__(self, address: str, progress: Progress) -> None:
        self._coordinator = Coordinator(address, progress)
        ready: Future[None] = Future()
        # A daemon: nothing that Dask does may keep this program from ending.
        self._thread = Thread(
            target=self._coordinator.run, args=(ready,), name="tune-cluster", daemon=True
        )
        self._thread.start()
        ready.result()

    @property
    def workers(self) -> int:
        """Return how many workers may play now."""
        return self._coordinator.workers

    @property
    def threads(self) -> int:
        """Return how many threads they have."""
        return self._coordinator.threads

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Ask for a call.

        Raises:
            ClusterError: by the future, if the cluster is lost.
        """
        asked = Asked((fn, args, kwargs), AskedFuture())
        self._coordinator.ask(asked)
        return asked.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Leave the cluster, with nothing of ours on it.

        Args:
            wait: for the end, some seconds at most.
            cancel_futures: is as good as true: whoever leaves has waited for its calls.
        """
        self._coordinator.stop()
        if wait:
            self._thread.join(_ENDS_IN)
