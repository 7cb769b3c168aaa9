"""Save text and JSON whole or not at all, and load them with one error of our own."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import TuneError

__all__ = [
    "RunError",
    "load_json",
    "remove_unfinished",
    "require_free",
    "save_bytes",
    "save_files",
    "save_json",
    "save_text",
]

_TEMPORARY = ".being-written-"
"""The names of files that are not finished yet begin so."""


class RunError(TuneError):
    """A run folder cannot be used."""


def remove_unfinished(folder: Path) -> None:
    """Remove what a killed process left half written in a folder."""
    for left in folder.glob(f"{_TEMPORARY}*"):
        left.unlink(missing_ok=True)


def save_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, its lines ended by a line feed on every machine."""
    save_bytes(path, text.encode())


def save_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: another name, flushed to the disk, then renamed."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=_TEMPORARY, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        # A full disk does not say which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def save_files(folder: Path, files: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Write files into a folder, which is made; return their paths. None of them replaces another.

    Raises:
        RunError: if a file of that name is there already; nothing is written then.
    """
    paths = {folder / name: content for name, content in files.items()}
    require_free(*paths)
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in paths.items():
        save_bytes(path, content.encode() if isinstance(content, str) else content)
    return tuple(paths)


def require_free(*paths: Path) -> None:
    """Make sure that no file is where one is to be written.

    Raises:
        RunError: if there is one.
    """
    for path in paths:
        if path.exists():
            raise RunError(f"{path} is there already; move it away, or choose another folder")


def load_json(path: Path) -> dict[str, Any]:
    """Return the mapping that a JSON file holds.

    Raises:
        RunError: if it cannot be read, or holds something else.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise RunError(f"{path} cannot be read; remove it and run the study again", hint="run")
    return content


def _refuse(constant: str) -> None:
    """Refuse what JSON does not have: NaN and infinity, which Python's reader takes."""
    raise ValueError(constant)


def save_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all."""
    save_text(path, json.dumps(content, indent=2, allow_nan=False) + "\n")
