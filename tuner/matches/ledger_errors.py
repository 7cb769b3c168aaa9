"""Say what is wrong with a ledger, and what helps."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.errors import TuneError

__all__ = [
    "LEDGER",
    "LedgerError",
    "damaged",
    "moved",
    "other_version",
    "require_files",
    "unusable",
]

LEDGER = "ledger.db"
"""The name of the ledger of a run, and of matches that belong to none."""


class LedgerError(TuneError):
    """A ledger cannot be used."""


def damaged(path: Path, cause: str) -> LedgerError:
    """Return the error of a ledger that does not hold what was written."""
    return LedgerError(
        f"{path} is damaged: {cause}; restore the file, or {_begun_anew(path, 'its folder')}"
    )


def _begun_anew(path: Path, folder: str) -> str:
    """Return how games are begun anew: the files of a run stand on its ledger, on no other one."""
    if path.name == LEDGER:
        return f"move {folder} away to start anew"
    return "remove this file alone to play its games again"


def require_files(path: Path) -> None:
    """Refuse a ledger that is not there, or a folder in its place or in that of SQLite's own files.

    Raises:
        LedgerError: if it is so.
    """
    for one in (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))):
        if one.is_dir():
            raise LedgerError(f"{one} is a folder where a file of SQLite should be; move it away")
    if not path.is_file():
        raise LedgerError(f"there is no ledger {path}; name a run folder")


def unusable(path: Path, error: sqlite3.Error) -> LedgerError:
    """Return the error of a ledger that SQLite cannot use: now, or never again."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        cure = f"restore it, or {_begun_anew(path, 'the run folder')}"
    else:
        # Such as a disk that is full.
        cure = "see to that and run again, finished games are kept"
    return LedgerError(f"{path}: {error}; {cure}")


def moved(path: Path) -> LedgerError:
    """Return the error of a ledger that is not where it was when it was opened."""
    return LedgerError(
        f"{path} was moved or removed while its games were played; put it back and run again, "
        "finished games are in it"
    )


def other_version(path: Path) -> LedgerError:
    """Return the error of a ledger that another version wrote."""
    return LedgerError(
        f"{path} was played by another version of this program or of its libraries; "
        f"{_begun_anew(path, 'the folder')}, or go back to that version"
    )
