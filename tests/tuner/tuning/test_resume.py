"""Studies that are stopped: they go on to the same end, and nothing is played twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from small_studies import reproducible_files, reproducible_games, small_study, start_python

from tuner.files import RunError
from tuner.matches.progress import Silent
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

WAITING = """
import sys, time
from pathlib import Path
from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study

class Waiting(Silent):
    def stage(self, name, amount, unit="games"):
        self.name = name
    def played(self, games):
        if self.name == sys.argv[3]:
            print("playing", flush=True)
            time.sleep(60)

run_study(load_study(sys.argv[1]), Path(sys.argv[2]), 2, Waiting())
"""


@pytest.mark.parametrize("stage", ["search", "verdict"])
def test_a_killed_study_goes_on_to_the_same_end_and_plays_nothing_twice(
    tmp_path: Path, plays: list[int], stage: str
) -> None:
    study = small_study(tmp_path)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    run_study(study, whole, 1, Silent())
    all_pairs = sum(plays)
    with start_python(WAITING, tmp_path / "study.yaml", killed, stage) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        with pytest.raises(RunError, match=r"another process is working in .*; wait for it"):
            run_study(study, killed, 1, Silent())
        process.kill()
    kept = len(read_pairs(run_folder(study, killed).ledger, study.game))
    assert (kept > 2 * 8 * 150) == (stage == "verdict")
    plays.clear()
    run_study(study, killed, 1, Silent())
    assert sum(plays) == all_pairs - kept
    assert reproducible_files(study, killed) == reproducible_files(study, whole)
    pd.testing.assert_frame_equal(
        reproducible_games(study, killed), reproducible_games(study, whole)
    )


@pytest.mark.parametrize("after", [1, 9, 40])
def test_an_interrupted_study_goes_on_to_the_same_end(
    tmp_path: Path, plays: list[int], after: int
) -> None:
    class Impatient(Silent):
        batches = 0

        def played(self, games: int) -> None:
            self.batches += 1
            if self.batches == after:
                raise KeyboardInterrupt

    study = small_study(tmp_path)
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    run_study(study, whole, 1, Silent())
    all_pairs = sum(plays)
    plays.clear()
    with pytest.raises(KeyboardInterrupt):
        run_study(study, stopped, 2, Impatient())
    run_study(study, stopped, 2, Silent())
    assert sum(plays) == all_pairs
    assert reproducible_files(study, stopped) == reproducible_files(study, whole)


def test_a_finished_study_is_not_played_again(tmp_path: Path, plays: list[int]) -> None:
    study = small_study(tmp_path)
    first = run_study(study, tmp_path, 1, Silent())
    files = reproducible_files(study, tmp_path)
    count = len(plays)
    again = run_study(study, tmp_path, 2, Silent())
    assert len(plays) == count
    assert again == replace(first, seconds=again.seconds)
    assert reproducible_files(study, tmp_path) == files
    folder = run_folder(study, tmp_path)
    starts = json.loads(folder.manifest.read_text())["starts"]
    assert [start["threads"] for start in starts] == [1, 2]
    # Of two starts, but told once.
    assert [note.partition(" are too few")[0] for note in folder.notes()] == ["8 trials"]
