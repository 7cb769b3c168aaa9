"""Give values of Python the form of a configuration file, so that one reader checks both."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import TuneError
from tuner.cluster.threads import MOST_THREADS
from tuner.config.errors import ConfigError, dotted, show
from tuner.config.limits import MAX_BYTES, MAX_NESTING
from tuner.config.reader import Document, KeyPath, Place
from tuner.config.validation import reported_at

__all__ = ["document_of", "list_of", "plain", "reported", "threads_for"]


def document_of(name: str, tree: Mapping[str, Any]) -> Document:
    """Return a tree as a file of this name holds it; what is None counts as not written.

    Errors have the name in place of a file, and paths begin in the current folder.

    Raises:
        ConfigError: if the tree is no mapping, or larger than a file may be.
    """
    _require_small(name, tree)
    if not isinstance(tree, Mapping):
        cause, cure = f"{show(plain(tree))} is not a mapping", "write it as {key: value}"
        raise ConfigError(name, None, "", cause, cure)
    written = {key: plain(value) for key, value in tree.items() if value is not None}
    return Document(Path(name), written, {(): None})


def _require_small(name: str, tree: Any) -> None:
    """Refuse what no file could hold, a mapping that holds itself, too.

    Raises:
        ConfigError: naming the first key of it that is too much.
    """
    size = 0
    pending: list[tuple[KeyPath, Any]] = [((), tree)]
    while pending:
        path, value = pending.pop()
        if len(path) > MAX_NESTING:
            cause = f"nested deeper than {MAX_NESTING} levels"
            raise ConfigError(name, None, dotted(path[:1]), cause, "flatten it")
        size += len(value) if isinstance(value, str | list | tuple | Mapping) else 1
        if size > MAX_BYTES:
            cause = f"more than the {MAX_BYTES:,} characters of the largest file that can be read"
            raise ConfigError(name, None, dotted(path), cause, "write less")
        if isinstance(value, Mapping):
            pending += [((*path, str(key)), part) for key, part in value.items()]
            size += sum(len(str(key)) for key in value)
        elif isinstance(value, list | tuple):
            pending += [((*path, index), part) for index, part in enumerate(value)]


def reported(name: str, *key: str | int) -> AbstractContextManager[None]:
    """Name the key of a tree, called as for `document_of`, in whose value the block finds a fault.

    Raises:
        ConfigError: in place of another `TuneError`.
    """
    return reported_at(Place(document_of(name, {})).at(*key))


def list_of(what: str, given: Any) -> list[Any]:
    """Return what was given as a list.

    Args:
        what: stands in it, for the message.
        given: a list or another sequence.

    Raises:
        TuneError: if it is one thing, such as a text.
    """
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise TuneError(f"{what} must be a list; put them into [...]")
    return list(given)


def plain(value: Any) -> Any:
    """Return a value as a file holds it: no tuples, paths or numbers of NumPy."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, np.generic):
        return value.item()
    return str(value) if isinstance(value, Path) else value


def threads_for(threads: int | None) -> int:
    """Return a number of threads: None stands for one a processor.

    Raises:
        TuneError: if it is not 1 to 4096, which is twice what the largest single machines have.
    """
    if threads is None:
        return os.cpu_count() or 1
    number = plain(threads)
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= MOST_THREADS:
        return number
    told = f"threads must be a whole number, 1 to {MOST_THREADS}, not {number!r}; correct it"
    raise TuneError(told)
