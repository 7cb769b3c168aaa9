"""Say where a study computes: on threads of this process, its games perhaps on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from tuner.cluster.executor import ClusterExecutor
from tuner.cluster.open import open_cluster
from tuner.matches.progress import Progress

__all__ = ["Executors", "open_executors"]


@dataclass(frozen=True, eq=False)
class Executors:
    """Hold what computes.

    Attributes:
        local: threads of this process, for what writes into its memory.
        threads: how many there are.
        cluster: plays the games; None where the local threads do.
    """

    local: Executor
    threads: int
    cluster: ClusterExecutor | None = None

    @property
    def games(self) -> Executor:
        """Return what plays batches of games."""
        return self.local if self.cluster is None else self.cluster

    @property
    def players(self) -> int:
        """Return how many threads play games now, at least 1."""
        return self.threads if self.cluster is None else max(1, self.cluster.threads)

    @property
    def workers(self) -> int | None:
        """Return how many workers of a cluster play now, None where there is no cluster."""
        return None if self.cluster is None else self.cluster.workers


@contextmanager
def open_executors(threads: int, cluster: str | None, progress: Progress) -> Iterator[Executors]:
    """Give executors, and end them at the end.

    Args:
        threads: of this process.
        cluster: address of a Dask scheduler, "local:N" for N workers on this machine, or None.
        progress: is told of the cluster.

    Raises:
        ClusterError: if the cluster cannot be used.
    """
    remote = nullcontext() if cluster is None else open_cluster(cluster, progress)
    with ThreadPoolExecutor(threads, "tune") as local, remote as opened:
        yield Executors(local, threads, opened)
