"""Measure how busy a study keeps workers whose batches sleep instead of being played."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine.play.batches import GAME_RECORD
from makers.scale_measures import joined
from makers.scale_workers import crowd
from tuner.cluster.quiet import quiet_libraries
from tuner.config.study import Study, load_study
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.pairs import BATCH_PAIRS, LARGEST_BATCH
from tuner.matches.progress import Silent
from tuner.matches.task import BatchTask
from tuner.tuning.search import search
from tuner.tuning.study_run import StudyRun, draw_all_openings

__all__ = ["Searched", "measure_study", "sleep_a_batch"]

_SECONDS = 1.0
_BASELINES = 8
_AT_ONCE = 8
_PROCESSES = 4

_SHORT = 4
"""A match of up to so many of the smallest batches has these; a longer one has larger ones."""

_STUDY = """\
name: sleep
game: isolation
heuristic: pressure
search: {{algorithm: greedy}}
baselines:
{baselines}
openings: {{plies: 4}}
budget: {{trials: {trials}, pairs: {pairs}, finalists: 2, final_pairs: 20, verdict_pairs: 20}}
sampler: {{name: tpe, batch: 8}}
"""


@dataclass(frozen=True)
class Searched:
    """Hold how busy a study's search has kept its workers.

    Attributes:
        workers: of one thread each.
        at_once: batches of the trials that are asked for at once.
        seconds: that a batch sleeps.
        busy: share of the workers' time in which they slept, from the end of the first trial, which
            is tried alone, to that of the last.
    """

    workers: int
    at_once: int
    seconds: float
    busy: float


def sleep_a_batch(task: BatchTask) -> NDArray[np.void]:
    """Return won and lost games by their seeds, after a second."""
    time.sleep(_SECONDS)
    records = np.zeros(len(task.seeds), GAME_RECORD)
    records["result"] = 1 - 2 * (task.seeds % np.uint64(2)).astype(np.int8)
    records["plies"] = 20
    return records.reshape(len(task.states), 2)


def measure_study(workers: int, batches: int, rounds: int) -> Searched:
    """Return how busy a study with `sampler: {name: tpe, batch: 8}` keeps workers that sleep.

    Args:
        workers: of one thread each.
        batches: of each match; each trial has a match against each of eight baselines.
        rounds: so often are eight trials asked for.
    """
    trials = 1 + _AT_ONCE * rounds
    with (
        quiet_libraries(),
        tempfile.TemporaryDirectory(prefix="tune-scale-") as folder,
        crowd(_PROCESSES, workers // _PROCESSES) as there,
        joined(there.address, workers) as executor,
        patch("tuner.matches.arena.play_batch", sleep_a_batch),
        ThreadPoolExecutor(1) as local,
        Ledger.in_memory("sleep") as ledger,
    ):
        study = _study(Path(folder), trials, batches)
        arena = Arena(study.game, ledger, executor, lambda _: None)
        run = StudyRun(study, arena, ledger, Silent(), draw_all_openings(study), local)
        # The first call of a worker takes longer: it imports this module.
        list(executor.map(_nap, range(4 * workers)))
        ended: list[float] = []

        search(run, lambda _: ended.append(time.perf_counter()))
    at_once = _AT_ONCE * _BASELINES * batches
    slept = at_once * rounds * _SECONDS
    return Searched(workers, at_once, _SECONDS, slept / (workers * (ended[-1] - ended[0])))


def _nap(_: int) -> None:
    time.sleep(0.05)


def _study(folder: Path, trials: int, batches: int) -> Study:
    baselines = "\n".join(
        f"- {{name: floor{number}, heuristic: pressure, values: {{floor: {number / 10}}}, "
        "search: {algorithm: greedy}}"
        for number in range(_BASELINES)
    )
    file = folder / "study.yaml"
    pairs = batches * (BATCH_PAIRS if batches <= _SHORT else LARGEST_BATCH)
    text = _STUDY.format(baselines=baselines, trials=trials, pairs=pairs)
    file.write_text(text, encoding="utf-8")
    return load_study(file)
