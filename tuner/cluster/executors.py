"""Say where a study computes: on threads of this process, its games perhaps elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tuner.cluster.errors import ClusterError
from tuner.matches.progress import Progress

if TYPE_CHECKING:
    from tuner.cluster.executor import ClusterExecutor
    from tuner.device.executor import DeviceExecutor

__all__ = ["Executors", "open_executors"]


@dataclass(frozen=True, eq=False)
class Executors:
    """Hold what computes.

    Attributes:
        local: threads of this process, for what writes into its memory.
        threads: how many there are.
        cluster: plays the games; None where this machine does.
        device: plays the games; None where the local threads or a cluster do.
    """

    local: Executor
    threads: int
    cluster: ClusterExecutor | None = None
    device: DeviceExecutor | None = None

    @property
    def games(self) -> Executor:
        """Return what plays batches of games."""
        return self.device or self.cluster or self.local

    @property
    def players(self) -> int:
        """Return how many threads play games now, at least 1."""
        return self.threads if self.cluster is None else max(1, self.cluster.threads)

    @property
    def workers(self) -> int | None:
        """Return how many workers of a cluster play now, None where there is no cluster."""
        return None if self.cluster is None else self.cluster.workers


@contextmanager
def open_executors(
    threads: int, cluster: str | None, progress: Progress, device: str | None = None
) -> Iterator[Executors]:
    """Give executors, and end them at the end.

    Args:
        threads: of this process.
        cluster: address of a Dask scheduler, "local:N" for N workers on this machine, or None.
        progress: is told of the cluster, and of what a device does not play.
        device: "cuda" for the GPU of this machine, or None.

    Raises:
        ClusterError: if the cluster cannot be used, or there is a device beside it.
        CudaError: if there is no GPU that can be used.
    """
    if device is not None and cluster is not None:
        raise ClusterError(f"games are played on {device} or on a cluster; choose one of the two")
    remote = nullcontext() if cluster is None else _opened(cluster, progress)
    with ThreadPoolExecutor(threads, "tune") as local, remote as opened:
        if device is None:
            yield Executors(local, threads, opened)
            return
        # Late: most studies have no GPU.
        from tuner.device.executor import DeviceExecutor  # noqa: PLC0415

        with DeviceExecutor(device, local, progress) as gpu:
            yield Executors(local, threads, device=gpu)


def _opened(address: str, progress: Progress) -> AbstractContextManager[ClusterExecutor]:
    # Late: what talks to other machines takes long to import.
    from tuner.cluster.open import open_cluster  # noqa: PLC0415

    return open_cluster(address, progress)
