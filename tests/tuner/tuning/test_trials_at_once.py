"""Trials that are proposed at once are played at once; the result depends on no timing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from node_costs import equally_dear_nodes
from small_studies import reproducible_files, small_study

from tuner.cluster.executors import Executors
from tuner.matches import arena
from tuner.matches.arena import Arena
from tuner.matches.meeting import Meeting
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

__all__ = ["equally_dear_nodes"]

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
        # A generation of CMA-ES for two parameters has 8 members.
        ("cmaes", [1, 8, 8, 8, 5]),
        ("{name: cmaes, batch: 14}", [1, 14, 14, 1]),
        ("random", [1, 29]),
    ],
)
def test_so_many_vectors_are_played_at_once(
    tmp_path: Path, met: list[int], sampler: str, rounds: list[int]
) -> None:
    watching = Watching(last=29)
    with pytest.raises(KeyboardInterrupt):
        run_study(small_study(tmp_path, sampler=sampler, budget=BUDGET), tmp_path, 2, watching)
    assert met == rounds
    assert watching.numbers == list(range(30))


class Backwards(Executor):
    """Begins nothing until somebody waits; then the task that came last is done first."""

    def __init__(self) -> None:
        self.rounds: list[int] = []
        self._tasks: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, call: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.append((future, partial(call, *words, **named)))
        return future

    def ended(self, _running: object) -> Iterator[Future[Any]]:
        """In place of `as_completed`: each task as soon as it is done."""
        self.rounds.append(len(self._tasks))
        while self._tasks:
            future, call = self._tasks.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(call())
                yield future


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a study that is played by one thread from start to end."""
    place = tmp_path_factory.mktemp("whole")
    study = small_study(place, sampler=BATCH, budget=BUDGET)
    run_study(study, place, 1, Silent())
    return reproducible_files(study, place)


def test_the_result_depends_on_no_timing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: dict[str, str]
) -> None:
    """The batches of games of a round end in the opposite order."""
    backwards = Backwards()
    monkeypatch.setattr(Executors, "games", backwards)
    monkeypatch.setattr(arena, "as_completed", backwards.ended)
    study = small_study(tmp_path, sampler=BATCH, budget=BUDGET)
    run_study(study, tmp_path, 1, Silent())
    # Seven new vectors and more in a round, each against two baselines.
    assert sum(tasks >= 14 for tasks in backwards.rounds) >= 3
    assert reproducible_files(study, tmp_path) == whole


def test_a_study_that_is_stopped_in_a_batch_ends_alike(
    tmp_path: Path, whole: dict[str, str]
) -> None:
    """Trials 9 to 16 are proposed at once."""
    last = 10
    study = small_study(tmp_path, sampler=BATCH, budget=BUDGET)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Watching(last))
    folder = run_folder(study, tmp_path)
    assert len(pd.read_csv(folder.trials)) == last + 1
    run_study(study, tmp_path, 2, Silent())
    assert reproducible_files(study, tmp_path) == whole


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
