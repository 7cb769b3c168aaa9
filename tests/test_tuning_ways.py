"""One problem tuned by games, on solved positions and on both, and what the page says of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from studies import load
from test_accuracy_studies import GREEDY

from tuner.accuracy import kept_by
from tuner.agents import Agent
from tuner.compare import Matches, compare_agents
from tuner.config import load_study
from tuner.folder import find_runs, load_json
from tuner.progress import Silent
from tuner.solved_positions import find_choices
from tuner.tuning_ways import (
    BY_GAMES,
    FIRST_POSITIONS,
    ON_POSITIONS,
    Ways,
    tune_in_all_ways,
)
from tuner.tuning_ways_page import CONFIGS, PROBLEMS, ways_lines

TRIALS = {BY_GAMES: 6, ON_POSITIONS: 5, FIRST_POSITIONS: 4}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def ways(runs: Path) -> Ways:
    return tune_in_all_ways(load(runs, GREEDY), TRIALS, runs, 1)


def test_every_way_is_a_run_of_its_own(ways: Ways, runs: Path) -> None:
    found = {}
    for folder in find_runs(runs):
        if folder.verdict.exists():
            content = load_json(folder.verdict)
            found[content["study"]] = (content["objective"], content["tuned"])
    assert {name: objective for name, (objective, _) in found.items()} == {
        "greedy-by-games": "score",
        "greedy-on-solved-positions": "accuracy",
        "greedy-solved-positions-then-games": "score",
    }
    hand_set, *tuned = ways.tuned
    assert (hand_set.way, hand_set.agent.values, hand_set.trials) == ("hand-set", (1.0, 1.0), 0)
    for one, (_, values) in zip(tuned, found.values(), strict=True):
        assert one.agent.values == tuple(values.values())
        assert one.trials == TRIALS[one.way]
        assert one.seconds > 0


def test_accuracy_is_that_of_the_verdict_half(ways: Ways) -> None:
    choices = find_choices(ways.study.game, "verdict", ways.study.seed)
    for one in ways.tuned:
        kept = kept_by(ways.study.game, one.agent, choices)
        assert one.accuracy.estimate == pytest.approx(kept.mean())


def test_all_meet_each_other_and_the_baselines(ways: Ways) -> None:
    names = [name for name, _, _ in ways.comparison.scores]
    assert names[0] == BY_GAMES
    assert set(names) == {"hand-set", *TRIALS}
    text = "\n".join(ways_lines("greedy.yaml", ways))
    assert "### configs/greedy.yaml" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 4
    # Every score, difference and accuracy has its interval.
    for row in rows[2:]:
        assert len(re.findall(r"\([-+]?[\d.]+ to [-+]?[\d.]+\)", row)) >= 2, row


def test_the_matches_between_ways_are_told(ways: Ways, runs: Path) -> None:
    values = {BY_GAMES: (1.0, 1.0), ON_POSITIONS: (1.0, 0.1), FIRST_POSITIONS: (0.1, 1.0)}
    game, heuristic, search = ways.study.game, ways.study.heuristic, ways.study.search
    agents = [Agent(way, heuristic, one, search) for way, one in values.items()]
    agents.append(Agent("hand-set", heuristic, (0.5, -0.5), search))
    opponents = ("the study's", ways.study.baselines)
    comparison = compare_agents(game, agents, opponents, Matches(16, 4, 1, 1), (runs, Silent()))
    lines = ways_lines("greedy.yaml", replace(ways, comparison=comparison))
    duels = [line for line in lines if line.startswith("- Head to head")]
    met = [tuple(re.findall(r"\*([^*]+)\*", line)) for line in duels]
    assert met == [
        (BY_GAMES, ON_POSITIONS),
        (BY_GAMES, FIRST_POSITIONS),
        (ON_POSITIONS, FIRST_POSITIONS),
    ]
    for line in duels:
        assert re.search(r": \d+\.\d% \([^)]*\), (by|on|solved|undecided)", line), line


def test_the_problems_are_example_studies_with_solved_positions() -> None:
    for name, trials in PROBLEMS.items():
        study = load_study(CONFIGS / name)
        assert study.objective == "score"
        assert trials[BY_GAMES] == study.budget.trials
        assert find_choices(study.game, "search", study.seed)
