"""Run joined texts, which compiles what they define; Numba keeps a search on disk, too."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target

from engine.errors import EngineError
from engine.link import late_formula, machine_file
from engine.link.compiling import CompileError, compiling, say_compiling
from engine.link.folder import CacheWarning, distrust, temporary_folder
from engine.link.texts import CHARACTERS, hold_at, text_path
from engine.link.turn import turn

__all__ = ["compile_file", "load_beside", "load_module", "prepare_compiler"]

_PLACE = re.compile(r", line [0-9]+:\ndef (\w+)\(.*\n(?:.*\n)*?(.+)\n *\^")
"""In a message of Numba: the name of a kernel, and the statement that a mark stands below."""

_LOCK = threading.RLock()
_MODULES: dict[str, ModuleType] = {}


@cache
def _check_elsewhere() -> None:
    """Check the folder where Numba keeps machine code if NUMBA_CACHE_DIR names one."""
    settings: Any = numba.config
    named = settings.CACHE_DIR
    if named and Path(named).exists() and (fault := distrust(Path(named))):
        settings.CACHE_DIR = ""
        text = f"{fault}, so NUMBA_CACHE_DIR is not heeded; set it to a folder of your own"
        warnings.warn(text, CacheWarning, stacklevel=3)


def prepare_compiler() -> None:
    """Let Numba import what it would import when it compiles the first kernel."""
    target: Any = cpu_target
    target.typing_context.refresh()
    target.target_context.refresh()


def load_module(stem: str, text: str) -> ModuleType:
    """Return the module with this text, compiled or taken from the cache.

    A file of the cache that cannot be read, for example after a power cut, is made anew.

    Args:
        stem: first part of its file name.
        text: the Python text; functions in it that are cached by Numba are cached beside it.

    Raises:
        EngineError: if the text cannot be compiled.
    """
    path = text_path(stem, text)
    name = path.stem
    _check_elsewhere()
    # Machine code goes with its module, so no second module may take the place of the first.
    with _LOCK:
        if name not in _MODULES:
            _MODULES[name] = _load(path, text)
        return _MODULES[name]


def load_beside(path: str, name: str) -> ModuleType:
    """Return the module of this name whose text lies in the folder of another module's file."""
    found = Path(path).with_name(f"{name}.py")
    if machine_file.is_kept_by_numba(found):
        return compile_file(found)
    # Of two processes that need it at once the second waits: it takes longer than all else.
    with turn(found.with_suffix(".lock.tmp")):
        return compile_file(found)


def compile_file(path: Path) -> ModuleType:
    """Return the module whose text a file of the cache holds, compiled or taken from the cache."""
    with _LOCK:
        if path.stem not in _MODULES:
            _MODULES[path.stem] = _load(path, path.read_text(encoding="utf-8"))
        return _MODULES[path.stem]


def _load(path: Path, text: str) -> ModuleType:
    try:
        with _much_made():
            return _execute(path, text)
    except (NumbaError, late_formula.UncompiledFormulaError) as error:
        raise _refused(path, error) from error
    except Exception:
        # A torn file may raise anything when it is unpickled.
        for torn in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            torn.unlink(missing_ok=True)
    try:
        return _execute(path, text)
    except Exception:
        # Numba may keep machine code elsewhere (NUMBA_CACHE_DIR): under a new name it finds none.
        anew = temporary_folder() / path.name
    try:
        return _execute(anew, text)
    except Exception as error:
        raise _refused(path, error) from error


@contextlib.contextmanager
def _much_made() -> Iterator[None]:
    """Keep Python from looking for garbage among what a compiler makes, a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _execute(path: Path, text: str) -> ModuleType:
    hold_at(path, text)
    if _must_compile(path):
        say_compiling("machine code", len(text) / CHARACTERS)
    specification = importlib.util.spec_from_file_location(f"tune_cache.{path.stem}", path)
    if specification is None or specification.loader is None:
        raise EngineError(f"cannot load the compiled code in {path}; remove the file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    with compiling():
        specification.loader.exec_module(module)
    return module


def _must_compile(path: Path) -> bool:
    """Return whether no machine code of a module is kept beside it yet."""
    settings: Any = numba.config
    if settings.DISABLE_JIT or settings.CACHE_DIR:
        return False
    return not machine_file.is_kept(path) and not machine_file.is_kept_by_numba(path)


def _refused(path: Path, error: Exception) -> EngineError:
    """Return one line from Numba's long message: the first that says more than that it failed."""
    lines = [line.strip(" >") for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in")] or [repr(error)]
    cause = " ".join(told[:2]) if told[0].endswith(":") else told[0]
    # Numba shows the innermost kernel first, and marks the statement below it.
    place = _PLACE.search(str(error))
    kernel, statement = (place[1], place[2].strip()) if place else ("", "")
    return CompileError(kernel, statement, cause, path)
