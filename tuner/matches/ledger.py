"""Keep the ledger of a run: every finished batch of pairs, in one SQLite file.

A batch that is in the ledger is never played again. Each batch is a transaction of its own, so a
killed process loses none that was finished; every few seconds the file is flushed to the disk, so a
power cut loses no more than those. Every row has a checksum; all are looked at when the ledger is
opened.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tuner.files import identity
from tuner.matches.batch_key import BatchKey
from tuner.matches.batch_rows import AT_KEY, write_batch
from tuner.matches.ledger_errors import LedgerError, moved, other_version, require_files, unusable
from tuner.matches.ledger_rows import (
    BATCHES,
    SCHEMA,
    VERSION,
    check_rows,
    decode_pairs,
    encode_openings,
    opens_alike,
    read_study,
    sealed,
    verified,
)
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs
from tuner.matches.provenance import sources_digest

__all__ = ["Ledger"]

_FLUSH_SECONDS = 2.0
"""What is older than this, and a commit, is on the disk itself, whatever the machine does."""


class Ledger:
    """Read and write the ledger of one study; use it as a context manager.

    Args:
        path: the file, made if need be.
        digest: of the study; a ledger of another one is refused.

    Raises:
        LedgerError: if the file cannot be used, is not what was written, belongs to another study,
            or was played by another version of the engine or the features.
    """

    def __init__(self, path: Path, digest: str) -> None:
        self._path = path
        self._written = self._flushed = time.monotonic()
        self._changes = 0
        self._digest, self._seconds, self._pairs = digest, 0.0, 0
        if path.exists():
            require_files(path)
        try:
            self._file = sqlite3.connect(path, isolation_level="IMMEDIATE", timeout=60.0)
        except sqlite3.Error as error:
            raise LedgerError(f"{path}: {error}; choose a folder that can be written") from error
        try:
            self._open(digest)
        except sqlite3.Error as error:
            self._file.close()
            raise unusable(path, error) from error
        except LedgerError:
            self._file.close()
            raise
        self._changes = self._file.total_changes

    def _open(self, digest: str) -> None:
        """Read what the file is of, and check all that it holds; begin a new one."""
        study = read_study(self._path, self._file)
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=NORMAL")
        # All tables or none: the disk may be full.
        self._file.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        self._identity = identity(self._path)
        check_rows(self._path, self._file)
        if study is None:
            self._execute("INSERT INTO study VALUES (?, ?, ?, ?)", sealed((digest, 0.0, 0)))
        else:
            stored, self._seconds, self._pairs = study
            if stored != digest:
                raise LedgerError(f"{self._path} belongs to another study; move it away")
        if self.noted("sources", sources_digest) != sources_digest():
            raise other_version(self._path)
        # Before any file that rests on it.
        self._flush()

    @classmethod
    def in_memory(cls, digest: str) -> Ledger:
        """Return a ledger that ends with its process; nothing is written to a disk."""
        return cls(Path(":memory:"), digest)

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
        """Note where the pairs of a set begin; of it and one that is there, the longer is kept, and
        the shorter must be its beginning.
        """
        row = encode_openings(openings)
        stored = self._find("SELECT * FROM openings WHERE name = ?", (openings.name,))
        if stored is not None and opens_alike(row, stored):
            return
        if stored is not None and stored != encode_openings(openings.first(len(stored[3]) // 8)):
            raise LedgerError(
                f"{self._path} has other '{openings.name}' openings than this version draws; "
                "finish the run with the version that began it"
            )
        self._execute("INSERT OR REPLACE INTO openings VALUES (?, ?, ?, ?, ?)", row)
        self.commit()

    def add_agent(self, key: str, description: str) -> None:
        """Note what stands behind an agent's key."""
        self._execute("INSERT OR IGNORE INTO agents VALUES (?, ?, ?)", sealed((key, description)))

    def kept(self, openings: str, candidate: str, opponent: str) -> list[tuple[int, int]]:
        """Return the first pair and the one behind the last of each batch of a match, in order."""
        query = (
            "SELECT first, first + pairs FROM batches "
            "WHERE openings = ? AND candidate = ? AND opponent = ? ORDER BY first"
        )
        return self._execute(query, (openings, candidate, opponent)).fetchall()

    def find(self, key: BatchKey, pairs: int) -> Pairs | None:
        """Return the batch of so many pairs, None if it was not played."""
        row = self._find(f"{BATCHES} WHERE {AT_KEY}", key.place)
        return None if row is None or row[4] != pairs else decode_pairs(self._path, row)

    def add(self, key: BatchKey, pairs: Pairs) -> None:
        """Note a finished batch, whole or not at all; it survives the end of the process."""
        if not self._file.in_transaction:
            self._execute("BEGIN IMMEDIATE")
        self._execute("SAVEPOINT batch")
        try:
            self._pairs += write_batch(self._execute, key.place, pairs)
            # At once: nobody knows how long the next batch takes.
            self.commit()
        except BaseException:
            # Ctrl-C comes at any moment; on a full disk SQLite may have ended the transaction.
            if self._file.in_transaction:
                self._execute("ROLLBACK TO batch")
            _, self._seconds, self._pairs, _ = self._execute("SELECT * FROM study").fetchone()
            raise

    def commit(self) -> None:
        """Make all that was added survive the end of the process, however it comes."""
        now = time.monotonic()
        # Where nothing was played or noted the time does not belong to the study.
        if self._file.total_changes != self._changes:
            self._seconds += now - self._written
            row = sealed((self._digest, self._seconds, self._pairs))
            self._execute("UPDATE study SET digest = ?, seconds = ?, pairs = ?, checksum = ?", row)
            self._changes = self._file.total_changes
        if self._file.in_transaction:
            self._execute("COMMIT")
        self._written = now
        if now - self._flushed > _FLUSH_SECONDS:
            self._flush()

    def _flush(self) -> None:
        """Bring what is committed to the disk itself, so that it survives a power cut, too."""
        if identity(self._path) != self._identity:
            raise moved(self._path)
        self._execute("PRAGMA wal_checkpoint").fetchall()
        self._flushed = self._written

    def noted(self, key: str, measure: Callable[[], str]) -> str:
        """Return what was measured once for this study, now or earlier; the ledger keeps it."""
        kept = self.note(key)
        if kept is not None:
            return kept
        value = measure()
        self._execute("INSERT INTO notes VALUES (?, ?, ?)", sealed((key, value)))
        self.commit()
        return value

    def keep_trial(self, key: str, vector: str) -> str:
        """Note the vector of a trial; returns the one that was noted first under this key."""
        note = sealed((key, vector))
        if self._execute("INSERT OR IGNORE INTO notes VALUES (?, ?, ?)", note).rowcount:
            return vector
        return self.noted(key, lambda: vector)

    def note(self, key: str) -> str | None:
        """Return what is kept under a key, None if nothing is."""
        row = self._find("SELECT * FROM notes WHERE key = ?", (key,))
        return None if row is None else str(verified(self._path, row)[1])

    def seconds(self) -> float:
        """Return the time that the ledger was open, all starts of the study together."""
        self.commit()
        return self._seconds

    def games(self) -> int:
        """Return the number of games in the ledger."""
        return 2 * self._pairs

    def _find(self, query: str, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """Return the first row that a query finds."""
        try:
            found = self._file.execute(query, values).fetchone()
        except sqlite3.Error as error:
            raise unusable(self._path, error) from error
        return None if found is None else tuple(found)

    def _execute(self, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._file.execute(text, values)
        except sqlite3.Error as error:
            raise unusable(self._path, error) from error
