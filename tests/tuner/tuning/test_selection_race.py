"""A race among the finalists: who is shown to lead by less than half a point plays no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from interrupts import StoppedAfter
from node_costs import equally_dear_nodes
from plain_intervals import upper_end
from small_studies import reproducible_files, small_study

from tuner.config.study import Study
from tuner.matches.arena import agent_key
from tuner.matches.evaluation import Evaluation
from tuner.matches.objective import SCORE
from tuner.matches.progress import Silent
from tuner.tuning import selection_race
from tuner.tuning.noted_vectors import noted_vectors
from tuner.tuning.records import read_notes, read_openings, read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.selection_race import race, race_rounds
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import tuned_agent

__all__ = ["equally_dear_nodes"]

BUDGET = "{trials: 12, pairs: 16, finalists: 5, final_pairs: 600, verdict_pairs: 16}"
ROUNDS = (75, 150, 300, 600)


def race_study(folder: Path) -> Study:
    return small_study(folder, budget=BUDGET, sampler="random", selection="race")


def test_each_round_has_twice_the_pairs_of_the_one_before_it() -> None:
    assert race_rounds(600) == ROUNDS
    assert race_rounds(5_000) == (78, 156, 312, 625, 1_250, 2_500, 5_000)
    assert race_rounds(100) == (100,)


def test_a_race_is_successive_elimination(tmp_path: Path) -> None:
    """Who plays how long, once more from the games alone."""
    study = race_study(tmp_path)
    verdict = run_study(study, tmp_path, 2, Silent())
    ledger = run_folder(study, tmp_path).ledger
    clusters = read_openings(ledger)["selection"].clusters
    pairs = read_pairs(ledger, study.game, "selection")
    pairs["score"] = (pairs["result_0"] + pairs["result_1"]) / 4 + 0.5
    table = pairs.pivot(index="pair", columns=["candidate", "opponent"], values="score")
    vectors = [vector for _, vector in noted_vectors(read_notes(ledger), "finalist")]
    values = []
    for vector in vectors:
        key = agent_key(tuned_agent(study, vector))
        random, improved = (table[key, agent_key(agent)] for agent in study.baselines)
        values.append(((random + 2 * improved) / 3).dropna().to_numpy())
    left, played = list(range(6)), dict.fromkeys(range(6), 0)
    # Shared out among three looks and five others.
    error = 0.05 / 3 / 5
    for round_pairs in ROUNDS:
        games = {index: values[index][:round_pairs] for index in left}
        played.update(dict.fromkeys(left, round_pairs))
        leader = max(left, key=lambda one: games[one].mean())
        if round_pairs < ROUNDS[-1]:
            left = [
                one
                for one in left
                if one == leader
                or upper_end(games[one] - games[leader], clusters[:round_pairs], error) >= 0.005
            ]
        if len(left) == 1:
            break
    assert [len(one) for one in values] == list(played.values())
    assert min(played.values()) < 600
    assert tuple(verdict.tuned.values()) == vectors[leader]
    assert verdict.search_claim.selection.estimate == pytest.approx(values[leader].mean())


def test_a_race_that_is_stopped_goes_on_to_the_same_end(tmp_path: Path, plays: list[int]) -> None:
    study = race_study(tmp_path)
    run_study(study, tmp_path / "whole", 1, Silent())
    whole, games = reproducible_files(study, tmp_path / "whole"), sum(plays)
    plays.clear()
    for batches in (30, 45):
        with pytest.raises(KeyboardInterrupt):
            run_study(study, tmp_path / "stopped", 2, StoppedAfter(batches))
    run_study(study, tmp_path / "stopped", 2, Silent())
    assert reproducible_files(study, tmp_path / "stopped") == whole
    assert sum(plays) == games


class Drawn:
    """Finalists whose games are drawn: the first is half a point better than all others."""

    generator = np.random.default_rng(3)

    def __init__(self, _run: object, _openings: str, vectors: Sequence[object]) -> None:
        size = len(vectors), 600
        ease = self.generator.normal(0.5, 0.2, size=600).clip(0.1, 0.9)
        better = np.where(np.arange(len(vectors)) == 0, 0.005, 0.0)[:, None]
        self._scores = self.generator.binomial(4, ease + better, size=size) / 4
        self._pairs = [0] * len(vectors)

    def play(self, who: Sequence[int], pairs: int) -> None:
        for index in who:
            self._pairs[index] = pairs

    def stop(self, index: int) -> None:
        """Nobody listens."""

    def evaluation(self, index: int) -> Evaluation:
        scores = self._scores[index : index + 1, : self._pairs[index]]
        clusters = np.arange(self._pairs[index])
        return Evaluation(scores, np.ones(1), clusters, SCORE, (1, 1), 20.0)


def test_the_really_best_hardly_ever_leaves_a_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By comparison with those that are half a point worse, in at most 5% of 400 races."""
    monkeypatch.setattr(selection_race, "Racers", Drawn)
    run = replace(StudyRun(race_study(tmp_path), *[None] * 5), progress=Silent())  # type: ignore[arg-type]
    vectors = [(0.0, float(number)) for number in range(6)]
    repeats = 400
    lost = sum(0 not in race(run, vectors)[1] for _ in range(repeats))
    assert lost / repeats <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / repeats)
