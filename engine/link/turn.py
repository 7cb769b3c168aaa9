"""Let processes that need the same code take turns: what one compiles, the next one loads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from engine.link.compiling import say_what_takes_long

__all__ = ["turn"]

_QUIET_SECONDS = 5.0
_PATIENT_SECONDS = 60.0
"""A search takes 5 to 25 s to compile; who takes longer may be stopped, and never be done."""


@contextlib.contextmanager
def turn(path: Path) -> Iterator[None]:
    """Hold the lock of this file, which is removed at the end.

    Turns only save time. So where the file cannot be locked, nobody waits, and whoever has waited
    for a minute goes on without a turn.
    """
    lock = FileLock(path)
    with contextlib.suppress(OSError, NotImplementedError):
        _acquire(lock)
    try:
        yield
    finally:
        with contextlib.suppress(OSError, NotImplementedError):
            lock.release()
            # Where somebody was waited for in vain, nobody else shall wait for him.
            path.unlink(missing_ok=True)


def _acquire(lock: FileLock) -> None:
    try:
        lock.acquire(timeout=_QUIET_SECONDS)
    except Timeout:
        say_what_takes_long(
            "waiting for another process that compiles the same code, for "
            f"{_PATIENT_SECONDS:.0f} seconds at most"
        )
        lock.acquire(timeout=_PATIENT_SECONDS)
