"""What `tune run` and `tune check` take: a study, or the folder of a run; and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_features import row_file
from studies import MINIMAL, load

from engine.games import find_game
from tuner.config.errors import ConfigError
from tuner.config.study import Study, load_study
from tuner.files import RunError, save_text
from tuner.tournament.config import load_tournament
from tuner.tuning.lookup import find_agent
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.run_start import start_run
from tuner.tuning.study_lookup import find_study

RANK = '''\
from engine.isolation.squares import row
from features.feature import feature


@feature("isolation")
def rank(board, side):
    """Row of the side."""
    return row(board, side)
'''

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
    start_run(folder, study, 1)
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
    # Neither of these is a study, though they come first.
    (tmp_path / "a.yaml").touch()
    (tmp_path / "b.yaml").write_text(TOURNAMENT)
    with pytest.raises(RunError) as caught:
        find_study(tmp_path, Path("runs"))
    study = tmp_path / "study.yaml"
    assert str(caught.value) == (
        f"{tmp_path} is no run folder; name one, or a study in it, such as {study}"
    )
    study.unlink()
    with pytest.raises(
        RunError, match=r" is no run folder; name one, or the YAML file of a study$"
    ):
        find_study(tmp_path, Path("runs"))


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


def test_a_run_of_features_that_have_changed_since_is_refused(tmp_path: Path) -> None:
    """Its verdict is on the old ones: with others nothing is exported, compared or played on."""
    file = row_file(tmp_path, RANK)
    config = tmp_path / "rows.yaml"
    config.write_text(
        "name: rows\ngame: isolation\nheuristic:\n  features: [row.py]\n"
        "  parameters:\n    w: {default: 1, low: 0, high: 2}\n  formula: w * rank(own)\n"
        "baselines: udacity-2017-02\n"
    )
    study = load_study(config)
    folder = run_folder(study, tmp_path / "runs")
    start_run(folder, study, 1)
    assert find_study(folder.path, Path("elsewhere"))[1] == tmp_path / "runs"
    file.write_text(RANK.replace("row(board, side)", "row(board, side) + 1"))
    with pytest.raises(RunError) as caught:
        find_study(folder.path, Path("elsewhere"))
    assert str(caught.value) == (
        f"{folder.path} was played with other files than there are now; put back what has changed "
        f"({file} and {folder.study} are read), or run the study again"
    )
    save_text(folder.best, "game: isolation\nheuristic: open\n")
    with pytest.raises(RunError, match="was played with other files"):
        find_agent(str(folder.path), find_game("isolation"), None)
    file.write_text(RANK)
    assert find_study(folder.path, Path("elsewhere"))[0].name == "rows"
