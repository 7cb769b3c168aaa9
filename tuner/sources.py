"""Which version of the rules, the search and the features played a game."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import engine
import features

__all__ = ["sources_digest"]


@cache
def sources_digest() -> str:
    """SHA-256, in hex, of the source files of engine and features.

    A game is a function of these, too: games of two versions must not be mixed in one result.
    """
    digest = hashlib.sha256()
    for package in (engine, features):
        root = Path(package.__path__[0])
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            # Line ends differ between checkouts.
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()
