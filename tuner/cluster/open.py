"""Open the cluster that is asked for by an address, or by "local:4" for one on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tuner.cluster.connection import require_extra
from tuner.cluster.errors import ClusterError
from tuner.cluster.executor import ClusterExecutor
from tuner.cluster.local import local_cluster
from tuner.cluster.quiet import quiet_libraries
from tuner.matches.progress import Progress

__all__ = ["open_cluster"]

_LOCAL = "local:"
_MOST = 256
"""Workers that are started on one machine."""


@contextmanager
def open_cluster(address: str, progress: Progress) -> Iterator[ClusterExecutor]:
    """Give an executor on the cluster at an address, and leave the cluster at the end.

    Args:
        address: of a Dask scheduler, or "local:N" for N workers that are started on this machine
            and stopped at the end.
        progress: is told how many workers play, and what users must know.

    Raises:
        ClusterError: if the cluster cannot be used.
        MissingExtraError: if Dask is not installed.
    """
    workers = _local_workers(address)
    require_extra()
    with ExitStack() as opened:
        opened.enter_context(quiet_libraries())
        if workers is not None:
            address = opened.enter_context(local_cluster(workers))
        executor = ClusterExecutor(address, progress)
        opened.callback(executor.shutdown)
        yield executor


def _local_workers(address: str) -> int | None:
    """Return how many workers are to be started here, None for a cluster that is there."""
    if not address.startswith(_LOCAL):
        return None
    wanted = address.removeprefix(_LOCAL)
    if not (wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= _MOST):
        raise ClusterError(
            f"'{address}' names no number of workers; write {_LOCAL}4, with 1 to {_MOST}"
        )
    return int(wanted)
