"""Compiled modules on disk: one file for each text, named by all that decides its machine code."""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import inspect
import os
import platform
import shutil
import sys
import tempfile
import threading
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType

import llvmlite
import numba
import platformdirs
from numba.core.errors import NumbaError

from engine import intrinsics
from engine.errors import EngineError

__all__ = ["CACHE_VARIABLE", "CacheWarning", "cache_folder", "load_module"]

CACHE_VARIABLE = "TUNE_CACHE_DIR"
"""Environment variable that names the folder of compiled code."""

_LOCK = threading.RLock()
_MODULES: dict[str, ModuleType] = {}


class CacheWarning(UserWarning):
    """The folder for compiled code cannot be used; compiling takes seconds at every start."""


@cache
def cache_folder() -> Path:
    """The folder of compiled code, made if need be.

    A folder that cannot be written is replaced by a temporary one, with one warning.
    """
    wanted = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("tune", appauthor=False)
    folder = Path(wanted)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        warnings.warn(
            f"cannot write compiled code to {folder} ({error.strerror}); it will be compiled anew "
            f"at every start (set {CACHE_VARIABLE} to a folder that can be written)",
            CacheWarning,
            stacklevel=2,
        )
    return _temporary_folder()


def _temporary_folder() -> Path:
    """A folder that is removed when the process ends."""
    temporary = tempfile.mkdtemp(prefix="tune-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary)


@cache
def _platform_digest() -> str:
    """What else than the text decides the machine code."""
    parts = (
        inspect.getsource(intrinsics),
        numba.__version__,
        llvmlite.__version__,
        platform.python_version(),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def load_module(stem: str, text: str) -> ModuleType:
    """The module with this text, compiled or taken from the cache.

    A file of the cache that cannot be read, for example after a power cut, is made anew.

    Args:
        stem: first part of its file name.
        text: the Python text; functions in it that are cached by Numba are cached beside it.

    Raises:
        EngineError: if the text cannot be compiled.
    """
    digest = hashlib.sha256((_platform_digest() + text).encode()).hexdigest()
    name = f"{stem}_{digest[:24]}"
    # Machine code goes with its module, so no second module may take the place of the first.
    with _LOCK:
        if name not in _MODULES:
            _MODULES[name] = _load(cache_folder() / f"{name}.py", text)
        return _MODULES[name]


def _load(path: Path, text: str) -> ModuleType:
    try:
        return _execute(path, text)
    except NumbaError as error:
        raise _refused(path, error) from error
    except Exception:
        # A torn file may raise anything when it is unpickled.
        for torn in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            torn.unlink(missing_ok=True)
    try:
        return _execute(path, text)
    except Exception:
        # Numba may keep machine code elsewhere (NUMBA_CACHE_DIR): under a new name it finds none.
        anew = _temporary_folder() / path.name
    try:
        return _execute(anew, text)
    except Exception as error:
        raise _refused(path, error) from error


def _execute(path: Path, text: str) -> ModuleType:
    if not _holds(path, text):
        _write(path, text)
    specification = importlib.util.spec_from_file_location(f"tune_cache.{path.stem}", path)
    if specification is None or specification.loader is None:
        raise EngineError(f"cannot load the compiled code in {path}; remove the file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def _refused(path: Path, error: Exception) -> EngineError:
    """One line from Numba's long message: the first that says more than that it failed."""
    lines = [line.strip(" >") for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in")] or [repr(error)]
    cause = " ".join(told[:2]) if told[0].endswith(":") else told[0]
    return EngineError(f"a kernel cannot be compiled: {cause}; its text is in {path}")


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


def _write(path: Path, text: str) -> None:
    """Write under another name first: a killed process leaves no half file."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)
