"""Keep what a book has played and proven, so that a killed process loses none of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import IO, Any, Self

from engine.game import Game
from tuner.book.plan import BookPlan
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.provenance import game_deciding, sources_digest

__all__ = ["Journal", "journal_name"]


def journal_name(game: Game[Any], agent: Agent, plan: BookPlan) -> str:
    """Return the file name of a journal, which holds all that decides the games of a book."""
    content = [
        game_deciding(game),
        agent_key(agent),
        *(plan.plies, plan.games, plan.seed, plan.proofs),
        sources_digest(),
    ]
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return f"unfinished-{digest[:12]}.jsonl"


class Journal:
    """A journal is a file of results, one a line, that only grows; use it in a `with` block.

    Each line reaches the operating system before anything else happens, so it survives the end of
    the process. A line that was cut off is left out, and what it said is found anew.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read a journal, or begin one; nothing is written before there is a result.

        Args:
            path: of the file; its folder is made. None for a journal that keeps nothing.

        Raises:
            RunError: if the file cannot be read or mended.
        """
        self._path = path
        self._lock = Lock()
        self._known: dict[str, Any] = {}
        self._file: IO[str] | None = None
        if path is None:
            return
        try:
            whole = path.read_bytes() if path.exists() else b""
            lines = whole[: whole.rfind(b"\n") + 1]
            self._known = _read(lines)
            if lines != whole:
                path.write_bytes(lines)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "damaged"
            raise RunError(f"{path} cannot be used ({reason}); remove it and begin again") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def known(self, key: str) -> Any:
        """Return what was kept under a key, None if nothing was."""
        return self._known.get(key)

    def keep(self, key: str, value: Any) -> None:
        """Keep a value that JSON can hold; any thread may do so.

        Raises:
            RunError: if the file cannot be written.
        """
        if self._path is None:
            return
        line = json.dumps({"key": key, "value": value}) + "\n"
        try:
            with self._lock:
                if self._file is None:
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    self._file = self._path.open("a", encoding="utf-8", newline="\n")
                self._file.write(line)
                self._file.flush()
        except OSError as error:
            raise RunError(
                f"{self._path} cannot be written ({error.strerror}); make room, and begin again: "
                "what it holds is kept"
            ) from None

    def remove(self) -> None:
        """Remove the file: the book is finished."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _read(lines: bytes) -> dict[str, Any]:
    """Return the values by key; a line that is no entry is a ValueError."""
    known = {}
    for line in lines.splitlines():
        entry = json.loads(line)
        if not isinstance(entry, Mapping) or entry.keys() != {"key", "value"}:
            raise ValueError(line)
        known[str(entry["key"])] = entry["value"]
    return known
