"""Start a cluster on this machine, for as long as somebody holds it.

It is a process of its own: it ends when the pipe that it reads is closed, however whoever holds
the other end of it came to its end.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from tuner.cluster.errors import ClusterError

__all__ = ["local_cluster", "main"]

_ENDS_IN = 10.0


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Give the address of a scheduler with so many workers of one thread each.

    Raises:
        ClusterError: if they do not start.
    """
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "tuner.cluster.local", str(workers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            # Ctrl-C is for the program alone.
            start_new_session=True,
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            if not address:
                said.seek(0)
                *_, last = said.read().decode(errors="replace").strip().split("\n")
                raise ClusterError(f"a cluster on this machine does not start: {last}")
            yield address
        finally:
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_ENDS_IN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    finally:
        if process.stdout is not None:
            process.stdout.close()


def main() -> None:
    """Run a local cluster in this process."""
    folder = tempfile.mkdtemp(prefix="tune-cluster-")
    Thread(target=_end_with_pipe, args=(folder,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    cluster = LocalCluster(
        n_workers=int(sys.argv[1]),
        threads_per_worker=1,
        memory_limit=0,
        host="127.0.0.1",
        dashboard_address=None,
        worker_dashboard_address=None,
        local_directory=folder,
    )
    # Written as bytes, and the last: whatever else is printed is of no interest.
    os.write(1, f"{cluster.scheduler_address}\n".encode())
    Event().wait()


def _end_with_pipe(folder: str) -> None:
    """End this process and its workers, whatever they do, when nobody holds the pipe any more."""
    sys.stdin.read()
    for child in multiprocessing.active_children():
        child.kill()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main()
