"""Agents of files as baselines, and heuristics of files: an exported agent is taken whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

from engine.play.searches import make_search
from features.presets import find_preset
from tuner.config.canonical import effective_config
from tuner.config.errors import ConfigError
from tuner.config.study import Study

EXPORTED = """\
name: strong
game: isolation-7x7
heuristic: pressure
values: {floor: 0.75}
search: {algorithm: alphabeta, nodes: 500}
"""

STUDY = """\
name: mine
game: isolation
heuristic: improved_with_weight.yaml
baselines:
- {agent: strong.yaml}
- {agent: runs/strong-1a2b3c4d, name: stronger, weight: 2}
- {agent: formula.yaml}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an exported agent, the run that it came from, and a formula."""
    run = tmp_path / "runs" / "strong-1a2b3c4d"
    run.mkdir(parents=True)
    for place in (tmp_path / "strong.yaml", run / "best.yaml"):
        place.write_text(EXPORTED)
    (tmp_path / "formula.yaml").write_text("formula: moves(own)\n")
    (tmp_path / "improved_with_weight.yaml").write_text(
        "parameters: {a: {default: 1, low: 0, high: 2}}\nformula: moves(own) - a * moves(opp)\n"
    )
    return tmp_path


def refused(folder: Path, baseline: str) -> str:
    """What is said about a study with this one baseline."""
    head, _ = STUDY.split("baselines:")
    with pytest.raises(ConfigError) as caught:
        load(folder, f"{head}baselines:\n- {baseline}\n")
    return str(caught.value).replace(f"{folder}/", "")


@pytest.fixture
def study(folder: Path) -> Study:
    return load(folder, STUDY)


def test_a_baseline_takes_an_exported_agent_whole(study: Study) -> None:
    whole = study.baselines[0]
    assert (whole.name, whole.weight) == ("strong", 1.0)
    assert whole.heuristic == find_preset("pressure")
    assert whole.values == (0.75, 1.0)
    assert whole.search == make_search("alphabeta", nodes=500)


def test_the_folder_of_a_run_stands_for_what_it_exports(study: Study) -> None:
    _, named, _ = study.baselines
    assert (named.name, named.weight) == ("stronger", 2.0)
    assert (named.values, named.search) == (study.baselines[0].values, study.baselines[0].search)


def test_a_file_with_only_a_formula_carries_the_name_of_the_file(study: Study) -> None:
    formula = study.baselines[2]
    assert (formula.name, formula.heuristic.name) == ("formula", "formula")
    assert formula.search == make_search("alphabeta", depth=3)
    assert study.heuristic.name == "improved_with_weight"


def test_the_effective_study_needs_no_file_any_more(study: Study, tmp_path: Path) -> None:
    assert "agent" not in effective_config(study)["baselines"][0]
    assert effective_config(study)["baselines"][0]["values"] == {
        "floor": 0.75,
        "distance_weight": 1.0,
    }


def test_the_values_of_an_agent_are_hand_set_where_its_heuristic_is_tuned(folder: Path) -> None:
    study = load(folder, STUDY.replace("improved_with_weight.yaml", "strong.yaml"))
    assert study.heuristic.defaults == (0.75, 1.0)


def test_values_that_the_heuristic_of_a_file_cannot_have(folder: Path) -> None:
    agent = folder / "strong.yaml"
    for values, key, message in (
        ("{floor: 3}", "values.floor", "3 is outside the range 0 to 1 of 'floor'; write the "
         "heuristic out with a wider range"),
        ("{flor: 0.5}", "values.flor", "unknown parameter 'flor'; did you mean 'floor'? "
         "known: distance_weight, floor"),
    ):  # fmt: skip
        agent.write_text(EXPORTED.replace("{floor: 0.75}", values))
        with pytest.raises(ConfigError) as caught:
            load(folder, STUDY.replace("improved_with_weight.yaml", "strong.yaml"))
        assert str(caught.value) == f"{agent}:4: {key}: {message}"


@pytest.mark.parametrize(
    ("baseline", "message"),
    [
        (
            "{agent: strong.yaml, search: {algorithm: greedy}}",
            "study.yaml:5: baselines[0].search: an agent of a file brings its own search; "
            "remove it, or write 'heuristic: strong.yaml' in place of 'agent'",
        ),
        (
            "{agent: weak.yaml}",
            "study.yaml:5: baselines[0].agent: weak.yaml: there is no such file; check the path",
        ),
        (
            "{agent: strong.yaml, nam: x}",
            "study.yaml:5: baselines[0].nam: the key is unknown; did you mean 'name'? known: name, "
            "agent, heuristic, variant, values, search, weight",
        ),
        (
            "{heuristic: improved, search: {algorithm: greedy}}",
            "study.yaml:5: baselines[0].name: the key is missing; add 'name: improved', "
            "for example",
        ),
        (
            "{name: improved, heuristic: improved}",
            "study.yaml:5: baselines[0].search: the key is missing; add "
            "'search: {algorithm: alphabeta, depth: 3}', for example",
        ),
    ],
)
def test_baselines_that_cannot_be(folder: Path, baseline: str, message: str) -> None:
    assert refused(folder, baseline) == message


def test_a_study_or_another_game_is_no_baseline(folder: Path) -> None:
    (folder / "other.yaml").write_text(STUDY)
    assert refused(folder, "{agent: other.yaml}") == (
        "other.yaml:4: baselines: this file is a study, not an agent; name the best.yaml of its run"
    )
    (folder / "other.yaml").write_text("game: pentago\nheuristic: straights\n")
    assert refused(folder, "{agent: other.yaml}") == (
        "other.yaml:1: game: the file is for pentago, not isolation-7x7; choose another file, or "
        "another game"
    )


def test_two_agents_of_one_name(folder: Path) -> None:
    assert refused(folder, "{agent: strong.yaml}\n- {agent: strong.yaml}") == (
        "study.yaml:6: baselines[1].name: there is another agent 'strong'; rename one of them"
    )


def test_a_heuristic_for_another_game(folder: Path) -> None:
    (folder / "stones.yaml").write_text("origin: mine\ngame: pentago\nformula: stones(own)\n")
    baseline = "{name: x, heuristic: stones.yaml, search: {algorithm: greedy}}"
    assert refused(folder, baseline) == (
        "stones.yaml:2: game: the file is for pentago, not isolation-7x7; choose another file, or "
        "another game"
    )
