"""Find the Python files of a user that the configuration of a run names."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tuner.config.reader import Document, read_document
from tuner.overview.masking import Masks
from tuner.tuning.run_folder import RunFolder

__all__ = ["LARGEST", "described", "find_own_files"]

LARGEST = 2_000_000
"""Bytes of a file that is packed; the table of 5,000 trials has less."""


def find_own_files(folder: RunFolder, masks: Masks) -> tuple[tuple[str, str], ...]:
    """Return the masked name of each file that the configuration of a run names, and its text.

    Files of one name in several folders are told apart by numbers: `mine.py`, `2/mine.py`.

    Raises:
        ConfigError: if the configuration cannot be read.
        OSError: if one of the files cannot.
    """
    document = read_document(folder.study)
    found = []
    count: Counter[str] = Counter()
    for name in dict.fromkeys(_named_files(document)):
        path = document.file.parent / name
        if path.is_file() and path.stat().st_size <= LARGEST:
            masked = masks.text(path.name)
            # Also where letters of two names differ in case alone: they unpack as one file.
            count[masked.lower()] += 1
            number = count[masked.lower()]
            packed = masked if number == 1 else f"{number}/{masked}"
            found.append((packed, path.read_text(encoding="utf-8", errors="replace")))
    return tuple(found)


def _named_files(document: Document) -> Iterator[str]:
    pending: list[Any] = [document.tree]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            pending += part.values()
        elif isinstance(part, list):
            pending += part
        elif isinstance(part, str) and part.endswith(".py"):
            yield part


def described(name: str, text: str) -> dict[str, Any]:
    """Return what tells a file from others without its text: name, size in bytes, SHA-256."""
    content = text.encode()
    digest = hashlib.sha256(content).hexdigest()
    return {"name": name, "bytes": len(content), "sha256": digest}
