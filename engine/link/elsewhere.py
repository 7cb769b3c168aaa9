"""Compile joined texts in another process, while this one does other things."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from engine.link.machine_file import is_anything_kept
from engine.link.texts import CodeText, hold

__all__ = [
    "compile_elsewhere",
    "expect_nothing_more",
    "expect_to_compile",
    "serve",
    "wait_for",
]

_PROGRAM = "from engine.link.elsewhere import serve; serve()"
_BUSY: dict[str, subprocess.Popen[str]] = {}
"""The process that compiles a text, by the name of the text's file."""

_READY: list[subprocess.Popen[str]] = []
"""The process that nobody has given a text yet."""

_LAST = ""
"""In place of a path: no more come."""


def expect_to_compile(tell: Callable[[str], None]) -> None:
    """Begin a process for `compile_elsewhere` where no machine code is kept at all, and tell so.

    It imports Numba while this one reads what is to be compiled, and ends with this one.

    Args:
        tell: is called with one line.
    """
    if is_anything_kept():
        return
    tell("no code is compiled yet: that comes first")
    if (os.cpu_count() or 1) > 1:
        _READY.extend(_begun())


def expect_nothing_more() -> None:
    """End the process that was begun for nothing, if there is one."""
    while _READY:
        _end(_READY.pop())


def compile_elsewhere(texts: Sequence[CodeText]) -> None:
    """Compile texts in another process, in this order; whoever loads one of them waits for it.

    What cannot be compiled there is left to this process, which says why.
    """
    for text in texts:
        hold(text)
    for process in [_READY.pop()] if _READY else _begun():
        _BUSY.update(dict.fromkeys((text.path.stem for text in texts), process))
        # Where it has ended nobody waits for it.
        with contextlib.suppress(OSError):
            _write(process, [*(str(text.path) for text in texts), _LAST])


def _begun() -> list[subprocess.Popen[str]]:
    """Return a process that compiles what it is given, or none where none can be begun."""
    if not sys.executable:
        return []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
    except OSError:
        return []
    atexit.register(_end, process)
    return [process]


def _write(process: subprocess.Popen[str], lines: Sequence[str]) -> None:
    if process.stdin is not None:
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()


def wait_for(text: CodeText) -> None:
    """Wait until a text that another process compiles is done there, or that process has ended."""
    process = _BUSY.get(text.path.stem)
    while process is not None and text.path.stem in _BUSY:
        # It names what it is done with; whoever has ended says nothing more.
        line = process.stdout.readline() if process.stdout else ""
        done = [line.rstrip("\n")] if line else [name for name in _BUSY if _BUSY[name] is process]
        for name in done:
            _BUSY.pop(name, None)
        if process not in _BUSY.values():
            _close(process)


def serve() -> None:
    """Compile the texts of the files that standard input names, as long as somebody waits.

    The name of each that is done, compiled or refused, is a line on standard output.
    """
    paths: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(paths,), daemon=True).start()
    # It ends soon, so nobody needs the memory.
    gc.disable()
    from engine.link.cache import compile_file, prepare_compiler  # noqa: PLC0415 - slow to import

    prepare_compiler()
    while path := paths.get():
        with contextlib.suppress(Exception):
            compile_file(Path(path))
        sys.stdout.write(f"{Path(path).stem}\n")
        sys.stdout.flush()


def _listen(paths: SimpleQueue[str]) -> None:
    """Hand on what standard input says; where whoever writes it has ended, end at once."""
    for line in sys.stdin:
        paths.put(line.rstrip("\n"))
    # Compiling leaves no half file behind.
    os._exit(1)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process with this one; it leaves no half file."""
    process.kill()
    process.wait()
    _close(process)


def _close(process: subprocess.Popen[str]) -> None:
    """Close the pipes to a process, which ends then if it has not."""
    for pipe in (process.stdin, process.stdout):
        # What it no longer takes may be left to be written.
        with contextlib.suppress(OSError):
            if pipe:
                pipe.close()
