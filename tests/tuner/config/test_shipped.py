"""Studies and tournaments that come with the package are found by name, wherever somebody is."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT
from command_line import TINY
from studies import load

from engine.errors import TuneError
from engine.games import find_game
from tuner.config.errors import ConfigError
from tuner.config.shipped import HEURISTICS, STUDIES, TOURNAMENTS, find_file, shipped_files
from tuner.config.shipped_heuristics import read_shipped
from tuner.config.study import load_study
from tuner.tournament.config import load_tournament
from tuner.tuning.lookup import find_agent, find_common_game


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


NAMED = """\
name: mine
game: isolation
heuristic: central_moves
baselines:
- {name: x, heuristic: aggressive_moves, search: {algorithm: greedy}}
- {agent: two_ratios}
"""


def test_a_study_and_its_agents_take_heuristics_by_name(empty_folder: Path) -> None:
    study = load(empty_folder, NAMED)
    assert study.heuristic == read_shipped(shipped_files(HEURISTICS)["central_moves"]).heuristic
    assert [one.name for one in study.baselines] == ["x", "two_ratios"]
    assert [one.heuristic.name for one in study.baselines] == ["aggressive_moves", "two_ratios"]


def test_a_folder_that_is_no_run_hides_no_study(empty_folder: Path) -> None:
    (empty_folder / "pressure").mkdir()
    assert find_file(STUDIES, Path("pressure")).is_file()
    (empty_folder / "pressure" / "study.yaml").write_text("name: pressure\n")
    assert find_file(STUDIES, Path("pressure")) == Path("pressure")


def test_a_file_without_its_ending_is_told_with_it(empty_folder: Path) -> None:
    (empty_folder / "mine.yaml").write_text("name: mine\n")
    with pytest.raises(ConfigError, match=r"mine: there is no such file; write mine\.yaml"):
        find_file(STUDIES, Path("mine"))


@pytest.mark.parametrize(
    ("word", "line", "hint"),
    [
        (
            "agressive_moves",
            "there is no preset or heuristic 'agressive_moves'; did you mean 'aggressive_moves'?",
            "heuristics",
        ),
        (
            "quadrant_squares",
            "heuristic 'quadrant_squares' is for pentago, and the game is isolation; name one for "
            "this game",
            "heuristics",
        ),
        (
            "central_moves\nvariant: x",
            "only presets have variants; remove it, or name a preset",
            "",
        ),
    ],
)
def test_names_of_heuristics_that_cannot_be(
    empty_folder: Path, word: str, line: str, hint: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(empty_folder, NAMED.replace("central_moves", word, 1))
    assert str(caught.value).endswith(f": {line}")
    assert str(caught.value).startswith(f"{empty_folder}/study.yaml:")
    assert caught.value.hint == hint


def test_an_agent_by_name_of_a_heuristic_and_a_misspelt_one() -> None:
    game = find_game("isolation")
    assert find_agent("two_ratios", game, None).heuristic.name == "two_ratios"
    assert find_common_game(["quadrant_squares"]).name == "pentago"
    with pytest.raises(TuneError, match=r"'two_ration'; did you mean 'two_ratios'\?$"):
        find_agent("two_ration", game, None)


def test_a_misspelt_study_is_told_where_an_agent_is_named() -> None:
    with pytest.raises(TuneError) as caught:
        find_agent("all_featurs", find_game("isolation"), None)
    assert str(caught.value) == (
        "there is no preset or study 'all_featurs'; did you mean 'all_features'?"
    )
    assert caught.value.hint == "studies"


def test_a_file_of_that_path_comes_first(empty_folder: Path) -> None:
    (empty_folder / "pressure").write_text(TINY)
    assert load_study("pressure").name == "tiny"
    assert load_study(ROOT / "configs" / "pressure.yaml").name == "pressure"


@pytest.mark.parametrize(
    ("word", "line", "hint"),
    [
        ("presure", "did you mean pressure?", "studies"),
        ("place_partitions", "did you mean place_partition?", "studies"),
        ("chess", "name one that does", "studies"),
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
