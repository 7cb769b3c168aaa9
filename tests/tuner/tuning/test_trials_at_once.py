"""Trials that are proposed at once are played at once; the result depends on no timing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from small_studies import reproducible_files, small_study

from tuner.matches import arena
from tuner.matches.arena import Arena
from tuner.matches.meeting import Meeting
from tuner.matches.progress import Silent
from tuner.matches.task import BatchTask, play_batch
from tuner.stats.interval import Interval
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

BATCH = "{name: tpe, batch: 8}"
BUDGET = "{trials: 30, pairs: 4, finalists: 2, final_pairs: 4, verdict_pairs: 16}"


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many agents meet the baselines in each round of games."""
    sizes: list[int] = []
    meet_all = Arena.meet_all

    def counted(self: Arena, meetings: Sequence[Meeting], *more: Any) -> Any:
        sizes.append(len(meetings))
        return meet_all(self, meetings, *more)

    monkeypatch.setattr(Arena, "meet_all", counted)
    return sizes


class Watching(Silent):
    """Keeps the numbers of the trials, and stops a study at one of them."""

    def __init__(self, last: int | None = None) -> None:
        self.numbers: list[int] = []
        self._last = last

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        self.numbers.append(number)
        if number == self._last:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("sampler", "rounds"),
    [
        (BATCH, [1, 8, 8, 8, 5]),
        # A generation of CMA-ES for two parameters and 29 trials.
        ("cmaes", [1, 14, 14, 1]),
        ("random", [1, 29]),
    ],
)
def test_so_many_vectors_are_played_at_once(
    tmp_path: Path, met: list[int], sampler: str, rounds: list[int]
) -> None:
    watching = Watching()
    run_study(small_study(tmp_path, sampler=sampler, budget=BUDGET), tmp_path, 2, watching)
    assert met[: len(rounds)] == rounds
    assert watching.numbers == list(range(30))


def test_the_result_depends_on_no_timing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batches of games of a round end in the opposite order."""
    study = small_study(tmp_path, sampler=BATCH, budget=BUDGET)
    run_study(study, tmp_path / "quick", 1, Silent())
    turn = threading.Condition()
    begun: list[int] = []

    def reversed_pairs(task: BatchTask) -> Any:
        with turn:
            begun.append(id(task))
            turn.notify_all()
            # Two threads: who is first waits for the next one to be done.
            turn.wait_for(lambda: begun[-1] != id(task), timeout=0.01)
        return play_batch(task)

    monkeypatch.setattr(arena, "play_batch", reversed_pairs)
    run_study(study, tmp_path / "slow", 2, Silent())
    assert reproducible_files(study, tmp_path / "quick") == reproducible_files(
        study, tmp_path / "slow"
    )


def test_a_study_that_is_stopped_in_a_batch_ends_alike(tmp_path: Path) -> None:
    """Trials 9 to 16 are proposed at once."""
    last = 10
    study = small_study(tmp_path, sampler=BATCH, budget=BUDGET)
    run_study(study, tmp_path / "whole", 1, Silent())
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path / "stopped", 1, Watching(last))
    folder = run_folder(study, tmp_path / "stopped")
    assert len(pd.read_csv(folder.trials)) == last + 1
    run_study(study, tmp_path / "stopped", 2, Silent())
    assert reproducible_files(study, tmp_path / "whole") == reproducible_files(
        study, tmp_path / "stopped"
    )


def test_vectors_that_repeat_in_a_round_are_played_once(tmp_path: Path, met: list[int]) -> None:
    """Three whole numbers are soon all tried, and the study ends there."""
    study = small_study(
        tmp_path,
        sampler="random",
        budget=BUDGET,
        tune="{distance_weight: {low: 0, high: 2, integer: true}}",
    )
    watching = Watching()
    run_study(study, tmp_path, 2, watching)
    assert met[:2] == [1, 2]
    trials = pd.read_csv(run_folder(study, tmp_path).trials)
    first = trials.drop_duplicates("params_distance_weight")
    assert sorted(first["params_distance_weight"]) == [0, 1, 2]
    # The last trial is the first of the third vector.
    assert first["trial"].iloc[-1] == len(trials) - 1 == watching.numbers[-1]
    assert (trials[trials["trial"] != trials["repeats"]]["games"] == 0).all()
