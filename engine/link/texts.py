"""Keep joined texts on disk: one file for each, named by all that decides its machine code."""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from engine.entries import EntryPoint
from engine.link.folder import cache_folder

__all__ = ["CHARACTERS", "CodeText", "hold", "hold_at", "text_path"]

CHARACTERS = 2500.0
"""So many of a joined text are compiled in about a second."""

_SOURCES = (
    "entries.py",
    "intrinsics.py",
    "link/entry_code.py",
    "link/late_formula.py",
    "link/numba_compilers.py",
    "link/machine_file.py",
    "link/operations.py",
)
"""The files of `engine` whose text decides machine code; not imported, for Numba is slow."""


def text_path(stem: str, text: str) -> Path:
    """Return the file of a text in the folder of compiled code, which is made if need be.

    Args:
        stem: first part of its name.
        text: the Python text.
    """
    digest = hashlib.sha256((_platform_digest() + text).encode()).hexdigest()
    return cache_folder() / f"{stem}_{digest[:24]}.py"


@dataclass(frozen=True)
class CodeText:
    """A text of code is the text of a module that makes machine code.

    Attributes:
        stem: first part of its file's name.
        text: the Python text, each entry point made by `engine.link.entry_code.entry_point`.
        entries: its entry points.
    """

    stem: str
    text: str
    entries: tuple[EntryPoint, ...] = field(compare=False)

    @property
    def path(self) -> Path:
        """Return its file."""
        return text_path(self.stem, self.text)


def hold(text: CodeText) -> None:
    """Make sure that a text lies in the folder of compiled code."""
    hold_at(text.path, text.text)


def hold_at(path: Path, text: str) -> None:
    """Make sure that the file holds the text."""
    if not _holds(path, text):
        _write(path, text)


@cache
def _platform_digest() -> str:
    """Return what else than the text decides the machine code."""
    engine = Path(__file__).parents[1]
    parts = (
        *((engine / source).read_text(encoding="utf-8") for source in _SOURCES),
        *(metadata.version(name) for name in ("numba", "llvmlite")),
        platform.python_version(),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


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
