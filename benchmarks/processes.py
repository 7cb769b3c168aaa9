"""Start other Python processes of this environment, to time them from their start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import TuneError
from engine.link.folder import CACHE_VARIABLE

__all__ = ["cache_changes", "child", "seconds_until"]

_STOP_SECONDS = 30.0


def cache_changes(cache: Path | None) -> dict[str, str]:
    """Return what to change of an environment for a new cache; nothing for the usual one."""
    return {} if cache is None else {CACHE_VARIABLE: str(cache), "NUMBA_CACHE_DIR": ""}


def child(words: Sequence[str], changes: Mapping[str, str]) -> str:
    """Return what another process writes.

    Args:
        words: its arguments.
        changes: of its environment.

    Raises:
        TuneError: if it fails.
    """
    ended = subprocess.run(
        [sys.executable, *words],
        env=_environment(changes),
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        raise _failed(ended.stderr, ended.returncode)
    return ended.stdout


def seconds_until(beginning: str, words: Sequence[str], changes: Mapping[str, str]) -> float:
    """Return the wall time from the start of a process until it writes a line; then it is stopped.

    Args:
        beginning: of the line, on its standard error.
        words: its arguments.
        changes: of its environment.

    Raises:
        TuneError: if it ends before.
    """
    # Progress comes as lines, whatever colors and bars the environment asks for.
    environment = _environment({**changes, "TTY_COMPATIBLE": "0"})
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        told = []
        try:
            for line in process.stderr or ():
                if line.startswith(beginning):
                    return time.perf_counter() - began
                told.append(line)
            process.wait()
        finally:
            _stop(process)
    raise _failed("".join(told), process.returncode)


def _stop(process: subprocess.Popen[str]) -> None:
    """Stop a process as Ctrl-C does; one that does not listen to it is killed."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _environment(changes: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process, with its packages.

    Its processes keep Python's bytecode as on users' machines: without it each start would compile
    the texts of all modules anew, which takes most of a second.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **changes}


def _failed(errors: str, status: int) -> TuneError:
    told = errors.splitlines() or [f"status {status}"]
    return TuneError(f"a measured process failed: {told[-1]}")
