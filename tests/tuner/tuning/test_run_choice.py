"""Where a study is run: in its own run, in one that grows into it, in a new one, or nowhere."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study

from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.pairs import Pairs
from tuner.tuning.manifest import read_manifest
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.run_start import start_run
from tuner.tuning.study_lookup import find_study


def with_trials(study: Study, trials: int) -> Study:
    return replace(study, budget=replace(study.budget, trials=trials))


def begun(study: Study, runs: Path, *, played: bool = True) -> RunFolder:
    """The folder of a run that was begun, with a batch of one pair in its ledger."""
    choice = choose_run(study, runs)
    start_run(choice.folder, study, 1)
    with Ledger(choice.folder.ledger, choice.digest) as ledger:
        if played:
            games = np.zeros((1, 2))
            pairs = Pairs.untimed(
                games.astype(np.int8), games.astype(np.int16), np.zeros((1, 2, 2), np.int64)
            )
            ledger.add(BatchKey("search", "candidate", "opponent", 0), pairs)
    return choice.folder


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """Eight trials, seed 1."""
    return small_study(tmp_path)


def test_a_study_goes_on_in_its_own_run(study: Study, tmp_path: Path) -> None:
    folder = begun(study, tmp_path / "runs")
    choice = choose_run(study, tmp_path / "runs")
    assert (choice.folder, choice.changes, choice.notes) == (folder, (), ())


def test_a_run_of_this_name_grows_and_its_folder_stays(study: Study, tmp_path: Path) -> None:
    folder = begun(study, tmp_path / "runs")
    more = with_trials(study, 9)
    choice = choose_run(more, tmp_path / "runs")
    assert choice.folder == folder == run_folder(more, tmp_path / "runs")
    assert choice.notes == (f"{folder.path} goes on with more: budget.trials: 8 -> 9",)


def test_what_cannot_grow_is_refused_with_the_difference_and_both_ways_out(
    study: Study, tmp_path: Path
) -> None:
    runs = tmp_path / "runs"
    folder = begun(study, runs)
    before = {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()}
    for change, difference in (
        ({"seed": 2}, "seed: 1 -> 2"),
        ({"budget": replace(study.budget, trials=7)}, "budget.trials: 8 -> 7"),
        ({"budget": replace(study.budget, trials=9, pairs=9)}, "(budget.pairs: 150 -> 9)"),
    ):
        with pytest.raises(RunError) as caught:
            choose_run(replace(study, **change), runs)  # type: ignore[arg-type]
        text = str(caught.value)
        assert text.startswith(f"{folder.path} is a run of this name with another configuration (")
        assert difference in text
        assert text.endswith("); give the study another name, or fork that run")
        assert caught.value.hint == "fork"
    assert {path: path.read_bytes() for path in runs.rglob("*") if path.is_file()} == before


def test_another_name_begins_another_run(study: Study, tmp_path: Path) -> None:
    folder = begun(study, tmp_path / "runs")
    other = replace(study, name="other", seed=2)
    choice = choose_run(other, tmp_path / "runs")
    assert choice.folder.path.parent == folder.path.parent
    assert choice.folder.path.name.startswith("other-")
    # A name that begins like the other one is none of it.
    longer = replace(study, name="small-00000000", seed=2)
    assert choose_run(longer, tmp_path / "runs").folder.path.name.startswith("small-00000000-")


def test_a_run_in_which_nothing_was_finished_is_left_alone(study: Study, tmp_path: Path) -> None:
    folder = begun(study, tmp_path / "runs", played=False)
    choice = choose_run(replace(study, seed=2), tmp_path / "runs")
    assert choice.folder != folder
    assert not choice.folder.path.exists()


def test_of_several_runs_the_latest_that_can_grow_does(study: Study, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    first = begun(study, runs)
    second = RunFolder(first.path.with_name("small-01234567"))
    os.rename(begun(replace(study, seed=2), tmp_path / "elsewhere").path, second.path)
    os.utime(first.manifest, (1, 1))
    with pytest.raises(RunError, match=r"small-01234567 is a run .*\(seed: 2 -> 3\)"):
        choose_run(replace(study, seed=3), runs)
    assert choose_run(with_trials(study, 9), runs).folder == first


def test_a_manifest_that_was_edited_is_refused(study: Study, tmp_path: Path) -> None:
    folder = begun(study, tmp_path / "runs")
    text = folder.manifest.read_text()
    folder.manifest.write_text(text.replace('"trials": 8', '"trials": 7'))
    with pytest.raises(RunError, match=r"manifest.json is not what was written"):
        choose_run(study, tmp_path / "runs")
    folder.manifest.unlink()
    assert choose_run(study, tmp_path / "runs").folder == folder


def test_a_run_folder_whose_study_was_edited_grows_or_is_refused(
    study: Study, tmp_path: Path
) -> None:
    folder = begun(study, tmp_path / "runs")
    text = folder.study.read_text()
    folder.study.write_text(text.replace("trials: 8", "trials: 9  # more"))
    found, runs = find_study(folder.path, Path("elsewhere"))
    assert choose_run(found, runs).changes == ("budget.trials: 8 -> 9",)
    start_run(folder, found, 1)
    # What somebody has written there stays as it is.
    assert "trials: 9  # more" in folder.study.read_text()
    assert read_manifest(folder.manifest).changes[0]["changed"] == ["budget.trials: 8 -> 9"]
    folder.study.write_text(text.replace("seed: 1", "seed: 5"))
    with pytest.raises(RunError, match=r"\(budget.trials: 9 -> 8; seed: 1 -> 5\)"):
        choose_run(*find_study(folder.path, Path("elsewhere")))
    folder.study.write_text(text.replace("name: small", "name: mine"))
    choice = choose_run(*find_study(folder.path, Path("elsewhere")))
    assert choice.folder.path.name.startswith("mine-")
