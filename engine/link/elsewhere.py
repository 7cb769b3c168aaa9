"""Compile joined texts in another process, while this one compiles others."""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.link.compiling import say_compiling
from engine.link.texts import CodeText, hold

__all__ = ["compile_elsewhere", "serve", "wait_for"]

_PROGRAM = "from engine.link.elsewhere import serve; serve()"
_BUSY: dict[str, subprocess.Popen[str]] = {}
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
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        atexit.register(_end, process)
        _BUSY.update(dict.fromkeys((text.path.stem for text in texts), process))


def wait_for(text: CodeText) -> None:
    """Wait until a text that another process compiles is done there, or that process has ended."""
    process = _BUSY.get(text.path.stem)
    while process is not None and text.path.stem in _BUSY:
        # It names what it is done with; whoever has ended says nothing more.
        line = process.stdout.readline() if process.stdout else ""
        done = [line.rstrip("\n")] if line else [name for name in _BUSY if _BUSY[name] is process]
        for name in done:
            _BUSY.pop(name, None)


def serve() -> None:
    """Compile the texts of the files that the command line names, as long as somebody waits.

    The name of each that is done, compiled or refused, is a line on standard output.
    """
    from engine.link.cache import compile_file  # noqa: PLC0415 - Numba takes long to import

    parent = os.getppid()
    for path in map(Path, sys.argv[1:]):
        if os.getppid() != parent:
            return
        with contextlib.suppress(Exception):
            compile_file(path)
        sys.stdout.write(f"{path.stem}\n")
        sys.stdout.flush()


def _end(process: subprocess.Popen[str]) -> None:
    """End a process with this one; it leaves no half file."""
    process.kill()
    process.wait()
