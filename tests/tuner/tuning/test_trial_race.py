"""Trials that are stopped when the openings they share with the best show them to be worse."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import optuna
import pandas as pd
import pytest
from interrupts import StoppedAfter
from node_costs import equally_dear_nodes
from numpy.typing import NDArray
from plain_intervals import upper_end
from small_studies import optuna_study, reproducible_files, small_study

from tuner.config.errors import ConfigError
from tuner.config.study import Study
from tuner.files import load_json
from tuner.matches.arena import agent_key
from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.matches.objective import SCORE
from tuner.matches.progress import Silent
from tuner.stats.sequential import look_confidence
from tuner.tuning.best_so_far import read_best
from tuner.tuning.racers import shown_worse
from tuner.tuning.records import read_openings, read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.status import read_status
from tuner.tuning.trial_race import STOPPING_ERROR, looks_of
from tuner.tuning.trials import tuned_agent
from tuner.verdict.model import Verdict

__all__ = ["equally_dear_nodes"]

BUDGET = "{trials: 16, pairs: 160, finalists: 3, final_pairs: 512, verdict_pairs: 16}"
LOOKS = (20, 40, 80)
WEIGHTS = np.array([1.0, 2.0]) / 3
"""Of the baselines of the small study."""


def paired_study(folder: Path, sampler: str = "{name: tpe, batch: 4}") -> Study:
    changes = {"budget": BUDGET, "sampler": sampler, "pruner": "paired", "selection": "race"}
    return small_study(folder, **changes)


class Counting(Silent):
    """Counts the games of each stage that are played, and those that are still to play."""

    def __init__(self) -> None:
        self.stages: dict[str, list[int]] = {}
        self.facts: list[str] = []

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        self.stages[name] = [0, amount]

    def played(self, amount: int) -> None:
        count = self.stages[list(self.stages)[-1]]
        count[0] += amount
        count[1] -= amount

    def fact(self, text: str) -> None:
        self.facts.append(text)

    def fewer(self, amount: int) -> None:
        self.stages[list(self.stages)[-1]][1] -= amount


@dataclass(frozen=True)
class Played:
    counted: Counting
    study: Study
    runs: Path
    verdict: Verdict
    files: dict[str, str]

    @property
    def trials(self) -> pd.DataFrame:
        return pd.read_csv(run_folder(self.study, self.runs).trials)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    runs = tmp_path_factory.mktemp("paired")
    study = paired_study(runs)
    counted = Counting()
    verdict = run_study(study, runs, 1, counted)
    return Played(counted, study, runs, verdict, reproducible_files(study, runs))


def values_by_trial(played: Played) -> list[NDArray[np.float64]]:
    """The weighted mean score of each pair of each trial, from the games in the ledger."""
    study, values = played.study, []
    pairs = read_pairs(run_folder(study, played.runs).ledger, study.game, "search")
    pairs["score"] = (pairs["result_0"] + pairs["result_1"]) / 4 + 0.5
    table = pairs.pivot(index="pair", columns=["candidate", "opponent"], values="score")
    for vector in played.trials.filter(like="params_").itertuples(index=False):
        key = agent_key(tuned_agent(study, tuple(vector)))
        scores = np.array([table[key, agent_key(agent)] for agent in study.baselines])
        mean = WEIGHTS @ scores
        values.append(mean[~np.isnan(mean)])
    return values


def test_each_trial_stops_where_it_is_first_shown_to_be_worse_than_the_best_before_its_block(
    played: Played,
) -> None:
    values, trials = values_by_trial(played), played.trials
    clusters = read_openings(run_folder(played.study, played.runs).ledger)["search"].clusters
    error = 0.05 / len(LOOKS)
    ends = []
    for number in range(len(values)):
        # Trial 0 comes alone, then blocks of four.
        before = trials[: 0 if number == 0 else 1 + (number - 1) // 4 * 4]
        whole = before[before["stopped"] == 0]
        looks = []
        if len(whole):
            best = values[int(whole["value"].idxmax())]
            looks = [
                look
                for look in LOOKS
                if look <= len(values[number])
                and upper_end(values[number][:look] - best[:look], clusters[:look], error) < 0
            ]
        ends.append(looks[0] if looks else 160)
    assert [len(one) for one in values] == ends
    assert list(trials["stopped"]) == [int(end < 160) for end in ends]
    # Two games against each of two baselines.
    assert list(trials["games"]) == [4 * end for end in ends]
    assert 0 < trials["stopped"].sum() < 15


def test_a_stopped_trial_is_never_the_best(played: Played) -> None:
    trials, folder = played.trials, run_folder(played.study, played.runs)
    whole = trials[trials["stopped"] == 0]
    best = int(whole["value"].idxmax())
    assert played.verdict.search_claim.trial == best
    found = read_best(folder)
    assert found is not None
    assert found.trial == best


def test_the_progress_takes_back_what_need_not_be_played(played: Played) -> None:
    stages = played.counted.stages
    games = played.trials["games"].sum()
    assert stages["search"] == [games, 0]
    done, left = stages["selection"]
    # Four finalists, 512 pairs, two baselines.
    assert 0 < done < 2 * 4 * 512 * 2
    assert left == 0


def test_the_screen_is_told_who_has_stopped(played: Played) -> None:
    stopped, facts = int(played.trials["stopped"].sum()), played.counted.facts
    assert facts[:stopped] == [f"{number} stopped early" for number in range(1, stopped + 1)]
    assert all(text.endswith(" of 4 finalists are left") for text in facts[stopped:])
    assert facts[stopped:]


def test_optuna_knows_the_stopped_trials_as_pruned(played: Played) -> None:
    with optuna_study(run_folder(played.study, played.runs).optuna, "small") as study:
        states = [trial.state is optuna.trial.TrialState.PRUNED for trial in study.trials]
        best = study.best_trial.number
    assert states == [bool(stopped) for stopped in played.trials["stopped"]]
    assert best == played.verdict.search_claim.trial


@pytest.mark.parametrize("batches", [11, 30])
def test_it_depends_on_no_timing_and_plays_nothing_twice(
    tmp_path: Path, played: Played, plays: list[int], batches: int
) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_study(played.study, tmp_path, 2, StoppedAfter(batches))
    verdict = run_study(played.study, tmp_path, 2, Silent())
    assert reproducible_files(played.study, tmp_path) == played.files
    assert verdict.games == 2 * sum(plays)


def test_a_study_without_a_pruner_stays_what_it_is(tmp_path: Path) -> None:
    named = small_study(tmp_path, pruner="none", selection="equal", budget=BUDGET)
    plain = small_study(tmp_path, budget=BUDGET)
    assert named == replace(plain, baselines=named.baselines, heuristic=named.heuristic)
    run_study(plain, tmp_path, 1, Silent())
    header = run_folder(plain, tmp_path).trials.read_text().splitlines()[0]
    assert header.endswith("games,repeats,noise")
    assert "stopped" not in str(load_json(run_folder(plain, tmp_path).verdict))


def test_the_status_counts_the_stopped_trials(played: Played) -> None:
    status = read_status(run_folder(played.study, played.runs))
    assert status.trials == len(played.trials)
    assert status.stopped == played.trials["stopped"].sum()


def test_looks_are_at_fixed_shares_of_the_pairs() -> None:
    assert looks_of(160) == LOOKS
    assert looks_of(200) == (25, 50, 100)
    # Too few for an interval.
    assert looks_of(64) == (16, 32)
    assert looks_of(20) == ()


def test_the_error_is_kept_over_all_looks() -> None:
    """Two agents that are equally strong, on openings that some pairs share; 2,000 repeats."""
    generator = np.random.default_rng(5)
    looks = looks_of(200)
    confidence = look_confidence(STOPPING_ERROR, len(looks))
    stopped, repeats = 0, 2_000
    for _ in range(repeats):
        clusters = generator.integers(0, 100, size=200)
        ease = generator.normal(0.5, 0.2, size=(2, 100)).clip(0.1, 0.9)[:, clusters]
        one, best = (drawn(scores, clusters) for scores in generator.binomial(4, ease) / 4)
        stopped += any(shown_worse(first(one, look), best, confidence) for look in looks)
    error = np.sqrt(0.05 * 0.95 / repeats)
    assert stopped / repeats <= 0.05 + 2 * error


@pytest.mark.parametrize(("trials", "share"), [(1, 0.04), (60, 0.18)])
def test_a_leader_that_was_chosen_by_its_luck_stops_equals_as_often_as_the_docs_say(
    trials: int, share: float
) -> None:
    """The shares of docs/studies.md, each trial as strong as the others; 300 repeats."""
    generator = np.random.default_rng(7)
    clusters, looks = np.arange(200), looks_of(200)
    confidence = look_confidence(STOPPING_ERROR, len(looks))
    stopped, repeats = 0, 300
    for _ in range(repeats):
        ease = generator.normal(0.5, 0.2, 200).clip(0.1, 0.9)
        before = generator.binomial(2, ease, (trials, 200)) / 2
        best = drawn(before[before.mean(axis=1).argmax()], clusters)
        one = drawn(generator.binomial(2, ease) / 2, clusters)
        stopped += any(shown_worse(first(one, look), best, confidence) for look in looks)
    assert abs(stopped / repeats - share) < 3 * np.sqrt(share * (1 - share) / repeats)


def drawn(scores: NDArray[np.float64], clusters: NDArray[np.int64]) -> Evaluation:
    """Pairs against one baseline."""
    return Evaluation(scores[None, :], np.ones(1), clusters, SCORE, (1, 1), 20.0)


def first(one: Evaluation, pairs: int) -> Evaluation:
    return drawn(one.scores[0, :pairs], one.clusters[:pairs])


def test_few_pairs_that_differ_show_nothing() -> None:
    """Nine lost pairs of 200, and none won: the interval is below 0, and too short."""
    clusters = np.arange(200)
    best = drawn(np.ones(200), clusters)
    for lost, shown in ((9, False), (10, True)):
        worse = drawn(np.where(clusters < lost, 0.5, 1.0), clusters)
        assert compare_evaluations(worse, best).high < 0
        assert shown_worse(worse, best, 0.95) is shown


@pytest.mark.parametrize(
    ("objective", "cause"),
    [
        ("worst", r"pruner: pruner paired compares mean scores pair by pair"),
        ("accuracy", r"pruner: with objective accuracy the search plays no games"),
    ],
)
def test_other_objectives_are_refused(tmp_path: Path, objective: str, cause: str) -> None:
    with pytest.raises(ConfigError, match=cause):
        small_study(tmp_path, pruner="paired", objective=objective, game="isolation")
