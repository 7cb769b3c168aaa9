"""One problem tuned by games, on solved positions and on both, and what the page says of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from greedy_studies import GREEDY
from scipy import stats
from studies import load

from makers.tuning_ways import BY_GAMES, FIRST_POSITIONS, ON_POSITIONS, Ways, tune_in_all_ways
from makers.tuning_ways_page import CONFIGS, PROBLEMS, ways_lines
from tuner.comparison.baseline_scores import BaselineScores
from tuner.comparison.compare import compare_agents
from tuner.comparison.model import Matches
from tuner.config.study import load_study
from tuner.files import load_json
from tuner.matches.agent import Agent
from tuner.matches.objective import SCORE
from tuner.matches.progress import Silent
from tuner.solved.accuracy import kept_by
from tuner.solved.positions import find_choices
from tuner.stats.independent import over_seeds
from tuner.stats.interval import Interval
from tuner.tuning.lookup import find_runs

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
    names = [one.agent for one in ways.comparison.against]
    assert names[0] == BY_GAMES
    assert set(names) == {"hand-set", *TRIALS}


def test_means_over_seeds_have_the_students_interval() -> None:
    values = [0.61, 0.63, 0.62, 0.66, 0.60]
    found = over_seeds(values)
    margin = stats.t.ppf(0.975, 4) * stats.sem(values)
    assert found.estimate == pytest.approx(0.624)
    assert (found.low, found.high) == pytest.approx((0.624 - margin, 0.624 + margin))


def test_seeds_that_find_the_same_do_not_spread() -> None:
    assert over_seeds([0.5, 0.5, 0.5]) == Interval(0.5, 0.5, 0.5)


def seeds_of(ways: Ways, gains: Sequence[float]) -> list[Ways]:
    """As many seeds, in which solved positions gain so much over games, which score 0.6."""
    found = []
    for gain in gains:
        scores = {"hand-set": 0.4, BY_GAMES: 0.6, ON_POSITIONS: 0.6 + gain, FIRST_POSITIONS: 0.59}
        told = tuple(
            BaselineScores(name, Interval(one, one, one), None, (), (), None)
            for name, one in scores.items()
        )
        found.append(replace(ways, comparison=replace(ways.comparison, against=told)))
    return found


@pytest.mark.parametrize(
    ("gains", "shown"),
    [
        ((0.02, 0.03, 0.025), "*on solved positions* is better than *by games*"),
        ((-0.02, -0.03, -0.025), "*by games* is better than *on solved positions*"),
        ((0.02, -0.03, 0.01), "neither *by games* nor *on solved positions* is shown better"),
    ],
)
def test_what_a_way_gains_is_judged_over_seeds(
    ways: Ways, gains: tuple[float, ...], shown: str
) -> None:
    lines = ways_lines("greedy.yaml", seeds_of(ways, gains))
    assert "### configs/greedy.yaml\n" in lines
    assert f"- Over 3 seeds {shown} against the baselines." in lines
    rows = [line for line in lines if line.startswith("| ")]
    assert len(rows) == 2 + 4
    (row,) = [row for row in rows if row.startswith("| on solved positions ")]
    # Mean 0.6 plus the gain; the standard deviation is of the three seeds.
    mean, spread = 100 * np.mean(gains), 100 * np.std(gains, ddof=1)
    assert f"| {60 + mean:.1f}% (" in row
    assert f"| {mean:+.2f} points (" in row
    assert row.count(f"), SD {spread:.2f} |") == 2
    (games,) = [row for row in rows if row.startswith("| by games ")]
    assert "|  |" in games


def test_the_matches_between_ways_are_told(ways: Ways, runs: Path) -> None:
    values = {BY_GAMES: (1.0, 1.0), ON_POSITIONS: (1.0, 0.1), FIRST_POSITIONS: (1.0, 1.0)}
    game, heuristic, search = ways.study.game, ways.study.heuristic, ways.study.search
    agents = [Agent(way, heuristic, one, search) for way, one in values.items()]
    agents.append(Agent("hand-set", heuristic, (0.5, -0.5), search))
    opponents = ("the study's", ways.study.baselines)
    comparison = compare_agents(game, agents, opponents, Matches(16, 4, 1, 1), runs, Silent())
    lines = ways_lines("greedy.yaml", [replace(ways, comparison=comparison)] * 2)
    duels = [line for line in lines if line.startswith("- Head to head")]
    met = [tuple(re.findall(r"\*([^*]+)\*", line)) for line in duels]
    assert met == [
        (BY_GAMES, ON_POSITIONS),
        (BY_GAMES, FIRST_POSITIONS),
        (ON_POSITIONS, FIRST_POSITIONS),
    ]
    (score,) = [
        duel.result.score.estimate
        for duel in comparison.duels
        if (duel.first, duel.second) == (BY_GAMES, ON_POSITIONS)
    ]
    assert f": {100 * score:.1f}% (" in duels[0]
    # Equal values do not meet.
    assert ": 50.0% (" in duels[1]


def test_the_problems_are_example_studies_with_solved_positions() -> None:
    for name, trials in PROBLEMS.items():
        study = load_study(CONFIGS / name)
        assert study.objective == SCORE
        assert trials[BY_GAMES] == study.budget.trials
        assert find_choices(study.game, "search", study.seed)
