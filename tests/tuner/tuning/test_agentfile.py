"""What a word on the command line means."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UnknownNameError
from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.config.errors import ConfigError
from tuner.files import RunError
from tuner.tuning.lookup import find_agent, find_agents, find_common_game

GAME = find_game("isolation")

WRITTEN = """\
parameters:
  weight: {default: 2.0, low: 0.0, high: 4.0}
formula: weight * moves(own)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_preset_looks_three_plies_ahead() -> None:
    agent = find_agent("pressure", GAME, None)
    assert (agent.name, agent.values) == ("pressure", (0.3, 1.0))
    assert agent.search == make_search("alphabeta", depth=3)


@pytest.mark.parametrize(
    ("word", "variant", "name"),
    [
        ("weighted_center", None, "weighted_center:as_described"),
        ("weighted_center", "as_written", "weighted_center:as_written"),
        ("weighted_center:as_written", None, "weighted_center:as_written"),
        # What is spelled out stays, and presets without variants do not mind.
        ("weighted_center:as_described", "as_written", "weighted_center:as_described"),
        ("improved", "as_written", "improved"),
    ],
)
def test_variants(word: str, variant: str | None, name: str) -> None:
    assert find_agent(word, GAME, None, variant).name == name


def test_a_variant_that_no_preset_has() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown variant 'sketched'; known: as_described"):
        find_agent("improved", GAME, None, "sketched")


def test_a_heuristic_file(folder: Path) -> None:
    (folder / "mine.yaml").write_text("name: mine\n" + WRITTEN)
    agent = find_agent("mine.yaml", GAME, None)
    assert (agent.name, agent.values) == ("mine", (2.0,))
    assert agent.search == make_search("alphabeta", depth=3)


def test_an_agent_file_with_its_search(folder: Path) -> None:
    (folder / "mine.yml").write_text(
        "name: mine\nheuristic: improved\nsearch: {algorithm: alphabeta, nodes: 500}\n"
    )
    agent = find_agent("mine.yml", GAME, None)
    assert agent.heuristic == find_preset("improved")
    assert agent.search == make_search("alphabeta", nodes=500)
    asked = make_search("alphabeta", depth=2)
    assert find_agent("mine.yml", GAME, asked).search == asked


def test_a_study_stands_for_its_hand_set_agent(folder: Path) -> None:
    (folder / "study.yaml").write_text(
        "name: mine\ngame: isolation\nheuristic: pressure\nbaselines: udacity-2017-02\n"
        "search: {algorithm: minimax, depth: 2}\n"
    )
    agent = find_agent("study.yaml", GAME, None)
    assert (agent.name, agent.values) == ("mine", (0.3, 1.0))
    assert agent.search == make_search("minimax", depth=2)


def test_a_run_folder_stands_for_its_best_agent(folder: Path) -> None:
    run = folder / "runs" / "mine-1a2b3c4d"
    run.mkdir(parents=True)
    (run / "study.yaml").write_text("")
    with pytest.raises(RunError, match=r"has no result yet; finish the run, or name a file"):
        find_agent("runs/mine-1a2b3c4d", GAME, None)
    (run / "best.yaml").write_text("name: mine-tuned\nheuristic: open\n")
    for word in ("runs/mine-1a2b3c4d", "runs/mine-1a2b3c4d/", "runs/mine-1a2b3c4d/best.yaml"):
        assert find_agent(word, GAME, None).name == "mine-tuned"


def test_a_preset_comes_before_a_folder_of_its_name(folder: Path) -> None:
    (folder / "pressure").mkdir()
    assert find_agent("pressure", GAME, None).heuristic == find_preset("pressure")
    with pytest.raises(RunError, match=r"^pressure is no run folder; name one, or a YAML file$"):
        find_agent("./pressure", GAME, None)


def test_no_such_thing(folder: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown preset 'mine'"):
        find_agent("mine", GAME, None)
    with pytest.raises(ConfigError, match=r"^mine.yaml: there is no such file; check the path"):
        find_agent("mine.yaml", GAME, None)
    with pytest.raises(RunError, match=r"^there is no file or folder runs/mine; name another"):
        find_agent("runs/mine", GAME, None)


def test_the_common_game_is_that_of_the_files(folder: Path) -> None:
    for name, game in (("small", "isolation-5x6"), ("same", "isolation-5x6"), ("big", "isolation")):
        (folder / f"{name}.yaml").write_text(f"game: {game}\nheuristic: open\n")
    (folder / "any.yaml").write_text("heuristic: open\n")
    assert find_common_game([]).name == "isolation-7x7"
    assert find_common_game(["open", "any.yaml"]).name == "isolation-7x7"
    assert find_common_game(["open", "small.yaml", "any.yaml", "same.yaml"]).name == "isolation-5x6"
    with pytest.raises(RunError) as caught:
        find_common_game(["small.yaml", "big.yaml", "same.yaml"])
    assert str(caught.value) == (
        "small.yaml is for isolation-5x6 and big.yaml is for isolation-7x7; choose a game"
    )


def test_agents_of_one_name_are_told_apart(folder: Path) -> None:
    """The results of two runs of a study have one name, and so has what is asked for twice."""
    for place in ("runs/mine-1a2b3c4d", "runs/mine-5e6f7a8b"):
        (folder / place).mkdir(parents=True)
        (folder / place / "study.yaml").write_text("")
        (folder / place / "best.yaml").write_text("name: mine-tuned\nheuristic: open\n")
    words = ["runs/mine-1a2b3c4d", "runs/mine-5e6f7a8b", "open", "open", "runs/mine-1a2b3c4d"]
    assert [agent.name for agent in find_agents(words, GAME, None)] == [
        "mine-tuned (runs/mine-1a2b3c4d)",
        "mine-tuned (runs/mine-5e6f7a8b)",
        "open",
        "open (2)",
        "mine-tuned (runs/mine-1a2b3c4d) (2)",
    ]


def test_files_with_only_a_formula_carry_the_names_of_the_files(folder: Path) -> None:
    for name in ("first", "second"):
        (folder / f"{name}.yaml").write_text(WRITTEN)
    found = find_agents(["first.yaml", "second.yaml", "open"], GAME, None)
    assert [agent.name for agent in found] == ["first", "second", "open"]


def test_a_state_of_the_course_tells_its_game(folder: Path) -> None:
    (folder / "small.yaml").write_text("game: isolation-5x6\nheuristic: open\n")
    state = "Isolation(board=41523161203939122082683632224299007, ply_count=0, locs=(None, None))"
    assert find_common_game(["open"], state).name == "isolation-9x11"
    assert find_common_game(["small.yaml"], state).name == "isolation-5x6"


def test_a_game_that_there_is_not(folder: Path) -> None:
    (folder / "mine.yaml").write_text("heuristic: open\ngame: go\n")
    for call in (
        lambda: find_common_game(["mine.yaml"]),
        lambda: find_agent("mine.yaml", GAME, None),
    ):
        with pytest.raises(ConfigError, match=r"^mine.yaml:2: game: unknown game 'go'; known: "):
            call()
