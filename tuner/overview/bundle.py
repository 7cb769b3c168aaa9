"""Pack what a report of a mistake in this program needs to know of a run, without secrets.

It is made for runs that are damaged, too: whatever cannot be read is told in place of its content.
"""

from __future__ import annotations

import io
import json
import os
import platform
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import TuneError
from tuner.config.canonical import yaml_text
from tuner.config.reader import read_document
from tuner.files import RunError, load_json, save_bytes
from tuner.matches.provenance import machine_text, sources_digest, versions
from tuner.overview.masking import HARMLESS, Masks
from tuner.overview.own_files import LARGEST, described, find_own_files
from tuner.tuning.ledger_check import check_ledger
from tuner.tuning.ledger_file import count_rows, read_games
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_lines

__all__ = ["Bundle", "bundle_name", "make_bundle", "save_bundle"]

T = TypeVar("T")

_CHECKED = 200_000_000
"""Bytes of a ledger all of whose rows are checked: that takes seconds."""

_TREES = ("manifest.json", "verdict.json", "progress.json")
_CONFIGS = ("study.yaml", "best.yaml")
_TEXTS = ("trials.csv",)


@dataclass(frozen=True)
class Bundle:
    """Hold the files of a bundle.

    Attributes:
        files: their content by name, in order.
        left_out: what a reader could miss, in words.
    """

    files: Mapping[str, bytes]
    left_out: tuple[str, ...]


def bundle_name(folder: RunFolder) -> str:
    """Return what the file of a bundle is called where nobody says otherwise."""
    return f"{folder.path.resolve().name}-bundle.zip"


def make_bundle(
    folder: RunFolder, *, sources: bool = False, environment: Mapping[str, str] = os.environ
) -> Bundle:
    """Return what a report of a mistake needs of a run, also while it goes on.

    The same files on the same machine give the same bundle.

    Args:
        folder: of the run, whatever is left of it.
        sources: whether the texts of the user's own features and game are packed.
        environment: variables, of which `HARMLESS` ones are told.

    Raises:
        RunError: if there is no such folder.
    """
    if not os.path.isdir(folder.path):
        raise RunError(f"there is no folder {folder.path}; name that of a run", hint="runs")
    return _Packing(folder, Masks.of(folder.path, environment), environment).bundle(sources)


@dataclass(frozen=True)
class _Packing:
    """Read what is packed; what cannot be read is a problem, and the rest is packed anyway."""

    folder: RunFolder
    masks: Masks
    environment: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def bundle(self, sources: bool) -> Bundle:
        files = self._copies()
        own = self._told(lambda: find_own_files(self.folder, self.masks)) or ()
        left_out = ["the games; ledger.json counts them"]
        if sources:
            files |= {f"own/{name}": self.masks.text(text).encode() for name, text in own}
        elif own:
            names = ", ".join(name for name, _ in own)
            left_out.append(f"the text of {names}, your own program")
        files["about.json"] = _json(self._about(own))
        files["files.json"] = _json(list(_listed(self.folder.path, self.masks)))
        files["ledger.json"] = _json(self._ledger())
        lines = self._told(lambda: status_lines(read_status(self.folder)))
        if lines is not None:
            files["status.txt"] = self._lines(lines)
        if self.problems:
            files["problems.txt"] = self._lines(dict.fromkeys(self.problems))
        return Bundle(dict(sorted(files.items())), tuple(left_out))

    def _told(self, call: Callable[[], T]) -> T | None:
        """Return what a call gives; where it fails, None, and why is noted."""
        try:
            return call()
        except (TuneError, OSError) as error:
            self.problems.append(str(error))
            return None

    def _lines(self, lines: Iterable[str]) -> bytes:
        place = str(self.folder.path)
        shown = (self.masks.damaged(line.replace(place, "RUN")) for line in lines)
        return "".join(f"{line}\n" for line in shown).encode()

    def _copies(self) -> dict[str, bytes]:
        files = {}
        for name in (*_CONFIGS, *_TREES, *_TEXTS):
            content = self._told(partial(_content, self.folder.path / name, self.masks))
            if content is not None:
                files[name] = content.encode()
        return files

    def _about(self, own: Sequence[tuple[str, str]]) -> dict[str, Any]:
        told = [name for name in HARMLESS if name in self.environment]
        return {
            "run": self.masks.text(self.folder.path.resolve().name),
            "working": self.folder.working,
            "versions": versions(),
            "sources": sources_digest(),
            "python": platform.python_version(),
            "machine": machine_text(),
            "system": platform.platform(),
            "environment": {name: self.masks.text(self.environment[name]) for name in told},
            "own_files": [described(name, text) for name, text in own],
        }

    def _ledger(self) -> dict[str, Any]:
        """Return how much the ledger holds, and whether that is what was written."""
        path = self.folder.ledger
        if not path.is_file():
            return {"there": path.exists()}
        return {
            "there": True,
            "bytes": path.stat().st_size,
            "games": self._told(lambda: read_games(path)),
            "rows": self._told(lambda: count_rows(path)),
            "as_written": self._told(lambda: _as_written(path)),
        }


def save_bundle(bundle: Bundle, path: Path) -> None:
    """Write a bundle as a zip file, whose bytes depend on its content alone.

    Raises:
        RunError: if there is a file already, or it cannot be written.
    """
    if os.path.lexists(path):
        raise RunError(f"{path} is there already; move it away, or name another file")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in bundle.files.items():
            # The first moment that the format knows, and the rights of an ordinary file.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            entry.create_system = 3
            packed.writestr(entry, content)
    try:
        save_bytes(path, stream.getvalue())
    except OSError as error:
        raise RunError(f"cannot write {path} ({error.strerror}); name another file") from error


def _content(path: Path, masks: Masks) -> str | None:
    """Return a file of a run with masks; None where there is none."""
    if not path.exists():
        return None
    if path.stat().st_size > LARGEST:
        raise RunError(f"{path} has more than {LARGEST:,} bytes; it is left out")
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        if path.name in _CONFIGS:
            return yaml_text(masks.tree(read_document(path).tree))
        if path.name in _TREES:
            return _json(masks.tree(load_json(path))).decode()
    except TuneError:
        # As it is: what is wrong with it may be what the report is about.
        return masks.damaged(text)
    return masks.text(text)


def _listed(folder: Path, masks: Masks) -> Iterator[dict[str, Any]]:
    """Yield the name and the size of each file of a folder, and what else lies there."""
    for path in sorted(folder.rglob("*")):
        kind = "link" if path.is_symlink() else "folder" if path.is_dir() else "file"
        size = {"bytes": path.lstat().st_size} if kind == "file" else {}
        yield {"name": masks.text(path.relative_to(folder).as_posix()), "kind": kind, **size}


def _as_written(path: Path) -> bool | str:
    if path.stat().st_size > _CHECKED:
        return f"not checked, larger than {_CHECKED:,} bytes"
    check_ledger(path)
    return True


def _json(content: Any) -> bytes:
    return (json.dumps(content, indent=2) + "\n").encode()
