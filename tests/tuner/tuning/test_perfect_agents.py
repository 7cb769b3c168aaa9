"""Agents that play perfectly where they can: in files, studies, comparisons, at equal time."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine
from small_studies import small_study
from studies import MINIMAL, load

from engine.play.searches import make_search
from features.presets import find_preset
from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.errors import ConfigError
from tuner.config.searches import search_numbers, with_numbers
from tuner.matches.agent import Agent
from tuner.matches.progress import Silent
from tuner.tournament.config import load_tournament
from tuner.tuning.equal_time import with_nodes
from tuner.tuning.lookup import find_agent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

INNER = make_search("alphabeta", depth=3)
PERFECT = make_search("perfect", nodes=20_000, otherwise=INNER)
WRITTEN = "{algorithm: perfect, nodes: 20000, otherwise: {algorithm: alphabeta, depth: 3}}"
BASELINES = f"""\
baselines:
- {{name: strong, heuristic: improved, search: {WRITTEN}}}
- {{name: solver, search: {{algorithm: perfect, nodes: 50, otherwise: {{algorithm: random}}}}}}
"""
STUDY = MINIMAL.replace("baselines: udacity-2017-02\n", BASELINES) + f"search: {WRITTEN}\n"


def write_agent(folder: Path) -> Path:
    search = "{algorithm: perfect, nodes: 20000, otherwise: {algorithm: greedy}}"
    file = folder / "strong.yaml"
    file.write_text(f"name: strong\nheuristic: improved\nsearch: {search}\n")
    return file


def test_a_study_with_perfect_agents_reads_back_as_it_is(tmp_path: Path) -> None:
    study = load(tmp_path, STUDY)
    strong, solver = study.baselines
    assert study.search == strong.search == PERFECT
    assert strong.describe() == "improved, perfect 20000 nodes, otherwise alphabeta depth 3"
    # It asks nobody for a value, so it needs no heuristic.
    assert solver.describe() == "perfect 50 nodes, otherwise random"
    assert study.reproducible
    again = load(tmp_path, write_effective_yaml(study), "again.yaml")
    assert again == study
    assert study_digest(again) == study_digest(study)
    assert effective_config(study)["search"] == PERFECT.tree()


def test_the_budget_of_the_proofs_makes_another_study(tmp_path: Path) -> None:
    other = STUDY.replace("nodes: 50", "nodes: 51")
    assert study_digest(load(tmp_path, STUDY)) != study_digest(load(tmp_path, other))


def test_numbers_of_the_other_search_can_be_tuned() -> None:
    assert search_numbers(PERFECT) == {"search.otherwise.depth": 3}
    deeper = with_numbers(PERFECT, {"search.otherwise.depth": 5.0})
    assert (deeper.nodes, deeper.otherwise) == (20_000, make_search("alphabeta", depth=5))


@pytest.mark.parametrize("game", ["isolation-9x11", "isolation-5x13"])
def test_a_board_without_a_solver_is_refused_where_the_search_stands(
    tmp_path: Path, game: str
) -> None:
    cause = f"search 'perfect' needs an exact solver, and {game} has none; choose another search"
    text = STUDY.replace("game: isolation", f"game: {game}")
    first = "{algorithm: greedy}"
    staged = f"search: {{algorithm: staged, switch_ply: 9, first: {first}, then: {WRITTEN}}}"
    cases = {
        text: "study.yaml:7: search",
        text.replace(f"\nsearch: {WRITTEN}", ""): "study.yaml:5: baselines[0].search",
        text.replace(f"\nsearch: {WRITTEN}", f"\n{staged}"): "study.yaml:7: search.then",
    }
    for case, place in cases.items():
        with pytest.raises(ConfigError) as caught:
            load(tmp_path, case)
        assert str(caught.value) == f"{tmp_path}/{place}: {cause}"


def test_a_tournament_is_refused_like_a_study(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "name: mine\ngame: isolation-9x11\ncandidates:\n"
        f"- {{name: A, heuristic: open, search: {WRITTEN}}}\n"
    )
    with pytest.raises(ConfigError, match=r"mine.yaml:4: candidates\[0\].search: search 'perfect'"):
        load_tournament(file)


def test_compare_refuses_before_anything_is_played(tune: CommandLine, tmp_path: Path) -> None:
    words = [write_agent(tmp_path), "improved", "--game", "isolation-9x11"]
    ended = tune("compare", *words, "--runs", tmp_path / "runs")
    assert ended.error.endswith(
        "strong.yaml:3: search: search 'perfect' needs an exact solver, and isolation-9x11 has "
        "none; choose another search"
    )
    assert not (tmp_path / "runs").exists()


def test_compare_with_a_perfect_baseline(tune: CommandLine, tmp_path: Path) -> None:
    """On 5x5 it knows the truth from four plies on."""
    words = [write_agent(tmp_path), "improved", "--game", "isolation-5x5", "--plies", "4"]
    options = ["--pairs", "100", "--baselines", "none", "--threads", "2"]
    ended = tune("compare", *words, *options, "--runs", tmp_path / "runs")
    assert ended.status == 0
    assert "  strong: improved, perfect 20000 nodes, otherwise greedy" in ended.lines
    found = tune("compare", *words, *options, "--runs", tmp_path / "runs", "--json").json
    (duel,) = found["head_to_head"]
    assert (duel["verdict"], found["reproducible"]) == ("strong is better", True)
    # Each opening is won for one side; that game of the pair it never loses.
    assert duel["score"] >= 0.5


def test_explain_says_that_the_win_is_proven(tune: CommandLine, tmp_path: Path) -> None:
    """Nine blank squares are left: it is over when they are visited, at the latest."""
    position = "1xx.x/xx.xx/.x..x/x..xx/.x2x."
    game = ["--game", "isolation-5x5"]
    solved = tune("solve", position, *game, "--json").json
    assert solved["outcome"] == "win"
    found = tune("explain", write_agent(tmp_path), position, *game)
    assert found.lines[-1].startswith(
        "perfect 20000 nodes, otherwise greedy chooses "
        f"{solved['move']} for player 1: wins within 9 plies, proven, "
    )


def test_a_study_of_a_perfect_agent_from_start_to_export(tmp_path: Path) -> None:
    study = small_study(
        tmp_path,
        search="{algorithm: perfect, nodes: 40, otherwise: {algorithm: alphabeta, depth: 1}}",
        baselines="[{name: solver, search: {algorithm: perfect, nodes: 90, otherwise: "
        "{algorithm: random}}}]",
        budget="{trials: 3, pairs: 20, finalists: 1, final_pairs: 20, verdict_pairs: 40}",
    )
    verdict = run_study(study, tmp_path, 2, Silent())
    names = [one.name for one in verdict.conditions]
    assert len(names) == 6
    assert names[0] == "at equal time and by alpha-beta alone, without stages or proofs"
    agent = find_agent(str(run_folder(study, tmp_path).path), study.game, None)
    assert agent.search == study.search


def test_an_opponent_at_equal_time_has_no_time_for_proofs() -> None:
    agent = Agent("x", find_preset("improved"), (), PERFECT)
    assert with_nodes(agent, 70).search == make_search("alphabeta", nodes=70)
