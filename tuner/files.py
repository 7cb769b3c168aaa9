"""Save text and JSON whole or not at all, and load them with one error of our own."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import TuneError

__all__ = [
    "RESULTS",
    "RunError",
    "identity",
    "load_json",
    "load_results",
    "refusal",
    "remove_unfinished",
    "require_folder",
    "require_free",
    "save_bytes",
    "save_files",
    "save_json",
    "save_text",
    "unfinished_path",
]

RESULTS = "results.json"
"""The file that a comparison or a tournament leaves in its folder."""

_TEMPORARY = ".being-written-"
"""The names of files that are not finished yet begin so."""


class RunError(TuneError):
    """A run folder cannot be used."""


def require_folder(path: Path, hint: str = "") -> None:
    """Make sure that there is a folder of this path, in which runs can lie.

    Raises:
        RunError: if there is none, or a file.
    """
    if os.path.isdir(path):
        return
    found = f"{path} is no folder" if os.path.exists(path) else f"there is no folder {path}"
    raise RunError(f"{found}; name one that holds runs", hint=hint)


def remove_unfinished(folder: Path) -> None:
    """Remove what a killed process left half written in a folder."""
    for left in folder.glob(f"{_TEMPORARY}*"):
        left.unlink(missing_ok=True)


def unfinished_path(path: Path) -> Path:
    """Return where a file is written until it is whole; a killed process may leave it there."""
    return path.with_name(f"{_TEMPORARY}{path.name}")


def save_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, its lines ended by a line feed on every machine."""
    save_bytes(path, text.encode())


def save_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: another name, flushed to the disk, then renamed."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=_TEMPORARY, suffix=".tmp")
    except OSError as error:
        # Nobody has asked for a file of the other name.
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
        _flush_names(path.parent)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        # A full disk does not say which file it was.
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _flush_names(folder: Path) -> None:
    """Bring the names in a folder to the disk itself: a power cut may undo a new name otherwise."""
    if os.name == "nt":
        # A folder cannot be opened there.
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from all others, whatever its name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def save_files(folder: Path, files: Mapping[str, str | bytes]) -> tuple[Path, ...]:
    """Write files into a folder, which is made; return their paths. None of them replaces another.

    Either all of them are there afterwards or none.

    Raises:
        RunError: if a file of that name is there already, or the folder cannot be written; nothing
            is written then.
    """
    paths = {folder / name: content for name, content in files.items()}
    require_free(folder, *files)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        for path, content in paths.items():
            save_bytes(path, content.encode() if isinstance(content, str) else content)
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise
    return tuple(paths)


def require_free(folder: Path, *names: str) -> None:
    """Make sure that files of these names can be written into a folder, and replace no other.

    Raises:
        RunError: if that is not so.
    """
    reason = refusal(folder)
    if reason:
        raise RunError(f"cannot write {folder} ({reason}); choose another folder", hint="out")
    for name in names:
        if (folder / name).exists():
            raise RunError(
                f"{folder / name} is there already; move it away, or choose another folder",
                hint="out",
            )


def refusal(folder: Path) -> str:
    """Return why a folder is not there and cannot be made, or cannot be written; "" if it can."""
    try:
        standing = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    except OSError as error:
        return error.strerror or "no such place"
    if not standing.is_dir():
        return os.strerror(errno.ENOTDIR)
    return "" if os.access(standing, os.W_OK) else os.strerror(errno.EACCES)


def load_json(
    path: Path, cure: str = "remove it and run the study again", hint: str = "run"
) -> dict[str, Any]:
    """Return the mapping that a JSON file holds.

    Args:
        path: of the file.
        cure: what helps where it cannot be read.
        hint: of that error, as `TuneError` has it.

    Raises:
        RunError: if it cannot be read, or holds something else.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise RunError(f"{path} cannot be read; {cure}", hint=hint)
    return content


def load_results(folder: Path) -> dict[str, Any]:
    """Return what the results.json of matches holds.

    Raises:
        RunError: if it cannot be read, or holds something else.
    """
    return load_json(folder / RESULTS, "play the matches again to write it anew", "")


def _refuse(constant: str) -> None:
    """Refuse what JSON does not have: NaN and infinity, which Python's reader takes."""
    raise ValueError(constant)


def save_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all."""
    save_text(path, json.dumps(content, indent=2, allow_nan=False) + "\n")
