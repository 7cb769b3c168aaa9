"""A clock that is set back, and names with spaces and accents, change no result."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import ClassVar

import pytest
from command_line import TINY, CommandLine
from own_features import ROW
from small_studies import optuna_study, reproducible_files
from studies import load

from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning import manifest, recorder
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

OWN = """\
features: [{file}]
parameters: {{w: {{default: 1, low: 0, high: 2}}}}
formula: moves(own) + w * rank(own)
"""


class SetBack(datetime):
    """A clock that goes back by an hour whenever somebody looks at it."""

    present: ClassVar[datetime] = datetime(2090, 1, 1)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> SetBack:
        cls.present -= timedelta(hours=1)
        found = cls.present
        return cls(found.year, found.month, found.day, found.hour, tzinfo=tz)


class Stopping(Silent):
    """Stops a study after its second trial."""

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        if number == 1:
            raise KeyboardInterrupt


def test_a_clock_that_is_set_back_changes_no_result(
    tmp_path: Path, tune: CommandLine, monkeypatch: pytest.MonkeyPatch, finished_once: Path
) -> None:
    study = load(tmp_path, TINY)
    runs = tmp_path / "runs"
    with monkeypatch.context() as patch:
        for module in (manifest, recorder):
            patch.setattr(module, "datetime", SetBack)
        with pytest.raises(KeyboardInterrupt):
            run_study(study, runs, 1, Stopping())
    folder = run_folder(study, runs)
    # Everything was written in the year 2089, and the run goes on today.
    for path in (folder.path, *folder.path.iterdir()):
        os.utime(path, (SetBack.present.timestamp(),) * 2)
    run_study(study, runs, 1, Silent())
    assert reproducible_files(study, runs) == reproducible_files(study, finished_once.parent)
    with optuna_study(folder.path / "study.db", "tiny") as stored:
        assert [one.number for one in stored.trials] == [0, 1, 2, 3]
    for words in (["status", folder.path], ["runs", runs]):
        ended = tune(*words)
        assert (ended.status, ended.err) == (0, "")
    assert "just now" in ended.out


def own_study(place: Path, file: str, heuristic: str) -> None:
    place.mkdir(parents=True)
    (place / file).write_text(ROW, encoding="utf-8")
    (place / heuristic).write_text(OWN.format(file=file), encoding="utf-8")
    text = TINY.replace("heuristic: pressure", f"heuristic: {heuristic}").replace(
        "trials: 4", "trials: 2"
    )
    (place / "study.yaml").write_text(text, encoding="utf-8")


def test_names_with_spaces_and_accents_change_no_result(tmp_path: Path, tune: CommandLine) -> None:
    plain, unusual = tmp_path / "plain", tmp_path / "Spaß & 棋 #1, 100%" / "è"
    own_study(plain, "row.py", "mine.yaml")
    own_study(unusual, "größe ñ.py", "mein Spiel é.yaml")
    tables = []
    for place in (plain, unusual):
        ended = tune("run", place / "study.yaml", "--runs", place / "my runs", "--threads", 1)
        assert ended.status == 0, ended.err
        (folder,) = (place / "my runs").iterdir()
        tables.append((folder / "trials.csv").read_text())
    assert tune("export", folder, "--to", "yaml").status == 0
    assert tables[0] == tables[1]
