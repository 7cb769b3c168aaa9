"""Remember which texts kernels were joined to, so that later starts need not join them.

What is joined of kernels of this program follows from its sources, from the game's slots and from
the text of the formula. Where a user's own kernels take part nothing is remembered.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from engine.entries import EntryPoint
from engine.link.folder import cache_folder, write_whole
from engine.link.joining import KernelSet
from engine.link.linker import INTRINSICS
from engine.link.source import SourceKernel
from engine.link.texts import CodeText
from engine.table import MaskTable, NumberTable, Table

__all__ = ["Texts", "remembered"]

Texts = tuple[tuple[CodeText, ...], tuple[Table, ...]]
"""Joined texts, and the tables that the board's memory must hold, in this order."""

_PACKAGES = ("engine", "features")
_FOLDERS = tuple(os.path.join(Path(__file__).parents[2], name, "") for name in _PACKAGES)
"""Where the kernels of this program are."""

_COMPILERS = ("numba", "llvmlite")

_BEGUN = time.time_ns()


class _UnknownError(Exception):
    """Something is not of this program, or not as it was when the program began."""


def remembered(
    purpose: str,
    kernels: KernelSet,
    asked: Sequence[Any],
    entries: Sequence[tuple[EntryPoint, ...]],
    join: Callable[[], Texts],
) -> Texts:
    """Return what kernels are joined to, which is done only if it is not known of an earlier start.

    Args:
        purpose: what the texts are for, a part of the name of what is remembered.
        kernels: of the game.
        asked: the kernels and texts of formulas on which, besides the game's, the answer depends.
        entries: the entry points of each text.
        join: joins them; of what is remembered it is called only if the text itself is needed.

    Raises:
        EngineError: as `join`.
    """
    try:
        description, sources = _description(kernels, asked), _sources(int(time.monotonic()))
    except (_UnknownError, OSError):
        return join()
    digest = hashlib.sha256(description.encode()).hexdigest()
    file = cache_folder() / f"{kernels.kernel_name}_{purpose}_{digest[:24]}.joined"
    known = _read(file, sources)
    if known is not None and len(known["texts"]) == len(entries):
        return _recalled(known, entries, join)
    answer = join()
    _write(file, sources, answer)
    return answer


def _recalled(
    known: Mapping[str, Any], entries: Sequence[tuple[EntryPoint, ...]], join: Callable[[], Texts]
) -> Texts:
    joined = cache(join)

    def text_at(place: int) -> str:
        return joined()[0][place].text

    texts = (
        CodeText(cache_folder() / name, one, partial(text_at, place))
        for place, (name, one) in enumerate(zip(known["texts"], entries, strict=True))
    )
    tables = (getattr(importlib.import_module(module), name) for module, name in known["tables"])
    return tuple(texts), tuple(tables)


def _read(file: Path, sources: str) -> Any:
    """Return what was written to a file while the sources were these, else None."""
    try:
        head, _, content = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return json.loads(content) if head == _head(sources, content) else None


def _write(file: Path, sources: str, answer: Texts) -> None:
    texts, tables = answer
    places = [_place_of(table) for table in tables]
    if None in places:
        return
    content = json.dumps({"texts": [text.path.name for text in texts], "tables": places})
    # It only saves time.
    with contextlib.suppress(OSError):
        write_whole(file, f"{_head(sources, content)}\n{content}".encode())


def _head(sources: str, content: str) -> str:
    """Return a checksum of the content and of all sources that it comes from."""
    return hashlib.sha256((sources + content).encode()).hexdigest()


@lru_cache(maxsize=1)
def _sources(_second: int) -> str:
    """Return what changes when the sources of kernels or compilers do; looked at once a second.

    The sources are told apart by their sizes and times, as Python does to use its bytecode.

    Raises:
        _UnknownError: if one has changed since this process began, which runs what it was before.
    """
    files = sorted(found for folder in _FOLDERS for found in _files(folder))
    if max(max(times) for _, _, *times in files) > _BEGUN:
        raise _UnknownError
    return repr((sys.version, *map(_version_of, _COMPILERS), files))


def _version_of(package: str) -> str:
    """Return the text that says a package's version; to ask for its metadata takes longer."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise _UnknownError
    try:
        return Path(found.origin).with_name("_version.py").read_text(encoding="utf-8")
    except OSError:
        from importlib import metadata  # noqa: PLC0415 - slow to import

        return metadata.version(package)


def _files(folder: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield each source of a package with its size and the times of its last changes."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name.endswith(".py"):
                state = entry.stat()
                yield entry.path, state.st_size, state.st_mtime_ns, state.st_ctime_ns
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)


def _description(kernels: KernelSet, asked: Sequence[Any]) -> str:
    """Return all that decides what is joined, but for the sources of this program.

    Raises:
        _UnknownError: if a part is not of this program.
    """
    replacements = [(_named(one), _named(other)) for one, other in kernels.replacements.items()]
    slots = [kernels.table_slots(kind("", _no_entries)) for kind in (NumberTable, MaskTable)]
    kinds = [_named(type(one)) for one in (kernels, getattr(kernels, "game", kernels))]
    parts = [kinds, kernels.kernel_name, kernels.first_slot, slots, replacements]
    return repr([_FOLDERS, *parts, *map(_named, asked)])


def _named(value: Any) -> str:
    """Return what tells a kernel, a formula's text or a number from all others.

    Raises:
        _UnknownError: if it is not of this program.
    """
    value = getattr(value, "kernel", value)
    if isinstance(value, SourceKernel):
        names = [(name, _named(meaning)) for name, meaning in sorted(value.names.items())]
        return repr((value.text, value.inlined, names))
    if value is np:
        return "np"
    if id(value) in INTRINSICS:
        return INTRINSICS[id(value)]
    if isinstance(value, FunctionType):
        code = value.__code__
        if code.co_filename.startswith(_FOLDERS) and not value.__closure__:
            return f"{value.__module__}.{value.__qualname__} {code.co_firstlineno}"
    elif isinstance(value, bool | int | float):
        return repr(value)
    elif isinstance(value, type) and value.__module__.partition(".")[0] in _PACKAGES:
        return f"{value.__module__}.{value.__qualname__}"
    raise _UnknownError


def _no_entries(_height: int, _width: int) -> tuple[()]:
    return ()


def _place_of(table: Table) -> tuple[str, str] | None:
    """Return the module that a table is in and its name there, None if none of this program."""
    for module, found in list(sys.modules.items()):
        if module.partition(".")[0] in _PACKAGES:
            for name, value in vars(found).items():
                if value is table:
                    return module, name
    return None
