"""Find the folder of compiled code: what lies in it is executed."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from functools import cache
from pathlib import Path

import platformdirs

__all__ = [
    "CACHE_VARIABLE",
    "CacheWarning",
    "cache_folder",
    "distrust",
    "is_lasting",
    "temporary_folder",
    "write_whole",
]

CACHE_VARIABLE = "TUNE_CACHE_DIR"
"""Environment variable that names the folder of compiled code."""

_ABANDONED_SECONDS = 3600.0


class CacheWarning(UserWarning):
    """The folder for compiled code is not used; compiling takes seconds at every start."""


@cache
def cache_folder() -> Path:
    """Return the folder of compiled code, made if need be.

    What lies in it is executed: a folder that others may write is replaced by a temporary one, and
    so is one that cannot be written, with one warning.
    """
    wanted = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("tune", appauthor=False)
    folder = Path(wanted)
    try:
        # Numba would make the second one with the rights that new folders usually get.
        for made in (folder, folder / "__pycache__"):
            made.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        fault = distrust(folder) or distrust(folder / "__pycache__")
        if fault:
            _warn(f"{fault}, so the compiled code in it is not used: it", "a folder of your own")
            return temporary_folder()
        return folder
    except OSError as error:
        fault = f"cannot write compiled code to {folder} ({error.strerror}); it"
        _warn(fault, "a folder that can be written")
    return temporary_folder()


def _warn(fault: str, cure: str) -> None:
    text = f"{fault} will be compiled anew at every start (set {CACHE_VARIABLE} to {cure})"
    warnings.warn(text, CacheWarning, stacklevel=3)


def distrust(folder: Path) -> str:
    """Return why a folder may hold what others have written, "" if it cannot."""
    if sys.platform == "win32":
        return ""
    found = folder.stat()
    if found.st_uid != os.getuid():
        return f"{folder} belongs to another user"
    return f"others may write to {folder}" if found.st_mode & 0o022 else ""


def is_lasting() -> bool:
    """Return whether what is compiled now is there at the next start."""
    return cache_folder() not in _TEMPORARY


_TEMPORARY: set[Path] = set()


def temporary_folder() -> Path:
    """Return a folder that is removed when the process ends."""
    temporary = tempfile.mkdtemp(prefix="tune-")
    _TEMPORARY.add(Path(temporary))
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary)


def write_whole(file: Path, content: bytes) -> None:
    """Write a file of compiled code under another name first: a killed process leaves no half."""
    _clear(file.parent)
    handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
    with os.fdopen(handle, "wb") as written:
        written.write(content)
    os.replace(temporary, file)


@cache
def _clear(folder: Path) -> None:
    """Remove what killed processes left half written; others may be writing just now."""
    before = time.time() - _ABANDONED_SECONDS
    for left in (*folder.glob("*.tmp"), *folder.glob("__pycache__/*.tmp.*")):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < before:
                left.unlink()
