"""Remember which texts kernels were joined to, so that later starts need not join them.

A record is of what is in memory: of the bytecode of the kernels and of all that they call, of the
numbers and tables that their names stand for, of the text of the formula, and of what joins them.
It is written only if the text that was joined of each kernel compiles to the same bytecode, so what
has changed in a file since, or is of an older file, is never taken for something else. Where a
user's own kernels take part nothing is remembered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

from engine.entries import EntryPoint
from engine.link.bytecode import as_bytes, code_bytes, is_as_written
from engine.link.folder import cache_folder, write_whole
from engine.link.joining import KernelSet
from engine.link.meaning import Meaning, meaning_of
from engine.link.texts import CodeText, machine_digest
from engine.table import Table

__all__ = ["JOINERS", "Texts", "remembered"]

Texts = tuple[tuple[CodeText, ...], tuple[Table, ...]]
"""Joined texts, and the tables that the board's memory must hold, in this order."""

JOINERS = (
    "engine.entries",
    "engine.link.code",
    "engine.link.joining",
    "engine.link.linker",
    "engine.link.names",
    "engine.link.randomness",
    "engine.link.shifts",
    "engine.link.source",
    "engine.link.texts",
)
"""The modules that join kernels, besides the one that asks for it: they decide texts as well."""


def remembered(
    purpose: str,
    kernels: KernelSet,
    asked: Sequence[Any],
    entries: Sequence[tuple[EntryPoint, ...]],
    join: partial[Texts],
) -> Texts:
    """Return what kernels are joined to, which is done only if it is not known of an earlier start.

    Args:
        purpose: what the texts are for, a part of the name of what is remembered.
        kernels: of the game.
        asked: the kernels that are joined, and those and the texts of formulas that take the place
            of others, besides the game's.
        entries: the entry points of each text.
        join: joins them; of what is remembered it is called only if the text itself is needed.

    Raises:
        EngineError: as `join`.
    """
    meaning = meaning_of(kernels, asked)
    if not meaning.packaged:
        return join()
    joiners = _joiners(join.func.__module__)
    parts = (purpose, meaning.digest, entries, joiners, machine_digest(), sys.version)
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()
    file = cache_folder() / f"{kernels.kernel_name}_{purpose}_{digest[:24]}.joined"
    known = _read(file, digest)
    if known is not None:
        return _recalled(known, meaning, entries, join)
    answer = join()
    # It may have been exchanged meanwhile.
    if meaning_of(kernels, asked) == meaning and all(map(is_as_written, meaning.functions)):
        _write(file, digest, meaning, answer)
    return answer


def _recalled(
    known: Mapping[str, Any],
    meaning: Meaning,
    entries: Sequence[tuple[EntryPoint, ...]],
    join: partial[Texts],
) -> Texts:
    joined = cache(join)

    def text_at(place: int) -> str:
        return joined()[0][place].text

    texts = (
        CodeText(cache_folder() / name, one, partial(text_at, place))
        for place, (name, one) in enumerate(zip(known["texts"], entries, strict=True))
    )
    return tuple(texts), tuple(meaning.tables[place] for place in known["tables"])


def _read(file: Path, digest: str) -> Any:
    """Return what was written to a file of this digest, else None."""
    try:
        head, _, content = file.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return json.loads(content) if head == _head(digest, content) else None


def _write(file: Path, digest: str, meaning: Meaning, answer: Texts) -> None:
    texts, tables = answer
    places = [meaning.tables.index(table) for table in tables]
    content = json.dumps({"texts": [text.path.name for text in texts], "tables": places})
    # It only saves time.
    with contextlib.suppress(OSError):
        write_whole(file, f"{_head(digest, content)}\n{content}".encode())


def _head(digest: str, content: str) -> str:
    """Return a checksum of the content and of all that it comes from."""
    return hashlib.sha256((digest + content).encode()).hexdigest()


@cache
def _joiners(asking: str) -> bytes:
    """Return what tells modules that join from others, as they are in memory."""
    parts = [list(_parts(vars(sys.modules[one]), one)) for one in (*JOINERS, asking)]
    return hashlib.sha256(as_bytes(parts)).digest()


def _parts(members: Mapping[str, Any], module: str) -> Iterator[Any]:
    """Yield the bytecode and the texts of a module or of a class in it, each behind its name."""
    for name, member in sorted(members.items()):
        value = getattr(member, "fget", None) or getattr(member, "__wrapped__", member)
        if isinstance(value, str | int | float) and not name.startswith("__"):
            yield name, value
        elif isinstance(value, tuple | frozenset):
            yield name, sorted(one for one in value if isinstance(one, str))
        elif getattr(value, "__module__", None) != module:
            continue
        elif isinstance(value, FunctionType):
            yield name, code_bytes(value.__code__)
        elif isinstance(value, type):
            yield name, list(_parts(vars(value), module))
