"""Make the machine code of the entry points in a joined text, or load what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import types
from numba.core.caching import FunctionCache
from numba.core.ccallback import CFunc

from engine.entries import EntryPoint
from engine.link import machine_file
from engine.link.machine_file import MachineCode
from engine.link.numba_compilers import EntryCompiler

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


class _EntryCache(FunctionCache):
    """Let Numba keep what needs Numba, and nothing that is loaded without it."""

    def __init__(self, path: Path, entry: EntryPoint, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._path = path
        self._entry = entry

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled just now; what Numba has loaded is not saved again."""
        library, symbol = data.library, data.fndesc.llvm_cfunc_wrapper_name
        library._ensure_finalized()
        if not machine_file.save(self._path, self._entry, library._get_compiled_object(), symbol):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def _compiled(path: Path, entry: EntryPoint, function: Any) -> MachineCode:
    kinds = [getattr(types, kind) for kind in entry.arguments.values()]
    make: Any = CFunc
    compiled = make(
        function,
        (kinds, types.int64),
        locals={},
        options={"nopython": True, "error_model": "numpy"},
        pipeline_class=EntryCompiler,
    )
    compiled._cache = _EntryCache(path, entry, function)
    compiled.compile()
    return machine_file.machine_code(entry, compiled.address, compiled)
