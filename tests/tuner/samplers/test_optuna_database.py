"""A team's database: Optuna reads what is added, and what is somebody else's is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, timedelta
from threading import Barrier, Thread
from typing import Any

import optuna
import psycopg
import pymysql
import pytest
from dated_trials import MIXED, NOON, trials
from postgres_server import PostgresServer

from tuner.samplers import optuna_database
from tuner.samplers.database_address import read_address
from tuner.samplers.optuna_database import OptunaDatabase, OptunaDatabaseError

MINE, THEIRS = "2026-03-01T12:00:00", "2026-03-02T08:30:00"


def run_of(postgres: PostgresServer, database: str, owner: str = MINE) -> OptunaDatabase:
    address = read_address(postgres.url(database))
    return OptunaDatabase(address, "pressure-1a2b3c4d", owner, MIXED, "score")


@contextmanager
def storage_of(postgres: PostgresServer, database: str) -> Iterator[optuna.storages.RDBStorage]:
    """As a member of the team opens it."""
    url = postgres.url(database, scheme="postgresql+psycopg")
    storage = optuna.storages.RDBStorage(url)
    try:
        yield storage
    finally:
        storage.remove_session()
        storage.engine.dispose()


def test_optuna_reads_the_trials(postgres: PostgresServer, database: str) -> None:
    mine = run_of(postgres, database)
    assert mine.update(trials(3), {"verdict": "none yet", "hand-set value": 0.5}) == 3
    mine.close()
    with storage_of(postgres, database) as storage:
        study = optuna.load_study(study_name="pressure-1a2b3c4d", storage=storage)
        assert study.direction == optuna.study.StudyDirection.MAXIMIZE
        assert study.metric_names == ["score"]
        assert study.user_attrs == {"run": MINE, "verdict": "none yet", "hand-set value": 0.5}
        first, second, third = study.trials
        assert [one.number for one in study.trials] == [0, 1, 2]
        assert {one.state for one in study.trials} == {optuna.trial.TrialState.COMPLETE}
        assert (first.value, second.value, third.value) == (0.5, 0.625, 0.75)
        assert second.params == {"linear": 6.0, "whole": 5, "scale": 0.1, "power": 64}
        assert second.user_attrs == {"low": 0.4, "high": 0.75, "score <b>'one\"": 1.0}
        assert second.distributions == {
            "linear": optuna.distributions.FloatDistribution(-2.0, 6.0),
            "whole": optuna.distributions.IntDistribution(1, 5),
            "scale": optuna.distributions.FloatDistribution(0.1, 1000.0, log=True),
            "power": optuna.distributions.IntDistribution(1, 64, log=True),
        }
        assert second.datetime_start is not None
        assert second.datetime_start.astimezone(UTC) == NOON + timedelta(minutes=1)
        assert second.duration == timedelta(minutes=1)
        # And its samplers can go on from here.
        study.tell(study.ask(second.distributions), 0.25)
        assert [one.number for one in study.trials] == [0, 1, 2, 3]


def test_only_what_is_missing_is_added(postgres: PostgresServer, database: str) -> None:
    mine = run_of(postgres, database)
    assert mine.update(trials(250), {"verdict": "none yet"}) == 100
    # The connection is lost, or the run is stopped: another start asks what is there.
    mine.close()
    for expected in (200, 250, 250):
        assert mine.update(trials(250), {"verdict": "none yet"}) == expected
    later = run_of(postgres, database)
    assert later.update(trials(2), {"verdict": "none yet"}) == 250
    assert later.update(trials(252), {"verdict": "better"}) == 252
    later.close()
    with storage_of(postgres, database) as storage:
        study = optuna.load_study(study_name="pressure-1a2b3c4d", storage=storage)
        assert [one.value for one in study.trials] == [0.5 + number / 8 for number in range(252)]
        study.set_user_attr("mine", "a note")
        study.add_trial(optuna.trial.create_trial(value=0.1))
        assert mine.update(trials(253), {"verdict": "better"}) == 253
        assert [one.value for one in study.trials[251:]] == [0.5 + 251 / 8, 0.1, 0.5 + 252 / 8]
        assert study.user_attrs == {"run": MINE, "verdict": "better", "mine": "a note"}
        # Somebody removes it while the run goes on.
        optuna.delete_study(study_name="pressure-1a2b3c4d", storage=storage)
        assert mine.update(trials(5), {}) == 5
        study = optuna.load_study(study_name="pressure-1a2b3c4d", storage=storage)
        assert [one.value for one in study.trials] == [0.5, 0.625, 0.75, 0.875, 1.0]
    # An older copy of the database is taken in its place.
    mine.close()
    for table in ("trial_params", "trial_values", "trial_user_attributes", "trials"):
        newest = f"(SELECT max(trial_id) FROM {table})"
        postgres.execute(f"DELETE FROM {table} WHERE trial_id = {newest}", database)
    assert mine.update(trials(5), {}) == 5
    mine.close()


def test_a_study_of_that_name_that_is_another_run_is_left_alone(
    postgres: PostgresServer, database: str
) -> None:
    with storage_of(postgres, database) as storage:
        other = optuna.create_study(study_name="pressure-1a2b3c4d", storage=storage)
        other.add_trial(optuna.trial.create_trial(value=7.0))
        for _ in range(2):
            # Each start finds its own again.
            for owner, count in ((MINE, 2), (THEIRS, 3)):
                run = run_of(postgres, database, owner)
                assert run.update(trials(count), {"verdict": owner}) == count
                run.close()
        found = {
            one.study_name: (one.n_trials, one.user_attrs.get("verdict"))
            for one in optuna.get_all_study_summaries(storage)
        }
        assert found == {
            "pressure-1a2b3c4d": (1, None),
            "pressure-1a2b3c4d (2)": (2, MINE),
            "pressure-1a2b3c4d (3)": (3, THEIRS),
        }
        assert other.direction == optuna.study.StudyDirection.MINIMIZE
        assert [one.value for one in other.trials] == [7.0]


def test_two_copies_of_a_run_write_each_trial_once(postgres: PostgresServer, database: str) -> None:
    runs, begin = [run_of(postgres, database) for _ in range(2)], Barrier(2)
    runs[0].update(trials(1), {})

    def write(run: OptunaDatabase) -> None:
        for count in range(2, 30):
            begin.wait()
            assert run.update(trials(count), {}) == count

    threads = [Thread(target=write, args=(run,)) for run in runs]
    for thread in threads:
        thread.start()
    for thread, run in zip(threads, runs, strict=True):
        thread.join()
        run.close()
    with storage_of(postgres, database) as storage:
        study = optuna.load_study(study_name="pressure-1a2b3c4d", storage=storage)
        assert [one.value for one in study.trials] == [0.5 + number / 8 for number in range(29)]
        assert [one.number for one in study.trials] == list(range(29))


def test_what_hinders_is_one_line_and_passes(
    postgres: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = "SELECT set_config('lock_timeout', '20ms', true)"
    monkeypatch.setitem(optuna_database._LIMITS, "postgresql", limit)
    run = run_of(postgres, database)
    run.update(trials(1), {})
    postgres.execute("DROP TABLE trial_params", database)
    shown = f"postgresql://ann:***@127.0.0.1:{postgres.port}"
    with pytest.raises(OptunaDatabaseError) as failed:
        run.update(trials(2), {})
    assert str(failed.value) == f'{shown}/{database}: relation "trial_params" does not exist'
    # The table is made again, and what was lost in it is lost.
    assert run.update(trials(2), {}) == 2
    with psycopg.connect(postgres.url(database)) as other:
        other.execute("LOCK TABLE trials IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(OptunaDatabaseError, match="canceling statement due to lock timeout"):
            run.update(trials(3), {})
    assert run.update(trials(3), {}) == 3
    run.close()
    elsewhere = run_of(postgres, "nowhere")
    with pytest.raises(OptunaDatabaseError) as failed:
        elsewhere.update(trials(1), {})
    assert str(failed.value).startswith(f"{shown}/nowhere: connection failed: ")
    assert str(failed.value).endswith('FATAL:  database "nowhere" does not exist')


def test_the_driver_of_mysql_is_called_with_what_the_address_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is no server here; one of MariaDB was written by hand."""
    called: list[dict[str, Any]] = []

    def connect(**arguments: Any) -> None:
        called.append(arguments)
        raise pymysql.OperationalError(1045, "Access denied for user 'ann'\nand so on")

    monkeypatch.setattr(pymysql, "connect", connect)
    monkeypatch.setenv("MYSQL_PWD", "numbat")
    for written in (
        "mysql+mysqldb://ann:q%7Bu%7Dokka@host:3307/team?ssl_ca=/etc/ca.pem&connect_timeout=3",
        "mariadb://ann:***@host/team",
    ):
        run = OptunaDatabase(read_address(written), "pressure", MINE, MIXED, "score")
        with pytest.raises(OptunaDatabaseError) as failed:
            run.update(trials(1), {})
    assert str(failed.value) == (
        "mysql://ann:***@host/team: Access denied for user 'ann' (its password is not known here: "
        "set MYSQL_PWD, or name a file with the password)"
    )
    first, second = (
        {key: value for key, value in one.items() if not key.endswith("_flag")} for one in called
    )
    timeouts = {"read_timeout": 30, "write_timeout": 30}
    assert first == {
        **timeouts,
        "user": "ann",
        "password": "q{u}okka",
        "host": "host",
        "port": 3307,
        "database": "team",
        "ssl_ca": "/etc/ca.pem",
        "connect_timeout": 3,
    }
    assert second == {
        **timeouts,
        "user": "ann",
        "password": "numbat",
        "host": "host",
        "database": "team",
        "connect_timeout": 10,
    }
