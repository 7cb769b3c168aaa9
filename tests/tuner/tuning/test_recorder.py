"""What people see of a search while it runs: trials.csv grows, study.db follows."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from command_line import TINY
from small_studies import optuna_study, start_python
from studies import load

import tuner
from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.samplers import optuna_file
from tuner.stats.interval import Interval
from tuner.tuning.recorder import TrialRecorder
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.trials_file import TrialsFile

TRIALS = 25


def study_of(folder: Path) -> Study:
    return load(folder, TINY.replace("trials: 4", f"trials: {TRIALS}"))


class Watcher(Silent):
    """Looks at the run after each trial, and stops it after the last."""

    def __init__(self, look: Callable[[int], object], last: int = TRIALS) -> None:
        self.look, self.last = look, last
        self.notes: list[str] = []

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        self.look(number)
        if number + 1 == self.last:
            raise KeyboardInterrupt

    def note(self, text: str) -> None:
        self.notes.append(text)


def stopped(study: Study, runs: Path, watcher: Watcher) -> RunFolder:
    with pytest.raises(KeyboardInterrupt):
        run_study(study, runs, 1, watcher)
    return run_folder(study, runs)


def test_the_table_has_each_trial_as_soon_as_it_is_finished(tmp_path: Path) -> None:
    study = study_of(tmp_path)
    run = tuner.Run(run_folder(study, tmp_path).path)
    counts = []

    def look(number: int) -> None:
        frame = run.trials()
        plain = pd.read_csv(run.path / "trials.csv")
        assert list(frame["trial"]) == list(plain["trial"]) == list(range(number + 1))
        counts.append(len(frame))

    stopped(study, tmp_path, Watcher(look))
    assert counts == list(range(1, TRIALS + 1))
    # The trials that are read again are there all the time.
    stopped(study, tmp_path, Watcher(lambda _: counts.append(len(run.trials()))))
    assert counts[TRIALS:] == [TRIALS] * TRIALS


KILLED = """
import os, signal, sys
from pathlib import Path
from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study

class InTheMiddle(Silent):
    def trial(self, number, trials, best, best_number):
        # Threads play the games of later trials already.
        if number + 1 == 12:
            os.kill(os.getpid(), signal.SIGKILL)

run_study(load_study(sys.argv[1]), Path(sys.argv[2]), 1, InTheMiddle())
"""


def test_after_a_kill_no_half_line_is_a_trial_and_the_end_is_the_same(tmp_path: Path) -> None:
    study = study_of(tmp_path)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    # Stopped behind the last trial.
    table = stopped(study, whole, Watcher(lambda _: None)).trials.read_bytes()
    with start_python(KILLED, tmp_path / "study.yaml", killed) as process:
        assert process.wait() == -signal.SIGKILL
    folder = run_folder(study, killed)
    header, *rows = table.splitlines(keepends=True)
    assert folder.trials.read_bytes() == b"".join([header, *rows[:12]])
    # The system may have written a part of the next one.
    folder.trials.write_bytes(folder.trials.read_bytes() + rows[12][:20])
    assert list(tuner.Run(folder.path).trials()["trial"]) == list(range(12))
    run_study(study, killed, 1, Silent())
    assert folder.trials.read_bytes() == table


@pytest.mark.parametrize(
    "left", ["", "tri", "trial,x\n0,1", "trial,x\n0,1.5\n1,2.5\n", "trial,x\n0,9\n1,2.5\n", "\0"]
)
def test_what_an_earlier_start_has_left_is_taken_up(tmp_path: Path, left: str) -> None:
    path = tmp_path / "trials.csv"
    path.write_text(left)
    file = TrialsFile(path)
    for line in ("trial,x\n", "0,1.5\n"):
        file.add(line)
        assert path.read_text().startswith("trial,x\n")
    file.add("1,2.5\n")
    assert path.read_text() == "trial,x\n0,1.5\n1,2.5\n"
    file.add("2,3.5\n")
    file.close()
    assert path.read_text() == "trial,x\n0,1.5\n1,2.5\n2,3.5\n"


def test_optuna_reads_the_study_while_it_runs(tmp_path: Path) -> None:
    study = study_of(tmp_path)
    folder = run_folder(study, tmp_path)
    began = datetime.now(UTC)
    found: dict[str, Any] = {}

    def look(_: int) -> None:
        if folder.optuna.exists() and not found:
            with optuna_study(folder.optuna, "tiny") as written:
                found["trials"] = written.trials
                found["attributes"] = written.user_attrs

    # Optuna takes a second to make the file, and the study may end before.
    for _ in range(2):
        stopped(study, tmp_path, Watcher(look))
    table = tuner.Run(folder.path).trials()
    assert len(found["trials"]) in (10, 20)
    assert found["attributes"]["hand-set value"] == table["value"][0]
    assert found["attributes"]["verdict"].startswith("none yet; verdict.json")
    for trial, (_, row) in zip(found["trials"], table.iterrows(), strict=False):
        assert trial.params["floor"] == row["params_floor"]
        assert trial.user_attrs["low"] == row["low"]
        assert trial.user_attrs["score improved"] == row["score_improved"]
        assert began <= trial.datetime_start.astimezone(UTC) <= datetime.now(UTC)
    starts = [trial.datetime_start for trial in found["trials"]]
    assert starts == sorted(starts)


def test_the_times_are_those_of_the_games_however_often_it_is_stopped(tmp_path: Path) -> None:
    study = study_of(tmp_path)
    folder = stopped(study, tmp_path, Watcher(lambda _: None, last=12))
    first = datetime.now(UTC)
    # Somebody has moved the file away; the ledger still knows the times.
    folder.optuna.unlink(missing_ok=True)
    verdict = run_study(study, tmp_path, 1, Silent())
    with optuna_study(folder.optuna, "tiny") as written:
        ends = [one.datetime_complete.astimezone(UTC) for one in written.trials]  # type: ignore[union-attr]
        said = written.user_attrs["verdict"]
    assert [end <= first for end in ends] == [True] * 12 + [False] * (TRIALS - 12)
    assert said.startswith(f"Verdict: {verdict.verdict}")


def test_a_defect_of_the_file_does_not_take_the_place_of_what_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, begun = study_of(tmp_path), threading.Event()

    def fail(*_: object) -> None:
        begun.set()
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(TrialRecorder, "_write", fail)
    # The file is first written after ten trials; what is under way at the end is awaited.
    watcher = Watcher(lambda number: number < 9 or begun.wait(60), last=10)
    with pytest.raises(KeyboardInterrupt) as ended:
        run_study(study, tmp_path, 1, watcher)
    assert ended.value.__notes__ == [
        f"{run_folder(study, tmp_path).optuna} was not brought up to date: "
        "ZeroDivisionError('a defect')"
    ]


def test_a_program_that_holds_the_file_does_not_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of(tmp_path)
    folder = stopped(study, tmp_path, Watcher(lambda _: None, last=12))
    if not folder.optuna.exists():
        folder = stopped(study, tmp_path, Watcher(lambda _: None))
    monkeypatch.setattr(optuna_file, "_WAIT_SECONDS", 0.01)
    watcher = Watcher(lambda _: None, last=0)
    with closing(sqlite3.connect(folder.optuna)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM trials").fetchone()
        run_study(study, tmp_path, 1, watcher)
    (note,) = [one for one in watcher.notes if "study.db" in one]
    assert note == (
        f"{folder.optuna}: database is locked; the run goes on, and writes its trials there later"
    )
    run_study(study, tmp_path, 1, Silent())
    with optuna_study(folder.optuna, "tiny") as written:
        assert len(written.trials) == TRIALS
