"""Write the trials of a search into a file of Optuna while the search goes on.

Optuna makes the file and the study in it, and its tools read them. The rows of trials are written
by SQL: Optuna's own way takes some twenty queries a trial and about 20 ms of a processor, as long
as the games of a trial of a quick study.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import optuna
import sqlalchemy.exc
from optuna.distributions import BaseDistribution, distribution_to_json

from engine.errors import TuneError
from tuner.files import unfinished_path
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.optuna_samplers import distributions_of
from tuner.samplers.space import Space

__all__ = ["OptunaFile", "OptunaFileError", "open_storage"]

_WAIT_SECONDS = 2.0
"""Another program may hold the file for so long."""

_MARK = "low"
"""An attribute that each of our trials has, and that those which people add have not."""

_TRIAL = "INSERT INTO trials (number, study_id, state, datetime_start, datetime_complete) "
_PARAMETER = "INSERT INTO trial_params (trial_id, param_name, param_value, distribution_json) "
_VALUE = "INSERT INTO trial_values (trial_id, objective, value, value_type) "
_ATTRIBUTE = "INSERT INTO trial_user_attributes (trial_id, key, value_json) "
_STUDY_ATTRIBUTE = (
    "INSERT INTO study_user_attributes (study_id, key, value_json) VALUES (?, ?, ?) "
    "ON CONFLICT (study_id, key) DO UPDATE SET value_json = excluded.value_json"
)


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
        self._path, self._name, self._objective = path, name, objective
        self._distributions = [
            (key, one, distribution_to_json(one)) for key, one in distributions_of(space).items()
        ]
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
            if not self._path.exists():
                self._make_file()
            with closing(_connect(self._path)) as file, file:
                # What is asked here must still be true when it is written.
                file.execute("BEGIN IMMEDIATE")
                found = self._find_study(file)
                if found is not None:
                    self._write(file, found, trials, attributes)
            if found is not None:
                # Only now: the end of the transaction may have failed.
                self._written = max(self._written, len(trials))
                return
            self._make_study(self._path)
            self.update(trials, attributes)
        except (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError, OSError) as error:
            raise _failed(self._path, error) from error

    def _make_file(self) -> None:
        temporary = unfinished_path(self._path)
        temporary.unlink(missing_ok=True)
        self._make_study(temporary)
        temporary.replace(self._path)

    def _make_study(self, path: Path) -> None:
        storage = open_storage(path)
        try:
            study = optuna.create_study(
                study_name=self._name, direction="maximize", storage=storage
            )
            with warnings.catch_warnings():
                # That it may still change.
                warnings.simplefilter("ignore")
                study.set_metric_names([self._objective])
        finally:
            storage.remove_session()
            storage.engine.dispose()

    def _find_study(self, file: sqlite3.Connection) -> int | None:
        """Return the number of the study, None if it is not there; somebody may have removed it."""
        query = "SELECT study_id FROM studies WHERE study_name = ?"
        found = file.execute(query, (self._name,)).fetchone()
        if found is None:
            self._study = None
            return None
        study = int(found[0])
        if study != self._study:
            query = (
                "SELECT COUNT(*) FROM trials JOIN trial_user_attributes USING (trial_id) "
                "WHERE study_id = ? AND key = ?"
            )
            (self._written,) = file.execute(query, (study, _MARK)).fetchone()
            self._study = study
        return study

    def _write(
        self,
        file: sqlite3.Connection,
        study: int,
        trials: Sequence[DatedTrial],
        attributes: Mapping[str, Any],
    ) -> None:
        # Not the number of all: the table has no index for that.
        query = "SELECT number FROM trials WHERE study_id = ? ORDER BY trial_id DESC LIMIT 1"
        last = file.execute(query, (study,)).fetchone()
        number = 0 if last is None else last[0] + 1
        for one in trials[self._written :]:
            times = (_local(one.began), _local(one.ended))
            row = (number, study, "COMPLETE", *times)
            trial = file.execute(f"{_TRIAL} VALUES (?, ?, ?, ?, ?)", row).lastrowid
            values = zip(self._distributions, one.vector, strict=True)
            file.executemany(
                f"{_PARAMETER} VALUES (?, ?, ?, ?)",
                [(trial, key, _kept(kind, value), text) for (key, kind, text), value in values],
            )
            file.execute(f"{_VALUE} VALUES (?, 0, ?, 'FINITE')", (trial, one.value))
            file.executemany(
                f"{_ATTRIBUTE} VALUES (?, ?, ?)",
                [(trial, key, json.dumps(value)) for key, value in one.attributes.items()],
            )
            number += 1
        file.executemany(
            _STUDY_ATTRIBUTE,
            [(study, key, json.dumps(value)) for key, value in attributes.items()],
        )


def open_storage(path: Path) -> optuna.storages.RDBStorage:
    """Return a file of Optuna as one of its storages; close it by its `engine.dispose`.

    Raises:
        OptunaFileError: if it is another kind of file, or somebody holds it.
    """
    try:
        # By a connection: the name of a folder may hold characters that mean something in a URL.
        return optuna.storages.RDBStorage(
            "sqlite:///study.db", engine_kwargs={"creator": lambda: _connect(path)}
        )
    except (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        raise _failed(path, error) from error


def _failed(path: Path, error: Exception) -> OptunaFileError:
    # SQLAlchemy adds the whole statement below the first line.
    reason = str(error).partition("\n")[0]
    return OptunaFileError(f"{path}: {reason}")


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_WAIT_SECONDS, check_same_thread=False)


def _kept(distribution: BaseDistribution, value: float) -> float:
    """Return a value in the form in which Optuna keeps it."""
    return float(distribution.to_internal_repr(value))


def _local(moment: datetime) -> str:
    """Return a moment in the form in which Optuna keeps it: local time without a zone."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M:%S.%f")
