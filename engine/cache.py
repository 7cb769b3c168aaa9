"""Compiled modules on disk: one file for each text, named by all that decides its machine code."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import platform
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

from engine import intrinsics
from engine.errors import EngineError

__all__ = ["CACHE_VARIABLE", "CacheWarning", "cache_folder", "load_module"]

CACHE_VARIABLE = "TUNE_CACHE_DIR"
"""Environment variable that names the folder of compiled code."""

_LOCK = threading.RLock()


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
        return Path(tempfile.mkdtemp(prefix="tune-"))


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


@cache
def load_module(stem: str, text: str) -> ModuleType:
    """The module with this text, compiled or taken from the cache.

    Args:
        stem: first part of its file name.
        text: the Python text; functions in it that are cached by Numba are cached beside it.

    Raises:
        EngineError: if the text cannot be compiled.
    """
    digest = hashlib.sha256((_platform_digest() + text).encode()).hexdigest()
    name = f"{stem}_{digest[:24]}"
    path = cache_folder() / f"{name}.py"
    with _LOCK:
        if not _holds(path, text):
            _write(path, text)
        specification = importlib.util.spec_from_file_location(f"tune_cache.{name}", path)
        if specification is None or specification.loader is None:
            raise EngineError(f"cannot load the compiled code in {path}; remove the file")
        module = importlib.util.module_from_spec(specification)
        sys.modules[specification.name] = module
        specification.loader.exec_module(module)
        return module


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
