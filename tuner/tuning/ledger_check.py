"""Say whether a ledger is what was written, without opening it to play."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tuner.matches.ledger_errors import damaged
from tuner.matches.ledger_rows import BATCHES, VERSION, check_rows, read_study, verified
from tuner.tuning.ledger_file import opened_ledger

__all__ = ["check_ledger", "check_of_finished"]

_ALL_ROWS = 1_000_000
"""Bytes of a ledger that is read from end to end where many are: that takes 4 ms."""

_ALWAYS = ("notes", "agents", "openings")
"""Tables that have rows as soon as games are played."""

_NAMELESS = """
SELECT 1 FROM batches WHERE openings NOT IN (SELECT name FROM openings)
OR candidate NOT IN (SELECT key FROM agents) OR opponent NOT IN (SELECT key FROM agents)
"""
"""Whether games were played by agents, or from openings, that are not there."""


def check_ledger(path: Path) -> None:
    """Refuse a ledger that is not what was written; each of its rows is read, 2 ms for a MB.

    Notes that were deleted are not missed while one is left: nothing says how many there were.

    Raises:
        LedgerError: if the file is missing, no ledger, of another version, or damaged.
    """
    with opened_ledger(path) as file:
        (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise damaged(path, str(found))
        read_study(path, file)
        _check_all(path, file)


def check_of_finished(path: Path) -> None:
    """Refuse the ledger of finished matches if a quick look shows that it is damaged.

    A small ledger is read from end to end, as `check_ledger` does; of a larger one, in a time that
    does not grow with it, a row of each table. One of another version may be whole, and is left to
    that version.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    with opened_ledger(path) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        if not tables:
            raise damaged(path, "its games are gone")
        if version < 1 or "batches" not in tables:
            raise damaged(path, "it is no ledger")
        if version != VERSION:
            return
        if path.stat().st_size > _ALL_ROWS:
            _check_first(path, file)
        elif read_study(path, file) is None:
            raise damaged(path, "its games are gone")
        else:
            _check_all(path, file)


def _check_all(path: Path, file: sqlite3.Connection) -> None:
    """Refuse a ledger of a study in which a row was changed, or one is missing that others name."""
    check_rows(path, file)
    if file.execute(_NAMELESS).fetchone() is not None:
        raise damaged(path, "its openings or agents are gone")


def _check_first(path: Path, file: sqlite3.Connection) -> None:
    """Refuse a ledger in which a table is empty, or its first row was changed."""
    for query in (*(f"SELECT * FROM {name}" for name in ("study", *_ALWAYS)), BATCHES):
        row = file.execute(query).fetchone()
        if row is None:
            raise damaged(path, "a table of it is empty")
        verified(path, row)
