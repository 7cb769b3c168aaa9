"""Write the trials of a search into a file of Optuna while the search goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import optuna
import sqlalchemy
import sqlalchemy.exc

from engine.errors import TuneError
from tuner.files import unfinished_path
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.optuna_rows import OptunaRows
from tuner.samplers.space import Space

__all__ = ["OptunaFile", "OptunaFileError", "open_storage"]

_WAIT_SECONDS = 2.0
"""Another program may hold the file for so long."""

# Damage may be met in a text first, even in SQLite's own words about it.
_FAILURES = (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError, UnicodeDecodeError)


class OptunaFileError(TuneError):
    """A file of Optuna cannot be written."""


class OptunaFile:
    """Add the trials of one study to a file, which may hold other studies and people's notes.

    Args:
        path: the file, made if need be.
        name: of the study in it.
        space: what is tuned.
        objective: what the value of a trial is called.
    """

    def __init__(self, path: Path, name: str, space: Space, objective: str) -> None:
        self._path, self._name = path, name
        self._rows = OptunaRows(space, objective)
        self._study: int | None = None
        self._written = 0

    def update(self, trials: Sequence[DatedTrial], attributes: Mapping[str, Any]) -> None:
        """Write the trials that are not there yet, and attributes of the study, all or nothing.

        Args:
            trials: all of the study so far, in order.
            attributes: of the study; others that it has are kept.

        Raises:
            OptunaFileError: if the file cannot be written now.
        """
        try:
            # A process that was killed may have left an empty one.
            if not self._path.exists() or (self._path.is_file() and not self._path.stat().st_size):
                self._make_file()
            if self._study is None:
                self._check()
            with _engine(self._path).begin() as file:
                # What is asked here must still be true when it is written.
                file.exec_driver_sql("BEGIN IMMEDIATE")
                study = self._find_study(file)
                self._rows.add_trials(file, study, trials[self._written :])
                self._rows.set_attributes(file, study, attributes)
            # Only now: the end of the transaction may have failed.
            self._written = max(self._written, len(trials))
        except (*_FAILURES, OSError) as error:
            raise _failed(self._path, error) from error

    def _make_file(self) -> None:
        temporary = unfinished_path(self._path)
        temporary.unlink(missing_ok=True)
        open_storage(temporary).engine.dispose()
        temporary.replace(self._path)
        self._study = None

    def _check(self) -> None:
        """Refuse a file that SQLite finds damaged."""
        with closing(_connect(self._path)) as file:
            (found,) = file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(str(found).removeprefix("*** in database main ***\n"))

    def _find_study(self, file: sqlalchemy.Connection) -> int:
        """Return the number of the study, made if need be; somebody may have removed it."""
        study = self._rows.find_study(file, self._name)
        if study is None:
            study = self._rows.add_study(file, self._name)
        if study != self._study:
            self._written = self._rows.count_trials(file, study)
            self._study = study
        return study


def open_storage(path: Path) -> optuna.storages.RDBStorage:
    """Return a file of Optuna as one of its storages; close it by its `engine.dispose`.

    Raises:
        OptunaFileError: if it is another kind of file, or somebody holds it.
    """
    try:
        # By a connection: the name of a folder may hold characters that mean something in a URL.
        storage = optuna.storages.RDBStorage(
            "sqlite:///study.db", engine_kwargs={"creator": lambda: _connect(path)}
        )
    except _FAILURES as error:
        raise _failed(path, error) from error
    storage.remove_session()
    return storage


def _engine(path: Path) -> sqlalchemy.Engine:
    """Return a way to the file that opens it for each transaction."""
    return sqlalchemy.create_engine(
        "sqlite://", creator=lambda: _connect(path), poolclass=sqlalchemy.NullPool
    )


def _failed(path: Path, error: Exception) -> OptunaFileError:
    # SQLAlchemy adds its own words and the whole statement.
    cause = getattr(error, "orig", None) or error
    reason = str(cause).partition("\n")[0]
    if path.is_dir():
        return OptunaFileError(f"{path} is a folder; move it away, and the file is made anew")
    # What passes by itself, such as a lock or a full disk, is an `OperationalError`.
    passes = isinstance(cause, sqlite3.OperationalError)
    if isinstance(cause, (sqlite3.DatabaseError, UnicodeDecodeError)) and not passes:
        return OptunaFileError(
            f"{path} is damaged ({reason}); move it away, and the file is made anew"
        )
    return OptunaFileError(f"{path}: {reason}")


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_WAIT_SECONDS, check_same_thread=False)
