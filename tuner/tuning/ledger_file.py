"""Open the ledger of a run to read it only, and read of it no more than how much it holds."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tuner.matches.ledger_errors import other_version, require_files, unusable
from tuner.matches.ledger_rows import VERSION, verified

__all__ = ["count_rows", "opened_ledger", "read_games"]

_TABLES = ("study", "notes", "agents", "openings", "batches", "delays")


@contextmanager
def opened_ledger(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a ledger to read it only; no file of SQLite's own stays beside it.

    Raises:
        LedgerError: if the file is missing or no ledger, or reading it in the block fails.
    """
    require_files(path)
    try:
        alone = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
        mode = "mode=rw" if os.access(path.parent, os.W_OK) else alone
        address = f"{path.resolve().as_uri()}?{mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=60.0)) as file:
            file.execute("PRAGMA query_only = ON")
            yield file
    except sqlite3.Error as error:
        raise unusable(path, error) from error


def read_games(path: Path) -> int:
    """Return how many games a ledger says that it holds, from one row of it.

    Raises:
        LedgerError: if the file is missing, no ledger, or of another version, or the row damaged.
    """
    with opened_ledger(path) as file:
        if file.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
            return 0
        if file.execute("PRAGMA user_version").fetchone() != (VERSION,):
            raise other_version(path)
        row: tuple[Any, ...] | None = file.execute("SELECT * FROM study").fetchone()
        return 0 if row is None else 2 * int(verified(path, row)[2])


def count_rows(path: Path) -> dict[str, int]:
    """Return the number of rows of each table that a ledger has.

    Raises:
        LedgerError: if the file is missing or no ledger.
    """
    with opened_ledger(path) as file:
        there = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        return {
            name: int(file.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0])
            for name in _TABLES
            if name in there
        }
