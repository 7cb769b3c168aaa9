"""Studies and tournaments that come with the package are found by name, wherever somebody is."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT
from command_line import TINY

from tuner.config.errors import ConfigError
from tuner.config.shipped import STUDIES, TOURNAMENTS, find_file, shipped_files
from tuner.config.study import load_study
from tuner.tournament.config import load_tournament
from tuner.tuning.lookup import find_common_game


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_names_are_those_of_the_files_in_configs() -> None:
    studies = {path.stem for path in (ROOT / "configs").glob("*.yaml")}
    tournaments = {path.stem for path in (ROOT / "configs" / "tournaments").glob("*.yaml")}
    assert set(shipped_files(STUDIES)) == studies
    assert set(shipped_files(TOURNAMENTS)) == tournaments


def test_a_study_by_name_is_that_of_its_file() -> None:
    assert load_study("pressure") == load_study(ROOT / "configs" / "pressure.yaml")


def test_a_tournament_by_name_finds_the_table_that_lies_beside_its_file() -> None:
    found = load_tournament("udacity_2017_h1_h3")
    assert (found.name, found.published is not None) == ("udacity_2017_h1_h3", True)


def test_a_study_by_name_stands_for_an_agent_and_its_game() -> None:
    assert find_common_game(["isolation_9x11"]).name == "isolation-9x11"


def test_a_file_of_that_path_comes_first(empty_folder: Path) -> None:
    (empty_folder / "pressure").write_text(TINY)
    assert load_study("pressure").name == "tiny"
    assert load_study(ROOT / "configs" / "pressure.yaml").name == "pressure"


@pytest.mark.parametrize(
    ("word", "line", "hint"),
    [
        ("presure", "did you mean pressure?", "studies"),
        ("place_partitions", "did you mean place_partition?", "studies"),
        ("chess", "name a file, or one that does", "studies"),
        ("udacity_2017_h1_h3", "a tournament of this name does", "play tournament"),
    ],
)
def test_a_misspelt_name_is_told_with_the_nearest_ones(word: str, line: str, hint: str) -> None:
    with pytest.raises(ConfigError) as caught:
        find_file(STUDIES, Path(word))
    assert str(caught.value) == (
        f"{word}: there is no such file, and no study of this name comes with the package; {line}"
    )
    assert caught.value.hint == hint


def test_a_path_that_is_not_there_is_told_as_a_path() -> None:
    with pytest.raises(ConfigError) as caught:
        load_study("configs/pressure.yaml")
    assert str(caught.value) == (
        "configs/pressure.yaml: there is no such file; check the path, or write pressure for the "
        "study of that name"
    )
    with pytest.raises(ConfigError, match=r"^mine\.yaml: there is no such file; check the path$"):
        load_study("mine.yaml")
