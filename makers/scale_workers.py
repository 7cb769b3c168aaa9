"""Run workers of Dask that are measured: python -m makers.scale_workers ADDRESS COUNT FOLDER."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
from distributed import Worker

__all__ = ["Crowd", "crowd", "main"]


@dataclass(frozen=True)
class Crowd:
    """Hold a cluster that is measured.

    Attributes:
        address: of the scheduler.
        scheduler: its process.
    """

    address: str
    scheduler: psutil.Process

    def scheduler_seconds(self) -> float:
        """Return the processor time that the scheduler has used."""
        used = self.scheduler.cpu_times()
        return float(used.user + used.system)


@contextmanager
def crowd(processes: int, workers: int) -> Iterator[Crowd]:
    """Give a scheduler and processes with so many workers of one thread each."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="tune-scale-"))
        told = Path(folder) / "address"
        words = ["dask", "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        scheduler = _start([*words, "--scheduler-file", f"{told}.json"], opened)
        while not Path(f"{told}.json").exists():
            time.sleep(0.05)
        address = str(_read_json(f"{told}.json")["address"])
        for _ in range(processes):
            _start(["makers.scale_workers", address, str(workers), folder], opened)
        yield Crowd(address, psutil.Process(scheduler.pid))


def _read_json(path: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def _start(words: Sequence[str], opened: ExitStack) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    opened.callback(process.wait)
    opened.callback(process.kill)
    return process


async def _serve(address: str, count: int, folder: str) -> None:
    settings: dict[str, Any] = {
        "nthreads": 1,
        "memory_limit": 0,
        "local_directory": folder,
        "dashboard": False,
    }
    await asyncio.gather(*(Worker(address, **settings) for _ in range(count)))
    await asyncio.Event().wait()


def _end_with_pipe() -> None:
    sys.stdin.read()
    os._exit(0)


def main(address: str, count: int, folder: str) -> None:
    """Serve until the pipe that this process reads is closed."""
    Thread(target=_end_with_pipe, daemon=True).start()
    asyncio.run(_serve(address, count, folder))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
