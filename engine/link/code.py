"""Load the machine code of joined texts, and compile what is not kept yet."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from engine.link import machine_file
from engine.link.elsewhere import wait_for
from engine.link.machine_file import MachineCode
from engine.link.texts import CodeText, hold

__all__ = ["hold_text", "load_code"]

_LOCK = threading.RLock()
_CODES: dict[str, Mapping[str, MachineCode]] = {}


def load_code(text: CodeText) -> Mapping[str, MachineCode]:
    """Return the machine code of a joined text by the names of its entry points.

    It is kept in the folder of compiled code; only what is not there is compiled, and only then
    Numba is imported.

    Raises:
        EngineError: if the text cannot be compiled.
    """
    path = text.path
    # Whoever comes second waits: what is compiled is compiled once.
    with _LOCK:
        if path.stem not in _CODES:
            wait_for(text)
            _CODES[path.stem] = _kept(path, text) or _compiled(text)
        return _CODES[path.stem]


def hold_text(text: CodeText) -> str:
    """Put a text into the folder of compiled code, from where others load it; return its name."""
    hold(text)
    return text.path.stem


def _kept(path: Path, text: CodeText) -> Mapping[str, MachineCode] | None:
    found = {}
    for entry in text.entries:
        code = machine_file.load(path, entry)
        if code is None:
            return None
        found[entry.name] = code
    return found


def _compiled(text: CodeText) -> Mapping[str, MachineCode]:
    from engine.link.cache import load_module  # noqa: PLC0415 - Numba takes long to import

    module = load_module(text.stem, text.text)
    return {entry.name: getattr(module, entry.name) for entry in text.entries}
