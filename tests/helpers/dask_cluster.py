"""A scheduler and workers as their users start them: processes of Dask on loopback ports."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import cloudpickle
from checkout import ROOT
from distributed import Client

from tuner.cluster.quiet import quiet_libraries
from tuner.matches.progress import Silent

__all__ = ["DaskCluster", "Listener", "two_workers", "wait_for"]

_STARTS_IN = 60.0

HELPERS = Path(__file__).parent
"""Calls of these modules can be run by workers."""


class DaskCluster:
    """Starts processes of Dask, and ends them at the end; use it as a context manager."""

    def __init__(self, folder: Path, **settings: object) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self._settings = {f"DASK_DISTRIBUTED__{name}": str(settings[name]) for name in settings}
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> DaskCluster:
        self.start_scheduler()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        everybody = [self.scheduler, *self.workers.values()]
        for process in everybody:
            if process is not None:
                process.kill()
                process.wait()

    def start_scheduler(self) -> None:
        words = ("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        self.scheduler = self._start(words, {})
        wait_for(lambda: _listens(self.port))

    def kill_scheduler(self) -> None:
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()

    def start_worker(
        self, name: str, *, threads: int = 1, path: Path = ROOT
    ) -> subprocess.Popen[bytes]:
        """Start a worker whose `tuner` lies in a folder."""
        words: tuple[str, ...] = (
            "worker",
            self.address,
            "--name",
            name,
            "--nthreads",
            str(threads),
            "--no-nanny",
        )
        words += ("--no-dashboard", "--local-directory", str(self.folder / name))
        # A worker goes when its scheduler goes.
        self.workers[name] = self._start(
            (*words, "--death-timeout", "20"), {"PYTHONPATH": f"{path}{os.pathsep}{HELPERS}"}
        )
        return self.workers[name]

    def kill_worker(self, name: str) -> None:
        process = self.workers.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def _start(self, words: tuple[str, ...], more: Mapping[str, str]) -> subprocess.Popen[bytes]:
        environment = {**os.environ, **self._settings, **more}
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def state(self) -> dict[str, Any]:
        """What the scheduler itself knows: names of its workers and clients, number of tasks."""
        with quiet_libraries(), Client(self.address, name="asking", set_as_default=False) as client:
            return client.run_on_scheduler(_by_value(_state))


def _state(dask_scheduler: Any) -> dict[str, Any]:
    workers = [str(worker.name) for worker in dask_scheduler.workers.values()]
    clients = [name for name in dask_scheduler.clients if name.startswith("tune")]
    return {"workers": sorted(workers), "clients": clients, "tasks": len(dask_scheduler.tasks)}


def _by_value(function: Any) -> Any:
    """The function, for a process that cannot import this module."""
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    return function


class Listener(Silent):
    """Remembers what a cluster tells."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.counts: list[int] = []

    def workers(self, amount: int) -> None:
        self.counts.append(amount)

    def note(self, text: str) -> None:
        self.notes.append(text)


def wait_for(condition: Any, seconds: float = _STARTS_IN) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def two_workers(folder: Path) -> Iterator[DaskCluster]:
    """A cluster whose two workers are ready."""
    with DaskCluster(folder) as started:
        started.start_worker("one")
        started.start_worker("two")
        wait_for(lambda: len(started.state()["workers"]) == 2)
        yield started
