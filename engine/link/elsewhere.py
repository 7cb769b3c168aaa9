"""Compile joined texts in another process, while this one compiles others."""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from engine.link import machine_file
from engine.link.compiling import say_compiling
from engine.link.texts import CodeText, hold

__all__ = ["compile_elsewhere", "serve", "wait_for"]

_PROGRAM = "from engine.link.elsewhere import serve; serve()"
_LOOK_SECONDS = 0.01
_BUSY: dict[str, subprocess.Popen[bytes]] = {}
"""The process that compiles a text, by the name of the text's file."""


def compile_elsewhere(texts: Sequence[CodeText]) -> None:
    """Compile texts in another process, in this order; whoever loads one of them waits for it.

    What cannot be compiled there is left to this process, which says why.
    """
    if not sys.executable or not texts:
        return
    say_compiling()
    for text in texts:
        hold(text)
    paths = [str(text.path) for text in texts]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with contextlib.suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *paths],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(_end, process)
        _BUSY.update(dict.fromkeys((text.path.stem for text in texts), process))


def wait_for(text: CodeText) -> None:
    """Wait until a text that another process compiles is done there, or that process has ended."""
    process = _BUSY.pop(text.path.stem, None)
    while process is not None and process.poll() is None and not machine_file.are_kept(text):
        time.sleep(_LOOK_SECONDS)


def serve() -> None:
    """Compile the texts of the files that the command line names, as long as somebody waits."""
    from engine.link.cache import compile_file  # noqa: PLC0415 - Numba takes long to import

    parent = os.getppid()
    for path in map(Path, sys.argv[1:]):
        if os.getppid() != parent:
            return
        with contextlib.suppress(Exception):
            compile_file(path)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with this one; it leaves no half file."""
    process.kill()
    process.wait()
