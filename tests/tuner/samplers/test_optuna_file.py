"""The file of Optuna: its own tools read what is added, and what people add stays."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import optuna
import pytest
from dated_trials import MIXED, NOON, trials
from small_studies import optuna_study

from tuner.samplers import optuna_file
from tuner.samplers.optuna_file import OptunaFile, OptunaFileError, open_storage


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """What a folder may be called."""
    folder = tmp_path / "a folder #1? 100% {x}"
    folder.mkdir()
    return folder / "study.db"


def file_of(path: Path) -> OptunaFile:
    return OptunaFile(path, "pressure", MIXED, "score")


def test_optuna_reads_the_trials_with_their_times(path: Path) -> None:
    file_of(path).update(trials(2), {"hand-set value": 0.5})
    # Nothing is left behind.
    assert [file.name for file in path.parent.iterdir()] == ["study.db"]
    storage = open_storage(path)
    study = optuna.load_study(study_name="pressure", storage=storage)
    assert study.direction == optuna.study.StudyDirection.MAXIMIZE
    assert study.user_attrs == {"hand-set value": 0.5}
    assert study.metric_names == ["score"]
    first, second = study.trials
    assert (first.value, second.value) == (0.5, 0.625)
    assert second.params == {"linear": 6.0, "whole": 5, "scale": 0.1, "power": 64}
    assert isinstance(second.params["power"], int)
    assert second.user_attrs == {"low": 0.4, "high": 0.75, "score <b>'one\"": 1.0}
    assert second.distributions["power"] == optuna.distributions.IntDistribution(1, 64, log=True)
    assert second.distributions["linear"] == optuna.distributions.FloatDistribution(-2.0, 6.0)
    assert study.best_trial.number == 1
    # Optuna has local times without a zone.
    assert second.datetime_start is not None
    assert second.datetime_start.astimezone(UTC) == NOON + timedelta(minutes=1)
    assert second.duration == timedelta(minutes=1)
    # And its samplers can go on from here.
    study.tell(study.ask(second.distributions), 0.25)
    assert [one.number for one in study.trials] == [0, 1, 2]
    storage.engine.dispose()


def test_times_are_kept_in_utc_wherever_it_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Optuna 5 keeps them: a team's machines may stand in other zones."""
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    time.tzset()
    try:
        file_of(path).update(trials(1), {})
        with optuna_study_of(path) as study:
            (found,) = study.trials
    finally:
        monkeypatch.undo()
        time.tzset()
    # Nepal is 5 hours and 45 minutes ahead.
    assert found.datetime_start == datetime(2026, 3, 1, 17, 45)
    with closing(sqlite3.connect(path)) as file:
        (kept,) = file.execute("SELECT datetime_start FROM trials").fetchone()
    assert kept == "2026-03-01 12:00:00.000000"


def test_only_what_is_new_is_added_and_what_people_add_is_kept(path: Path) -> None:
    file = file_of(path)
    file.update(trials(2), {"verdict": "none yet"})
    storage = open_storage(path)
    study = optuna.load_study(study_name="pressure", storage=storage)
    storage.set_study_system_attr(study._study_id, "dashboard:note_ver", 1)
    study.set_user_attr("mine", "a note")
    study.add_trial(optuna.trial.create_trial(value=0.1))
    optuna.create_study(study_name="another", storage=storage)
    for later in (file, file_of(path)):
        later.update(trials(4), {"verdict": "better"})
    assert [one.value for one in study.trials] == [0.5, 0.625, 0.1, 0.75, 0.875]
    assert [one.number for one in study.trials] == [0, 1, 2, 3, 4]
    assert study.user_attrs == {"verdict": "better", "mine": "a note"}
    assert storage.get_study_system_attrs(study._study_id)["dashboard:note_ver"] == 1
    assert optuna.get_all_study_names(storage) == ["pressure", "another"]
    # Somebody removes the study while the run goes on.
    optuna.delete_study(study_name="pressure", storage=storage)
    file.update(trials(5), {})
    study = optuna.load_study(study_name="pressure", storage=storage)
    assert [one.value for one in study.trials] == [0.5, 0.625, 0.75, 0.875, 1.0]
    storage.engine.dispose()


def test_a_file_that_another_program_holds_is_an_error_and_written_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optuna_file, "_WAIT_SECONDS", 0.01)
    file = file_of(path)
    file.update(trials(1), {})
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM trials").fetchone()
        with pytest.raises(OptunaFileError, match=r"study\.db: database is locked$"):
            file.update(trials(3), {})
    file.update(trials(3), {})
    with optuna_study_of(path) as study:
        assert len(study.trials) == 3


def optuna_study_of(path: Path):
    """The name of the folder has no meaning in a URL when it is copied."""
    plain = path.parents[1] / "plain.db"
    plain.write_bytes(path.read_bytes())
    return optuna_study(plain, "pressure")


def test_a_file_that_is_none_of_optuna_is_left_alone(path: Path) -> None:
    path.write_bytes(b"my own notes, no database")
    with pytest.raises(OptunaFileError, match=r"study\.db is damaged \(file is not"):
        file_of(path).update(trials(1), {})
    assert path.read_bytes() == b"my own notes, no database"


def test_a_file_whose_texts_are_damaged_is_named(path: Path) -> None:
    """SQLite's own words about a damaged index quote its column, and are no text then."""
    file_of(path).update(trials(2), {})
    content = path.read_bytes()
    path.write_bytes(content.replace(b"studies (study_name)", b"studies (\xc5tudy_name)"))
    with pytest.raises(OptunaFileError, match=r"study\.db is damaged \('utf-8' codec can't decode"):
        file_of(path).update(trials(3), {})


def test_a_process_that_is_killed_while_it_makes_the_file_leaves_none(path: Path) -> None:
    code = (
        "import os, pathlib, signal, sys\n"
        "from tuner.samplers.optuna_file import OptunaFile\n"
        "from tuner.samplers.space import Space\n"
        "pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "OptunaFile(pathlib.Path(sys.argv[1]), 's', Space(()), 'score').update([], {})\n"
    )
    subprocess.run([sys.executable, "-c", code, path], check=False)
    assert not path.exists()
    file_of(path).update(trials(1), {})
    assert [file.name for file in path.parent.iterdir()] == ["study.db"]
