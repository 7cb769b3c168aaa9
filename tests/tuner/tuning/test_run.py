"""Whole studies: the same for any threads and interruptions, honest about what is not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest
from small_studies import SMALL, optuna_study, reproducible_files, reproducible_games, small_study

from engine.errors import EvaluationError
from tuner.config.study import load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.openings import OpeningError
from tuner.matches.progress import Silent
from tuner.samplers.space import Vector
from tuner.stats.interval import Interval
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_run import EQUAL_TIME

BASELINES = """\

- {name: random, search: {algorithm: random}}
- {name: MM_improved, heuristic: improved, search: {algorithm: minimax, depth: 1}}
- {name: AB_improved, heuristic: improved, search: {algorithm: alphabeta, depth: 2}}"""
"""Two of these become one and the same agent at equal time."""


@pytest.mark.parametrize("sampler", ["tpe", "cmaes"])
def test_the_result_is_the_same_for_any_number_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sampler: str
) -> None:
    study = small_study(tmp_path, sampler=sampler, baselines=BASELINES)
    for threads in (1, 2):
        # On a machine on which the same agents cost otherwise.
        monkeypatch.setattr(
            "tuner.tuning.equal_time._measured",
            lambda _, agents, nodes, times=threads: (Interval(times, times, times),) * len(agents),
        )
        run_study(study, tmp_path / str(threads), threads, Silent())
    one, two = tmp_path / "1", tmp_path / "2"
    assert reproducible_files(study, one) == reproducible_files(study, two)
    first, second = reproducible_games(study, one), reproducible_games(study, two)
    assert set(first["openings"]) == {"search", "selection", "verdict", "conditions"}
    pd.testing.assert_frame_equal(first, second)


def test_opponents_that_differ_by_their_limit_are_one_at_equal_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the noise of the measurement would decide how many games a study has."""
    asked: list[int] = []

    def measured(_: Any, agents: Sequence[Agent], nodes: int) -> tuple[Interval, ...]:
        asked.append(len(agents))
        return tuple(Interval(1.0 + number, 1.0, 5.0) for number in range(len(agents)))

    monkeypatch.setattr("tuner.tuning.equal_time._measured", measured)
    study = small_study(tmp_path, baselines=BASELINES)
    run_study(study, tmp_path, 1, Silent())
    # The tuned and the hand-set agent, and one improved.
    assert asked == [3]
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    timed = pairs[pairs["openings"].isin(EQUAL_TIME)]
    # Random, improved and the hand-set agent.
    assert timed.groupby("openings")["opponent"].nunique().tolist() == [3, 3, 3]
    # Improved and hand-set have three limits each.
    assert timed["opponent"].nunique() == 7


class Recorder:
    """A sampler that proposes steps and remembers what it is told."""

    room: ClassVar[int] = 1

    def __init__(self) -> None:
        self.told: list[tuple[Vector, float]] = []

    def ask(self, known: Vector | None = None, /) -> Vector:
        return (len(self.told) / 10, -1.0)

    def tell(self, vector: Vector, value: float, error: float = 0.0, /) -> None:
        self.told.append((vector, value))

    def mean(self) -> Vector | None:
        return None


def test_the_sampler_is_told_every_trial_the_hand_set_one_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder()
    monkeypatch.setattr("tuner.tuning.search.make_sampler", lambda *_: recorder)
    study = small_study(tmp_path)
    run_study(study, tmp_path, 1, Silent())
    trials = pd.read_csv(run_folder(study, tmp_path).trials)
    rows = trials[["params_floor", "params_distance_weight", "value"]].itertuples(index=False)
    assert recorder.told == [((floor, weight), value) for floor, weight, value in rows]
    assert recorder.told[0][0] == (0.3, 1.0)
    assert [vector[0] for vector, _ in recorder.told[1:]] == [n / 10 for n in range(1, 8)]


def test_a_run_leaves_its_files(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    verdict = run_study(study, tmp_path / "runs", 1, Silent())
    folder = run_folder(study, tmp_path / "runs")
    names = {path.name for path in folder.path.iterdir()} - {".lock"}
    assert names == {
        "study.yaml",
        "manifest.json",
        "ledger.db",
        "study.db",
        "trials.csv",
        "best.yaml",
        "verdict.json",
    }
    assert load_study(folder.study) == study
    trials = pd.read_csv(folder.trials)
    assert list(trials["trial"]) == list(range(8))
    assert (trials["params_floor"][0], trials["params_distance_weight"][0]) == (0.3, 1.0)
    with optuna_study(folder.optuna, "small") as written:
        values = [one.value for one in written.trials]
    assert values == list(trials["value"])
    assert verdict.search_claim.value.estimate == trials["value"].max()
    assert verdict.games == 2 * len(read_pairs(folder.ledger, study.game))


class Stages(Silent):
    """Counts what is announced and what is done."""

    def __init__(self) -> None:
        self.announced: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.name = ""

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        self.name = name
        self.announced[name] = amount
        self.done[name] = 0

    def played(self, games: int) -> None:
        self.done[self.name] += games


def test_every_stage_plays_the_games_that_it_announced(tmp_path: Path) -> None:
    stages = Stages()
    run_study(small_study(tmp_path), tmp_path, 1, stages)
    assert list(stages.done) == [
        "search",
        "selection",
        "verdict",
        "verdict at equal time",
        "verdict with other searches",
    ]
    assert stages.done == stages.announced


def test_another_configuration_in_the_folder_is_refused_with_what_differs(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    folder = run_folder(study, tmp_path)
    folder.path.mkdir()
    text = SMALL.replace("seed: 1", "seed: 2").replace("trials: 8", "trials: 9")
    folder.study.write_text(text, encoding="utf-8")
    with pytest.raises(RunError) as caught:
        run_study(study, tmp_path, 1, Silent())
    assert "budget.trials: 9 -> 8; seed: 2 -> 1" in str(caught.value)
    assert folder.study.read_text(encoding="utf-8") == text
    assert not folder.ledger.exists()


def test_another_configuration_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    one, other = small_study(tmp_path), small_study(tmp_path, seed="2")
    assert run_folder(one, tmp_path).path != run_folder(other, tmp_path).path


def test_too_few_openings_are_known_before_the_first_game(tmp_path: Path, plays: list[int]) -> None:
    """Enough for search and verdict, but not for the further conditions, which come last."""
    study = small_study(tmp_path, game="isolation-5x6", openings="{plies: 1}")
    with pytest.raises(OpeningError, match=r"try another number of plies"):
        run_study(study, tmp_path, 1, Silent())
    study = small_study(
        tmp_path,
        openings="{plies: 2}",
        budget="{trials: 3, pairs: 9, finalists: 1, final_pairs: 9, verdict_pairs: 200}",
    )
    with pytest.raises(OpeningError, match="different ones for the verdict at equal time and "):
        run_study(study, tmp_path, 1, Silent())
    assert plays == []


def test_a_formula_without_a_number_ends_the_run(tmp_path: Path) -> None:
    study = small_study(
        tmp_path,
        # Only in the middle of the range: the preflight looks at its ends.
        heuristic='{formula: "(a - 1) * inf", parameters: {a: {default: 2, low: 0, high: 2}}}',
        sampler="grid",
    )
    with pytest.raises(EvaluationError, match="not a number"):
        run_study(study, tmp_path, 1, Silent())
    with pytest.raises(EvaluationError, match="not a number"):
        run_study(study, tmp_path, 2, Silent())


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"cannot write .*; choose another folder"):
        run_study(study, tmp_path / "file", 1, Silent())


def test_a_vector_that_is_tried_again_is_not_played_again(tmp_path: Path, plays: list[int]) -> None:
    """A grid of two values is asked for nine vectors."""
    study = small_study(
        tmp_path,
        heuristic='{formula: "a * (moves(own) - moves(opp))", '
        "parameters: {a: {default: 1, low: -1, high: 1, integer: true}}}",
        sampler="random",
        budget="{trials: 12, pairs: 20, finalists: 5, final_pairs: 20, verdict_pairs: 20}",
    )
    run_study(study, tmp_path, 1, Silent())
    trials = pd.read_csv(run_folder(study, tmp_path).trials)
    assert set(trials["params_a"]) == {-1, 0, 1}
    assert (trials["games"] > 0).sum() == 3
    for _, group in trials.groupby("params_a"):
        assert group["value"].nunique() == 1
        assert set(group["repeats"]) == {group["trial"].min()}
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    assert (pairs["openings"] == "search").sum() == 3 * 2 * 20
