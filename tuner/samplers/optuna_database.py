"""Write the trials of a run into a team's database of Optuna studies while the run goes on."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any

import optuna
import sqlalchemy

from engine.errors import TuneError
from tuner.samplers.database_address import DatabaseAddress
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.optuna_rows import OptunaRows
from tuner.samplers.space import Space

__all__ = ["OptunaDatabase", "OptunaDatabaseError", "open_database"]

_CHUNK = 100
"""Trials of one transaction, so that none takes long."""

_CONNECT_SECONDS = 10
_ANSWER_SECONDS = 30
_LOCK_SECONDS = 10
"""How long the database may take to be reached, to answer, and to wait for somebody else."""

_OWNER = "run"
"""An attribute of our studies, by which a run knows its own."""

_LIMITS = {
    # Of one transaction each: a pool between us and the server lends a connection to others.
    "postgresql": (
        f"SELECT set_config('statement_timeout', '{_ANSWER_SECONDS}s', true), "
        f"set_config('lock_timeout', '{_LOCK_SECONDS}s', true), "
        f"set_config('idle_in_transaction_session_timeout', '{_ANSWER_SECONDS}s', true)"
    ),
    "mysql": f"SET SESSION innodb_lock_wait_timeout = {_LOCK_SECONDS}",
}

_ARGUMENTS: dict[str, dict[str, Any]] = {
    "postgresql": {
        "application_name": "tune",
        "connect_timeout": _CONNECT_SECONDS,
        # A server that is gone without a word is given up.
        "keepalives_idle": _ANSWER_SECONDS,
        "keepalives_interval": _CONNECT_SECONDS,
        "keepalives_count": 3,
        "tcp_user_timeout": 1000 * _ANSWER_SECONDS,
        # A pool between us and the server would not know them.
        "prepare_threshold": None,
    },
    "mysql": {
        "connect_timeout": _CONNECT_SECONDS,
        "read_timeout": _ANSWER_SECONDS,
        "write_timeout": _ANSWER_SECONDS,
    },
}

_NAME_OF_DATABASE = {"mysql": "database", "postgresql": "dbname"}

_NOT_KNOWN = {
    "mysql": "set MYSQL_PWD, or name a file with the password",
    "postgresql": "set PGPASSWORD, keep it in ~/.pgpass, or name a file with the password",
}
"""What to do about a password that is not known here."""


for _logger in ("psycopg", "sqlalchemy"):
    # What they would write to standard error is told by our own errors.
    logging.getLogger(_logger).addHandler(logging.NullHandler())


class OptunaDatabaseError(TuneError):
    """A database cannot be written now."""


class OptunaDatabase:
    """Add the trials of one run to a database, which holds the studies of others as well.

    The study has the name of the run. Where another run has that name already, a number is added.

    Args:
        address: of the database.
        name: of the run.
        owner: what no other run has, whatever its name.
        space: what is tuned.
        objective: what the value of a trial is called.
    """

    def __init__(
        self, address: DatabaseAddress, name: str, owner: str, space: Space, objective: str
    ) -> None:
        self._address, self._name, self._owner = address, name, owner
        self._rows = OptunaRows(space, objective)
        self._storage: optuna.storages.RDBStorage | None = None
        self._forget()

    def _forget(self) -> None:
        """Ask the database again what it has: it may be another one, or an older copy."""
        self._written, self._last = -1, -1

    def update(self, trials: Sequence[DatedTrial], attributes: Mapping[str, Any]) -> int:
        """Write some of the trials that are not there yet, then attributes of the study.

        Args:
            trials: all of the run so far, in order.
            attributes: of the study; others that it has are kept.

        Returns:
            How many trials are there now.

        Raises:
            OptunaDatabaseError: if the database cannot be written now.
        """
        try:
            if self._storage is None:
                self._storage = open_database(self._address)
            with self._storage.engine.begin() as connection:
                written, last = self._write(connection, trials, attributes)
            # Only now: the end of the transaction may have failed.
            self._written, self._last = written, last
            return written
        except Exception as error:
            self.close()
            raise OptunaDatabaseError(_reason(self._address, error)) from None

    def close(self) -> None:
        """Close the connection; the next update opens it again."""
        self._forget()
        if self._storage is not None:
            self._storage.remove_session()
            self._storage.engine.dispose()
            self._storage = None

    def _write(
        self,
        connection: sqlalchemy.Connection,
        trials: Sequence[DatedTrial],
        attributes: Mapping[str, Any],
    ) -> tuple[int, int]:
        study = self._find_study(connection)
        last = self._rows.last_number(connection, study)
        written = self._written
        if written < 0 or last != self._last:
            # A copy of this run, or people, may have added some.
            written = self._rows.count_trials(connection, study)
        new = trials[written : written + _CHUNK]
        self._rows.add_trials(connection, study, new)
        if written + len(new) >= len(trials):
            self._rows.set_attributes(connection, study, attributes)
        return written + len(new), last + len(new)

    def _find_study(self, connection: sqlalchemy.Connection) -> int:
        """Return the number of this run's study, made if need be."""
        number = 1
        while True:
            name = self._name if number == 1 else f"{self._name} ({number})"
            study = self._rows.find_study(connection, name)
            if study is None:
                study = self._rows.add_study(connection, name)
                self._rows.set_attributes(connection, study, {_OWNER: self._owner})
                return study
            if self._rows.attributes(connection, study).get(_OWNER) == self._owner:
                return study
            number += 1


def open_database(address: DatabaseAddress) -> optuna.storages.RDBStorage:
    """Return a database as one of Optuna's storages, with its tables; close it by `engine.dispose`.

    Each transaction has limits of time.
    """
    storage = optuna.storages.RDBStorage(
        # Without the rest, which may hold a password and what means something in a template.
        f"{address.kind}+{address.driver}://",
        engine_kwargs={
            "connect_args": _arguments(address),
            "hide_parameters": True,
            "pool_pre_ping": False,
            # Optuna opens a second one while it makes its tables.
            "pool_size": 1,
        },
    )
    storage.remove_session()

    @sqlalchemy.event.listens_for(storage.engine, "begin")
    def set_limits(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql(_LIMITS[address.kind])

    return storage


def _arguments(address: DatabaseAddress) -> dict[str, Any]:
    """Return what the driver is called with."""
    password = address.password
    if password is None and address.kind == "mysql":
        # As the programs of the server do; the other driver does it by itself.
        password = os.environ.get("MYSQL_PWD")
    options = {
        name: int(value) if name == "connect_timeout" else value for name, value in address.options
    }
    given = {
        "user": address.user,
        "password": password,
        "host": address.host,
        "port": address.port,
        _NAME_OF_DATABASE[address.kind]: address.database,
    }
    given = {name: value for name, value in given.items() if value is not None}
    return {**_ARGUMENTS[address.kind], **given, **options}


def _reason(address: DatabaseAddress, error: Exception) -> str:
    """Return why a database cannot be written, on one line and without its password."""
    # Optuna's own text says only that something has happened.
    internal = isinstance(error, optuna.exceptions.StorageInternalError)
    cause = error.__cause__ if internal else error
    # SQLAlchemy adds its own words and the whole statement, MySQL a number in front of its text.
    cause = getattr(cause, "orig", None) or cause
    text = cause.args[-1] if cause is not None and cause.args else cause
    lines = str(text).strip().split("\n")
    # Where a name leads to several addresses, the first line counts them.
    line = lines[-1] if lines[0].startswith("Multiple connection attempts") else lines[0]
    reason = address.without_password(line or type(cause).__name__)
    unknown = f" (its password is not known here: {_NOT_KNOWN[address.kind]})"
    return f"{address.shown}: {reason}{unknown if address.masked else ''}"
