"""Keep compiled modules on disk: one file for each text, named by all that decides its code."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import importlib.util
import inspect
import os
import platform
import re
import shutil
import sys
import tempfile
import threading
import time
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba
import platformdirs
from numba.core.errors import NumbaError

from engine import entries, intrinsics
from engine.errors import EngineError
from engine.link import late_formula, machine_code
from engine.link.compiling import say_compiling

__all__ = [
    "CACHE_VARIABLE",
    "CacheWarning",
    "CompileError",
    "cache_folder",
    "load_beside",
    "load_module",
]

CACHE_VARIABLE = "TUNE_CACHE_DIR"
"""Environment variable that names the folder of compiled code."""

_ABANDONED_SECONDS = 3600.0

_PLACE = re.compile(r", line [0-9]+:\ndef (\w+)\(.*\n(?:.*\n)*?(.+)\n *\^")
"""In a message of Numba: the name of a kernel, and the statement that a mark stands below."""

_LOCK = threading.RLock()
_MODULES: dict[str, ModuleType] = {}


class CacheWarning(UserWarning):
    """The folder for compiled code is not used; compiling takes seconds at every start."""


class CompileError(EngineError):
    """A kernel is refused by the compiler.

    Attributes:
        kernel: its name in the joined text, "" where it is not known.
        statement: the statement in which it is, as the joined text has it; "" likewise.
        cause: what the compiler says.
    """

    def __init__(self, kernel: str, statement: str, cause: str, path: Path) -> None:
        name = f"kernel '{kernel}'" if kernel else "a kernel"
        place = f" at '{statement}'" if statement else ""
        super().__init__(f"{name} cannot be compiled{place}: {cause}; its text is in {path}")
        self.kernel = kernel
        self.statement = statement
        self.cause = cause


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
        fault = _distrust(folder) or _distrust(folder / "__pycache__")
        if fault:
            _warn(f"{fault}, so the compiled code in it is not used: it", "a folder of your own")
            return _temporary_folder()
        _clear(folder)
        _check_elsewhere()
        return folder
    except OSError as error:
        fault = f"cannot write compiled code to {folder} ({error.strerror}); it"
        _warn(fault, "a folder that can be written")
    return _temporary_folder()


def _warn(fault: str, cure: str) -> None:
    text = f"{fault} will be compiled anew at every start (set {CACHE_VARIABLE} to {cure})"
    warnings.warn(text, CacheWarning, stacklevel=3)


def _distrust(folder: Path) -> str:
    """Return why a folder may hold what others have written, "" if it cannot."""
    if sys.platform == "win32":
        return ""
    found = folder.stat()
    if found.st_uid != os.getuid():
        return f"{folder} belongs to another user"
    return f"others may write to {folder}" if found.st_mode & 0o022 else ""


def _check_elsewhere() -> None:
    """Check the folder where Numba keeps machine code if NUMBA_CACHE_DIR names one."""
    settings: Any = numba.config
    named = settings.CACHE_DIR
    if named and Path(named).exists() and (fault := _distrust(Path(named))):
        settings.CACHE_DIR = ""
        text = f"{fault}, so NUMBA_CACHE_DIR is not heeded; set it to a folder of your own"
        warnings.warn(text, CacheWarning, stacklevel=3)


def _clear(folder: Path) -> None:
    """Remove what killed processes left half written; others may be writing just now."""
    before = time.time() - _ABANDONED_SECONDS
    for left in (*folder.glob("*.tmp"), *folder.glob("__pycache__/*.tmp.*")):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < before:
                left.unlink()


def _temporary_folder() -> Path:
    """Return a folder that is removed when the process ends."""
    temporary = tempfile.mkdtemp(prefix="tune-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return Path(temporary)


@cache
def _platform_digest() -> str:
    """Return what else than the text decides the machine code."""
    sources = (intrinsics, entries, late_formula, machine_code)
    parts = (
        *map(inspect.getsource, sources),
        numba.__version__,
        llvmlite.__version__,
        platform.python_version(),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def load_module(stem: str, text: str) -> ModuleType:
    """Return the module with this text, compiled or taken from the cache.

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


def load_beside(path: str, name: str) -> ModuleType:
    """Return the module of this name whose text lies in the folder of another module's file."""
    with _LOCK:
        if name not in _MODULES:
            found = Path(path).with_name(f"{name}.py")
            _MODULES[name] = _load(found, found.read_text(encoding="utf-8"))
        return _MODULES[name]


def _load(path: Path, text: str) -> ModuleType:
    try:
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
        anew = _temporary_folder() / path.name
    try:
        return _execute(anew, text)
    except Exception as error:
        raise _refused(path, error) from error


def _execute(path: Path, text: str) -> ModuleType:
    if not _holds(path, text):
        _write(path, text)
    if _must_compile(path):
        say_compiling()
    specification = importlib.util.spec_from_file_location(f"tune_cache.{path.stem}", path)
    if specification is None or specification.loader is None:
        raise EngineError(f"cannot load the compiled code in {path}; remove the file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def _must_compile(path: Path) -> bool:
    """Return whether Numba has kept no machine code of a module beside it yet."""
    settings: Any = numba.config
    if settings.DISABLE_JIT or settings.CACHE_DIR:
        return False
    folder = path.parent / "__pycache__"
    # A pattern would be matched with each of thousands of files.
    kept, head = os.listdir(folder) if folder.is_dir() else [], f"{path.stem}."
    return not any(name.startswith(head) and name.endswith(".nbi") for name in kept)


def _refused(path: Path, error: Exception) -> EngineError:
    """Return one line from Numba's long message: the first that says more than that it failed."""
    lines = [line.strip(" >") for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in")] or [repr(error)]
    cause = " ".join(told[:2]) if told[0].endswith(":") else told[0]
    # Numba shows the innermost kernel first, and marks the statement below it.
    place = _PLACE.search(str(error))
    kernel, statement = (place[1], place[2].strip()) if place else ("", "")
    return CompileError(kernel, statement, cause, path)


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
