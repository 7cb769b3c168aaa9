"""The ledger of a run: every finished batch of pairs, in one SQLite file.

A batch that is in the ledger is never played again. Batches are written in transactions, about
one a second, so that a killed process loses no more than that.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from engine.errors import TuneError
from tuner.match import Pairs
from tuner.openings import OpeningSet
from tuner.sources import sources_digest

__all__ = [
    "BATCHES",
    "BatchKey",
    "Ledger",
    "LedgerError",
    "decode_pairs",
]

_COMMIT_SECONDS = 0.5

_SCHEMA = """
CREATE TABLE IF NOT EXISTS study (digest TEXT NOT NULL, seconds REAL NOT NULL);
CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS agents (key TEXT PRIMARY KEY, description TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS openings (
    name TEXT PRIMARY KEY, seed TEXT NOT NULL, states BLOB NOT NULL, clusters BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS batches (
    openings TEXT NOT NULL, candidate TEXT NOT NULL, opponent TEXT NOT NULL,
    first INTEGER NOT NULL, pairs INTEGER NOT NULL,
    results BLOB NOT NULL, plies BLOB NOT NULL, nodes BLOB NOT NULL,
    PRIMARY KEY (openings, candidate, opponent, first));
CREATE TABLE IF NOT EXISTS delays (
    openings TEXT NOT NULL, candidate TEXT NOT NULL, opponent TEXT NOT NULL,
    first INTEGER NOT NULL, cut BLOB NOT NULL, late BLOB NOT NULL,
    PRIMARY KEY (openings, candidate, opponent, first));
"""

BATCHES = (
    "SELECT pairs, results, plies, nodes, cut, late, openings, candidate, opponent, first"
    " FROM batches LEFT JOIN delays USING (openings, candidate, opponent, first)"
)
"""The batches and what time limits did in them; where they did nothing there is no row."""

_AT_KEY = "openings = ? AND candidate = ? AND opponent = ? AND first = ?"


class LedgerError(TuneError):
    """A ledger cannot be used."""


@dataclass(frozen=True)
class BatchKey:
    """What a batch is a pure function of, within one study.

    Attributes:
        openings: name of the opening set.
        candidate: key of the agent whose view the results take.
        opponent: key of the other agent.
        first: the first pair.
    """

    openings: str
    candidate: str
    opponent: str
    first: int


class Ledger:
    """Reads and writes the ledger of one study; use it as a context manager.

    Args:
        path: the file, made if need be.
        digest: of the study; a ledger of another one is refused.

    Raises:
        LedgerError: if the file cannot be used, belongs to another study, or was played by another
            version of the engine or the features.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self._path = path
        self._written = time.monotonic()
        self._changes = 0
        try:
            self._file = sqlite3.connect(path, isolation_level="IMMEDIATE", timeout=60.0)
        except sqlite3.Error as error:
            raise LedgerError(f"{path}: {error}; choose a folder that can be written") from error
        try:
            stored = self._open(digest)
        except sqlite3.Error as error:
            self._file.close()
            raise LedgerError(f"{path}: {error}; move the run folder away to start anew") from error
        if stored != digest:
            self._file.close()
            raise LedgerError(f"{path} belongs to another study; move it away")
        self._changes = self._file.total_changes
        if self.noted("sources", sources_digest) != sources_digest():
            self._file.close()
            raise LedgerError(
                f"{path} was played by another version of this program or of its libraries; "
                "move the folder away to start anew, or go back to that version"
            )

    def _open(self, digest: str) -> str:
        """The digest that the file holds, this one if it is new."""
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=NORMAL")
        self._file.executescript(_SCHEMA)
        stored = self._file.execute("SELECT digest FROM study").fetchone()
        if stored is not None:
            return str(stored[0])
        self._file.execute("INSERT INTO study VALUES (?, 0.0)", (digest,))
        self._file.commit()
        return digest

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.commit()
        finally:
            self._file.close()

    def add_openings(self, openings: OpeningSet) -> None:
        """Note where the pairs of a set begin; a set that is there already must be the same."""
        row = (str(openings.seed), openings.states.tobytes(), openings.clusters.tobytes())
        query = "SELECT seed, states, clusters FROM openings WHERE name = ?"
        stored = self._execute(query, (openings.name,)).fetchone()
        if stored is None:
            self._execute("INSERT INTO openings VALUES (?, ?, ?, ?)", (openings.name, *row))
            self.commit()
        elif stored != row:
            raise LedgerError(
                f"{self._path} has other '{openings.name}' openings than this version draws; "
                "finish the run with the version that began it"
            )

    def add_agent(self, key: str, description: str) -> None:
        """Note what stands behind an agent's key."""
        self._execute("INSERT OR IGNORE INTO agents VALUES (?, ?)", (key, description))

    def find(self, key: BatchKey, pairs: int) -> Pairs | None:
        """The batch of so many pairs, None if it was not played."""
        place = (key.openings, key.candidate, key.opponent, key.first)
        row = self._execute(f"{BATCHES} WHERE {_AT_KEY}", place).fetchone()
        return None if row is None or row[0] != pairs else decode_pairs(row)

    def add(self, key: BatchKey, pairs: Pairs) -> None:
        """Note a finished batch; committed within about a second."""
        place = (key.openings, key.candidate, key.opponent, key.first)
        row = (
            *place,
            len(pairs),
            pairs.results.astype("<i1").tobytes(),
            pairs.plies.astype("<i2").tobytes(),
            pairs.nodes.astype("<i8").tobytes(),
        )
        insert = "INSERT OR IGNORE INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        if self._execute(insert, row).rowcount == 0:
            for table in ("batches", "delays"):
                self._execute(f"DELETE FROM {table} WHERE {_AT_KEY}", place)
            self._execute(insert, row)
        if pairs.cut.any() or pairs.late.any():
            cut, late = pairs.cut.astype("<i8").tobytes(), pairs.late.astype("<i1").tobytes()
            self._execute(
                "INSERT OR REPLACE INTO delays VALUES (?, ?, ?, ?, ?, ?)",
                (*place, cut, late),
            )
        if time.monotonic() - self._written > _COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Make all that was added survive the end of the process, however it comes."""
        now = time.monotonic()
        # Where nothing was played or noted the time does not belong to the study.
        if self._file.total_changes != self._changes:
            self._execute("UPDATE study SET seconds = seconds + ?", (now - self._written,))
            self._changes = self._file.total_changes
        if self._file.in_transaction:
            self._execute("COMMIT")
        self._written = now

    def noted(self, key: str, measure: Callable[[], str]) -> str:
        """What was measured once for this study: from the ledger, or measured now and kept."""
        row = self._execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchone()
        if row is not None:
            return str(row[0])
        value = measure()
        self._execute("INSERT INTO notes VALUES (?, ?)", (key, value))
        self.commit()
        return value

    def keep_trial(self, key: str, vector: str) -> str:
        """Note the vector of a trial; returns the one that was noted first under this key."""
        self._execute("INSERT OR IGNORE INTO notes VALUES (?, ?)", (key, vector))
        row = self._execute("SELECT value FROM notes WHERE key = ?", (key,)).fetchone()
        return str(row[0])

    def seconds(self) -> float:
        """Time that the ledger was open, all starts of the study together."""
        self.commit()
        return float(self._execute("SELECT seconds FROM study").fetchone()[0])

    def games(self) -> int:
        """Number of games in the ledger."""
        row = self._execute("SELECT COALESCE(SUM(pairs), 0) FROM batches").fetchone()
        return 2 * int(row[0])

    def _execute(self, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._file.execute(text, values)
        except sqlite3.Error as error:
            raise LedgerError(
                f"{self._path}: {error}; see to that and run again, finished games are kept"
            ) from error


def decode_pairs(row: Sequence[Any]) -> Pairs:
    """The pairs of a row of `BATCHES`."""
    count, results, plies, nodes, cut, late = row[:6]
    pairs = Pairs.untimed(
        np.frombuffer(results, "<i1").reshape(count, 2),
        np.frombuffer(plies, "<i2").reshape(count, 2),
        np.frombuffer(nodes, "<i8").reshape(count, 2, 2),
    )
    if cut is None:
        return pairs
    return replace(
        pairs,
        cut=np.frombuffer(cut, "<i8").reshape(count, 2, 2),
        late=np.frombuffer(late, "<i1").reshape(count, 2, 2),
    )
