"""Compiles in processes that end at once, since one that compiles keeps 20 MB of each formula.

Machine code goes to the cache folder, from which the process that tests loads it for 1 MB. As a
program it reads the paths of modules, one a line, and answers each with an empty line.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import numba

__all__ = ["CompileServer"]


class CompileServer:
    """Another process, which compiles one module after the other, each in a fork of its own.

    It has one thread only and is warm: a fork of the process that tests would be neither.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def compile(self, path: Path) -> None:
        """Put the machine code of a module beside it; what cannot be compiled is left alone."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        self._process.stdout.readline()

    def end(self) -> None:
        """End the process, if there was anything to compile."""
        if self._process is not None:
            self._process.communicate()


def serve() -> None:
    """Compile what standard input names, until it ends; Ctrl-C is for the process that tests."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What Numba sets up for its first function is there in every fork.
    numba.cfunc("int64(int64)")(lambda number: number + 1)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _execute(Path(line.removesuffix("\n")))
        os.waitpid(child, 0)
        print(flush=True)


def _execute(path: Path) -> None:
    """Import a module, which compiles it, and end; whoever loads it next is told of errors."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    # Nothing has to be tidied up in a process that ends at once.
    gc.disable()
    try:
        specification = importlib.util.spec_from_file_location(f"tune_cache.{path.stem}", path)
        assert specification is not None
        assert specification.loader is not None
        module = importlib.util.module_from_spec(specification)
        sys.modules[specification.name] = module
        specification.loader.exec_module(module)
    finally:
        os._exit(0)


if __name__ == "__main__":
    serve()
