"""Load the machine code of joined texts, and compile what is not kept yet."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.entries import EntryPoint
from engine.link import machine_file
from engine.link.machine_file import MachineCode
from engine.link.texts import hold, text_path

__all__ = ["hold_text", "load_code"]

_LOCK = threading.RLock()
_CODES: dict[str, Mapping[str, MachineCode]] = {}


def load_code(stem: str, text: str, entries: Sequence[EntryPoint]) -> Mapping[str, MachineCode]:
    """Return the machine code of a joined text by the names of its entry points.

    It is kept in the folder of compiled code; only what is not there is compiled, and only then
    Numba is imported.

    Args:
        stem: first part of the file's name.
        text: the Python text, each entry point made by `engine.link.entry_code.entry_point`.
        entries: its entry points.

    Raises:
        EngineError: if the text cannot be compiled.
    """
    path = text_path(stem, text)
    # Whoever comes second waits: what is compiled is compiled once.
    with _LOCK:
        if path.stem not in _CODES:
            _CODES[path.stem] = _kept(path, entries) or _compiled(stem, text, entries)
        return _CODES[path.stem]


def hold_text(stem: str, text: str) -> str:
    """Put a text into the folder of compiled code, from where others load it; return its name."""
    path = text_path(stem, text)
    hold(path, text)
    return path.stem


def _kept(path: Path, entries: Sequence[EntryPoint]) -> Mapping[str, MachineCode] | None:
    found = {}
    for entry in entries:
        code = machine_file.load(path, entry)
        if code is None:
            return None
        found[entry.name] = code
    return found


def _compiled(stem: str, text: str, entries: Sequence[EntryPoint]) -> Mapping[str, MachineCode]:
    from engine.link.cache import load_module  # noqa: PLC0415 - Numba takes long to import

    module = load_module(stem, text)
    return {entry.name: getattr(module, entry.name) for entry in entries}
