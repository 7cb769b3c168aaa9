"""Keep joined texts on disk: one file for each, named by all that decides its machine code."""

from __future__ import annotations

import contextlib
import hashlib
import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from engine.entries import EntryPoint
from engine.link.folder import cache_folder, write_whole

__all__ = ["CHARACTERS", "CodeText", "code_text", "hold", "hold_at", "machine_digest", "text_path"]

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

_COMPILERS = ("numba", "llvmlite")


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
        path: its file.
        entries: its entry points, each made by `engine.link.entry_code.entry_point`.
        give: gives the text; it is called only if the text itself is needed.
    """

    path: Path
    entries: tuple[EntryPoint, ...] = field(compare=False)
    give: Callable[[], str] = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """Return the Python text."""
        return self.give()

    @property
    def stem(self) -> str:
        """Return the first part of its file's name."""
        return self.path.stem.rpartition("_")[0]


def code_text(stem: str, text: str, entries: tuple[EntryPoint, ...]) -> CodeText:
    """Return a text of code that is written already.

    Args:
        stem: first part of its file's name.
        text: the Python text.
        entries: its entry points.
    """
    return CodeText(text_path(stem, text), entries, lambda: text)


def hold(text: CodeText) -> None:
    """Make sure that a text lies in the folder of compiled code."""
    # Not at its own path: a source may have changed since that was found out.
    hold_at(text_path(text.stem, text.text), text.text)


def hold_at(path: Path, text: str) -> None:
    """Make sure that the file holds the text."""
    if not _holds(path, text):
        write_whole(path, text.encode())


@cache
def machine_digest() -> str:
    """Return what else than the text decides the name of its file, as it was at the first call.

    It takes no import of metadata, which is slow.
    """
    parts = (*_machine_sources(), *map(_version_of, _COMPILERS))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _platform_digest() -> str:
    """Return what else than the text decides the machine code."""
    from importlib import metadata  # noqa: PLC0415 - needed only where texts are joined

    versions = map(metadata.version, _COMPILERS)
    parts = (*_machine_sources(), *versions, platform.python_version())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _machine_sources() -> tuple[str, ...]:
    engine = Path(__file__).parents[1]
    return tuple((engine / source).read_text(encoding="utf-8") for source in _SOURCES)


def _version_of(package: str) -> str:
    """Return the text that says a package's version; to ask for its metadata takes longer."""
    found = find_spec(package)
    if found is not None and found.origin is not None:
        with contextlib.suppress(OSError):
            return Path(found.origin).with_name("_version.py").read_text(encoding="utf-8")
    from importlib import metadata  # noqa: PLC0415 - as above

    return metadata.version(package)


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False
