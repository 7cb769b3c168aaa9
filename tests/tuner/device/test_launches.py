"""What a study asks for at once is one launch on a GPU, told by one that only counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from counting_gpu import CountingBoards
from studies import load

from tuner.cluster.executors import open_executors
from tuner.device import executor
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study_on

STUDY = """\
name: launches
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
- {name: open, heuristic: open, search: {algorithm: alphabeta, depth: 1}}
openings: {plies: 15}
budget: {trials: 20, pairs: 16, finalists: 3, final_pairs: 32, verdict_pairs: 200}
seed: 1
"""
"""More than 128 pairs are two batches."""


class Stages(Silent):
    """Keeps how many batches each launch of a stage has."""

    def __init__(self) -> None:
        self.launches: dict[str, list[int]] = {}
        self.now = ""

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        self.now = name

    def launched(self, batches: int) -> None:
        self.launches.setdefault(self.now, []).append(batches)


def launches(folder: Path, sampler: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    stages = Stages()

    class Boards(CountingBoards):
        def play(self, tasks: Sequence[Any]) -> list[Any]:
            stages.launched(len(tasks))
            return super().play(tasks)

    monkeypatch.setattr(executor, "Boards", Boards)
    monkeypatch.setattr(executor, "find_target", lambda: None)
    # However late a busy machine asks for the second batch of several.
    monkeypatch.setattr(executor, "_GATHERED", 0.2)
    study = load(folder, f"{STUDY}sampler: {sampler}\n")
    with open_executors(2, None, stages, "cuda") as executors:
        run_study_on(executors, study, folder / "runs", stages)
    return stages.launches


# Each generation of CMA-ES has eight members for two parameters.
@pytest.mark.parametrize("sampler", ["cmaes", "{name: tpe, batch: 8}"])
def test_what_a_sampler_proposes_the_selection_and_the_verdict_are_a_launch_each(
    tmp_path: Path, sampler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = launches(tmp_path, sampler, monkeypatch)
    # The hand-set values, two times eight vectors, and the three that are left of 20 trials, each
    # against two baselines.
    assert found["search"] == [2, 16, 16, 6]
    # Three finalists and the hand-set values.
    assert found["selection"] == [8]
    # Tuned, hand-set and the luckiest trial, and the first two head to head: two batches a match.
    assert found["verdict"] == [14]
