"""A game of one's own is named by its path, tried first, and decides the digest of a study."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from own_games import EXAMPLE, GAME_TEXT, NOUGHTS, changed, game_folder

from engine import games, own_games
from engine.errors import EngineError, TuneError, UnknownNameError
from engine.games import find_game
from engine.own_games import load_own_game
from tuner.config import feature_trial
from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.errors import ConfigError
from tuner.config.feature_trial import FeatureTrialError
from tuner.config.games import game_word, resolve_game
from tuner.config.study import load_study

STUDY = """\
name: mine
game: {game}
heuristic:
  formula: weight
  parameters:
    weight: {{default: 1.0, low: 0.0, high: 2.0}}
baselines:
  - {{name: random, search: {{algorithm: random}}}}
"""


@pytest.fixture(autouse=True)
def no_game_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "_LOADED", {})
    monkeypatch.setattr(games, "_ADDED", {})


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game passes its trial: the tests are about something else."""
    monkeypatch.setattr("tuner.config.games.try_game", lambda _file: None)


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("word", ["mine", "mine/", "./mine", "mine/game.py", "../{here}/mine"])
def test_a_folder_or_a_file_is_a_game(tmp_path: Path, word: str) -> None:
    game_folder(tmp_path, NOUGHTS)
    game = resolve_game(word.format(here=tmp_path.name), tmp_path)
    assert game.name == "noughts"
    assert game_word(game) == str(tmp_path / "mine" / "game.py")
    assert find_game("noughts") is game


@pytest.mark.usefixtures("trusted")
def test_names_of_the_package_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_folder(tmp_path, NOUGHTS, "pentago")
    monkeypatch.chdir(tmp_path)
    assert resolve_game("pentago").name == "pentago"
    assert resolve_game("./pentago").name == "noughts"
    assert game_word(find_game("pentago")) == "pentago"


@pytest.mark.usefixtures("trusted")
def test_an_unknown_name_lists_the_games_of_the_package_alone(tmp_path: Path) -> None:
    """So the message does not depend on what this process has loaded before."""
    resolve_game("mine", game_folder(tmp_path, NOUGHTS).parent)
    with pytest.raises(UnknownNameError) as caught:
        find_game("nought")
    assert str(caught.value) == ("unknown game 'nought'; known: isolation, isolation-HxW, pentago")


def refusal(word: str, folder: Path) -> str:
    with pytest.raises(TuneError) as caught:
        resolve_game(word, folder)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(folder), "HERE")


def test_what_is_no_game_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert refusal("mine", tmp_path).startswith("unknown game 'mine'; known: isolation, ")
    assert refusal("./mine", tmp_path) == (
        "there is no game HERE/mine; name the folder of a game, or its Python file"
    )
    assert refusal("empty", tmp_path) == (
        "HERE/empty has no file game.py; write the game's rules into one"
    )
    with pytest.raises(UnknownNameError):
        resolve_game("noughts", tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "HERE/mine/game.py: no GAME in it; give your game this name"),
        ("GAME = 7\n", "HERE/mine/game.py: GAME has no 'family'; make it a StonesGame, or write"),
        ("x = 1\n1 / 0\n", "HERE/mine/game.py, line 2: ZeroDivisionError: division by zero; cor"),
        ("def (\n", "HERE/mine/game.py, line 1: SyntaxError: "),
        (
            changed('"noughts"', '"pentago"', NOUGHTS),
            "HERE/mine/game.py: the name pentago is taken; choose another than isolation, isola",
        ),
        (
            changed('"noughts"', '"Noughts"', NOUGHTS),
            "HERE/mine/game.py, line 31: a game cannot have the name 'Noughts'; write",
        ),
    ],
)
@pytest.mark.usefixtures("trusted")
def test_a_file_that_makes_no_game_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    game_folder(tmp_path, text)
    assert refusal("mine", tmp_path).startswith(said)


@pytest.mark.usefixtures("trusted")
def test_two_games_of_one_name_are_told_apart(tmp_path: Path) -> None:
    resolve_game("mine", game_folder(tmp_path, NOUGHTS).parent)
    game_folder(tmp_path, NOUGHTS + "\n# Another one.\n", "other")
    assert refusal("other", tmp_path) == (
        "HERE/other/game.py: another game is called noughts, that of HERE/mine/game.py; rename one "
        "of them"
    )
    game_folder(tmp_path, NOUGHTS + "\n# Changed.\n")
    assert refusal("mine", tmp_path) == (
        "HERE/mine/game.py was changed since it was loaded; start anew to play by the new rules"
    )


def test_a_game_is_tried_in_a_process_of_its_own_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feature_trial, "_PASSED", set())
    game_folder(tmp_path, f"import os\nif os.environ.get('X') is None:\n    os._exit(3)\n{NOUGHTS}")
    with pytest.raises(FeatureTrialError) as caught:
        resolve_game("mine", tmp_path)
    assert str(caught.value).removeprefix(str(tmp_path)) == (
        "/mine/game.py: the file ended its process while it was run (exit status 3); take out what "
        "ends it"
    )


def test_wrong_rules_are_told_at_the_line_of_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feature_trial, "_PASSED", set())
    game_folder(tmp_path, changed('("left-right",)', '("top-bottom",)'))
    (tmp_path / "study.yaml").write_text(STUDY.format(game="mine"), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_study(tmp_path / "study.yaml")
    said = str(caught.value).replace(str(tmp_path), "HERE")
    assert said.startswith("HERE/study.yaml:2: game: HERE/mine/game.py: connect-four, Position(")
    assert "is another position by the rules; " in said


@pytest.mark.usefixtures("trusted")
def test_the_content_of_a_game_decides_the_digest_and_its_place_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def digest(folder: Path, text: str) -> str:
        monkeypatch.setattr(own_games, "_LOADED", {})
        game_folder(folder, text)
        file = folder / "study.yaml"
        file.write_text(STUDY.format(game="mine"), encoding="utf-8")
        return study_digest(load_study(file))

    first = digest(tmp_path, NOUGHTS)
    assert digest(tmp_path / "elsewhere", NOUGHTS) == first
    assert digest(tmp_path, f"{NOUGHTS}# Changed.\n") != first


@pytest.mark.usefixtures("trusted")
def test_a_study_names_the_place_of_its_game(tmp_path: Path) -> None:
    game_folder(tmp_path / "a", NOUGHTS)
    (tmp_path / "a" / "study.yaml").write_text(STUDY.format(game="mine"), encoding="utf-8")
    study = load_study(tmp_path / "a" / "study.yaml")
    (tmp_path / "b").mkdir()
    copy = tmp_path / "b" / "study.yaml"
    copy.write_text(write_effective_yaml(study), encoding="utf-8")
    assert effective_config(load_study(copy)) == effective_config(study)
    assert study_digest(load_study(copy)) == study_digest(study)


def test_the_game_of_the_example_is_short() -> None:
    """What docs/add_a_game.md promises."""
    assert len(GAME_TEXT.splitlines()) <= 200
    game: Any = load_own_game(EXAMPLE).game
    assert (game.name, game.family) == ("connect-four", "connect_four")


def test_games_are_no_positions_of_each_other() -> None:
    game: Any = load_own_game(EXAMPLE).game
    with pytest.raises(EngineError, match="is no position of connect-four"):
        game.pack([find_game("pentago").initial()])
