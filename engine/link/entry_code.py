"""Make the machine code of the entry points in a joined text, or load what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import cfunc, types

from engine.entries import EntryPoint
from engine.link import machine_file
from engine.link.machine_code import EntryCompiler
from engine.link.machine_file import MachineCode

__all__ = ["entry_point"]


def entry_point(text: str, entry: EntryPoint) -> Callable[[Any], MachineCode]:
    """Return what makes machine code of a function that calls kernels, and keeps it.

    Args:
        text: the path of the file with the function.
        entry: point that it is.
    """
    path = Path(text)

    def made(function: Any) -> MachineCode:
        return machine_file.load(path, entry) or _compiled(path, entry, function)

    return made


def _compiled(path: Path, entry: EntryPoint, function: Any) -> MachineCode:
    kinds = [getattr(types, kind) for kind in entry.arguments.values()]
    make: Any = cfunc
    compiled = make(
        types.int64(*kinds),
        nopython=True,
        # What needs Numba is kept by Numba.
        cache=True,
        error_model="numpy",
        pipeline_class=EntryCompiler,
    )(function)
    code = compiled._library._get_compiled_object()
    machine_file.save(path, entry, code, compiled.native_name)
    return machine_file.machine_code(entry, compiled.address, compiled)
