"""What `tune run` and `tune check` take: a study, or the folder of a run; and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import MINIMAL, load

from tuner.config.errors import ConfigError
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.tournament.config import load_tournament
from tuner.tuning.lookup import find_study
from tuner.tuning.run_folder import RunFolder, run_folder

TOURNAMENT = """\
name: cup
game: isolation
candidates:
- {name: open, heuristic: open, search: {algorithm: greedy}}
- {name: improved, heuristic: improved, search: {algorithm: greedy}}
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load(tmp_path, MINIMAL)


@pytest.fixture
def run(study: Study, tmp_path: Path) -> RunFolder:
    """The folder of a run that was started and stopped."""
    folder = run_folder(study, tmp_path / "elsewhere")
    folder.open(study, 1)
    return folder


def test_a_file_runs_in_the_folder_that_was_asked_for(study: Study, tmp_path: Path) -> None:
    assert find_study(tmp_path / "study.yaml", Path("runs")) == (study, Path("runs"))


def test_a_run_folder_goes_on_where_it_stands(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, runs = find_study(run.path, Path("runs"))
    assert run_folder(found, runs) == run
    monkeypatch.chdir(run.path)
    found, runs = find_study(Path(), Path("runs"))
    assert run_folder(found, runs).path == run.path


def test_a_folder_that_was_renamed_or_is_none_of_a_run(run: RunFolder, tmp_path: Path) -> None:
    renamed = run.path.rename(run.path.parent / "mine")
    with pytest.raises(RunError) as caught:
        find_study(renamed, Path("runs"))
    assert str(caught.value) == (
        f"{renamed} was renamed; name it {run.path.name} again to go on with it"
    )
    with pytest.raises(RunError) as caught:
        find_study(tmp_path, Path("runs"))
    assert str(caught.value) == (
        f"{tmp_path} is no run folder; name one, or a file in it, such as {tmp_path / 'study.yaml'}"
    )
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match=r"empty is no run folder; name one$"):
        find_study(tmp_path / "empty", Path("runs"))


def test_a_tournament_and_a_study_name_each_other(tmp_path: Path) -> None:
    file = tmp_path / "my cup.yaml"
    file.write_text(TOURNAMENT)
    with pytest.raises(ConfigError) as caught:
        load_study(file)
    assert str(caught.value) == (
        f"{file}:3: candidates: this file is a tournament, not a study; play it as a tournament"
    )
    file.write_text(MINIMAL)
    with pytest.raises(ConfigError) as caught:
        load_tournament(file)
    assert str(caught.value) == (
        f"{file}:4: baselines: this file is a study, not a tournament; run it as a study"
    )


def test_a_heuristic_is_no_study(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("formula: moves(own)\n")
    with pytest.raises(ConfigError) as caught:
        load_study(file)
    assert str(caught.value) == (
        f"{file}:1: formula: this file is a heuristic, not a study; write 'heuristic: mine.yaml' "
        "in a study, or compare it with others"
    )
