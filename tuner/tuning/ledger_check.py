"""Say whether a ledger is what was written, without opening it to play."""

from __future__ import annotations

from pathlib import Path

from tuner.matches.ledger_errors import damaged
from tuner.matches.ledger_rows import VERSION, check_rows, read_study
from tuner.tuning.ledger_file import opened_ledger

__all__ = ["check_ledger", "check_of_finished"]

_ALL_ROWS = 1_000_000
"""Bytes of a ledger that is read from end to end where many are: that takes 4 ms."""


def check_ledger(path: Path) -> None:
    """Refuse a ledger that is not what was written; each of its rows is read, 2 ms for a MB.

    Raises:
        LedgerError: if the file is missing, no ledger, of another version, or damaged.
    """
    with opened_ledger(path) as file:
        (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise damaged(path, str(found))
        read_study(path, file)
        check_rows(path, file)


def check_of_finished(path: Path) -> None:
    """Refuse the ledger of finished matches if a quick look shows that it is damaged.

    A small ledger is read from end to end; a larger one must hold as many games as it says. One of
    another version may be whole, and is left to that version.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    with opened_ledger(path) as file:
        known = file.execute("PRAGMA user_version").fetchone() == (VERSION,)
        empty = file.execute("SELECT 1 FROM sqlite_master").fetchone() is None
        if empty or (known and read_study(path, file) is None):
            raise damaged(path, "its games are gone")
        if known and path.stat().st_size <= _ALL_ROWS:
            check_rows(path, file)
