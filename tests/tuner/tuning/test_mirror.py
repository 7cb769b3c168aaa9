"""A run whose trials are copied to a database: no game waits for that, and none depends on it."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import optuna
import pytest
from command_line import TINY
from postgres_server import PostgresServer
from small_studies import reproducible_files
from studies import load

import tuner
from tuner.config.study import Study, load_study
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning import mirror, recorder
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder


def study_with(folder: Path, url: str) -> Study:
    return load(folder, f"{TINY}storage: {url}\n", "copied.yaml")


class Listener(Silent):
    """Does something after each trial, and keeps the notes."""

    def __init__(self, after: Callable[[int], object] = id) -> None:
        self.after = after
        self.notes: list[str] = []

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        self.after(number)

    def note(self, text: str) -> None:
        self.notes.append(text)

    @property
    def told(self) -> list[str]:
        """The notes about the database."""
        return [one for one in self.notes if "://" in one]


@contextmanager
def copied(postgres: PostgresServer, database: str, name: str) -> Iterator[optuna.Study]:
    """The study that a team sees."""
    storage = optuna.storages.RDBStorage(postgres.url(database, scheme="postgresql+psycopg"))
    try:
        yield optuna.load_study(study_name=name, storage=storage)
    finally:
        storage.remove_session()
        storage.engine.dispose()


def count_of(postgres: PostgresServer, database: str) -> int:
    ((there,),) = postgres.execute(
        "SELECT count(*) FROM pg_tables WHERE tablename = 'trials'", database
    )
    return postgres.execute("SELECT count(*) FROM trials", database)[0][0] if there else 0


def wait_for(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def without_storage(files: dict[str, str]) -> dict[str, str]:
    """The files of a run, but for the line that says where its trials are copied to."""
    lines = files["study.yaml"].splitlines()
    kept = "".join(f"{line}\n" for line in lines if not line.startswith("storage: "))
    return {**files, "study.yaml": kept}


@pytest.fixture
def mirrors(monkeypatch: pytest.MonkeyPatch) -> list[mirror.Mirror]:
    """Those that are made; they try again soon."""
    made: list[mirror.Mirror] = []

    class Known(mirror.Mirror):
        def __init__(self, *arguments) -> None:
            super().__init__(*arguments)
            made.append(self)

    monkeypatch.setattr(recorder, "Mirror", Known)
    monkeypatch.setattr(mirror, "_FIRST_WAIT", 0.05)
    return made


def test_a_server_that_is_killed_in_the_middle_changes_nothing(
    tmp_path: Path,
    finished_once: Path,
    postgres: PostgresServer,
    database: str,
    mirrors: list[mirror.Mirror],
) -> None:
    def disturb(number: int) -> None:
        if number == 0:
            wait_for(lambda: count_of(postgres, database) == 1)
            postgres.stop(signal.SIGKILL)
        if number == 1:
            wait_for(lambda: mirrors[0].trouble() != "")
        if number == 2:
            postgres.start()

    listener = Listener(disturb)
    study = study_with(tmp_path, postgres.url(database))
    run_study(study, tmp_path, 1, listener)
    (note,) = listener.told
    place = f"postgresql://ann:***@127.0.0.1:{postgres.port}/{database}"
    assert note.startswith(f"{place}: connection failed: ")
    assert note.endswith("Connection refused; the run goes on, and copies its trials there later")
    plain = load(tmp_path, TINY)
    files = reproducible_files(study, tmp_path)
    assert without_storage(files) == reproducible_files(plain, finished_once.parent)
    folder = run_folder(study, tmp_path)
    assert folder.path.name == finished_once.name
    table = tuner.Run(folder.path).trials()
    with copied(postgres, database, folder.path.name) as found:
        assert [one.value for one in found.trials] == list(table["value"])
        assert [one.params["floor"] for one in found.trials] == list(table["params_floor"])
        assert found.user_attrs["verdict"].startswith("Verdict: ")


def test_a_database_that_never_answers_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mirrors: list[mirror.Mirror]
) -> None:
    monkeypatch.setattr(recorder, "_LAST_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        place = f"127.0.0.1:{port}/db?connect_timeout=2"
        study = study_with(tmp_path, f"postgres://ann:quokka@{place}")
        monkeypatch.setattr(mirror, "_PATIENCE", 0.0)
        listener = Listener(lambda number: wait_for(lambda: mirrors[0].trouble() != ""))
        run_study(study, tmp_path, 1, listener)
        assert run_folder(study, tmp_path).finished
        told = f"postgresql://ann:***@{place} does not answer; "
        assert listener.told[0] == f"{told}the run goes on, and copies its trials there later"
        assert listener.told[-1] == (
            f"{told}4 of 4 trials may be missing there; run the study again to copy them"
        )
    mirrors[0]._thread.join()


def test_where_trials_are_copied_may_change_from_start_to_start(
    finished: Path, postgres: PostgresServer, database: str, mirrors: list[mirror.Mirror]
) -> None:
    """And a run that is finished is copied as well."""
    runs, place = finished.parent, finished.parents[1]
    plain = load(place, TINY)
    before = reproducible_files(plain, runs)
    study = study_with(place, postgres.url(database))
    for _ in range(2):
        run_study(study, runs, 1, Silent())
        assert without_storage(reproducible_files(study, runs)) == before
    with copied(postgres, database, finished.name) as found:
        assert len(found.trials) == 4
    # The folder knows where to, but not the password.
    kept = load_study(finished / "study.yaml")
    listener = Listener()
    run_study(kept, runs, 1, listener)
    assert (
        "no password supplied (its password is not known here: set PGPASSWORD" in listener.told[-1]
    )
    assert listener.told[-1].endswith(
        "; 4 of 4 trials may be missing there; run the study again to copy them"
    )
    run_study(plain, runs, 1, Silent())
    assert reproducible_files(plain, runs) == before
