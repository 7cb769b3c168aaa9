"""Measure how fast a cluster plays, and what a batch costs those who hand it out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from makers.scale_workers import crowd
from tuner.cluster.executor import ClusterExecutor
from tuner.cluster.quiet import quiet_libraries
from tuner.matches.formula_text import formula_text, game_text
from tuner.matches.openings import draw_openings
from tuner.matches.progress import Silent
from tuner.matches.provenance import sources_digest
from tuner.matches.task import BatchTask, agent_task, play_batch

__all__ = ["Played", "Slept", "batch_of", "joined", "measure_games", "measure_sleepers"]

_DEPTH = 4
_TRIED = 64
_IN_PROCESS = 64
"""Workers that sleep share a process, so many at most."""


@dataclass(frozen=True)
class Played:
    """Hold the speed of a cluster that plays.

    Attributes:
        workers: with one thread each.
        seconds: that a batch takes on one thread.
        games_a_second: of the cluster.
        of_threads: the same as a share of that of threads of this process, measured before and
            after.
    """

    workers: int
    seconds: float
    games_a_second: float
    of_threads: float


@dataclass(frozen=True)
class Slept:
    """Hold what workers that sleep cost.

    Attributes:
        workers: with one thread each.
        seconds: that a batch sleeps.
        busy: share of the workers' time in which they slept.
        coordinator: seconds of the processor a batch, in the process of the study.
        scheduler: the same of the scheduler.
    """

    workers: int
    seconds: float
    busy: float
    coordinator: float
    scheduler: float


def batch_of(seconds: float) -> BatchTask:
    """Return a batch that one thread of this machine plays in about so many seconds."""
    game = find_game("isolation")
    tried = _task(game, _TRIED)
    play_batch(tried)
    began = time.perf_counter()
    play_batch(tried)
    taken = time.perf_counter() - began
    return _task(game, max(2, round(_TRIED * seconds / taken)))


def _task(game: Game[Any], pairs: int) -> BatchTask:
    improved = find_preset("improved")
    search = make_search("alphabeta", depth=_DEPTH)
    agent = agent_task(formula_text(improved), improved.defaults, search)
    openings = draw_openings(game, 4, "verdict", 1000, 1)
    chosen = np.arange(pairs) % len(openings.states)
    seeds = np.arange(2 * pairs, dtype=np.uint64)
    states = openings.states[chosen]
    return BatchTask(sources_digest(), game_text(game), (agent, agent), states, seeds)


def measure_games(workers: int, batches: Sequence[BatchTask], threads: int) -> list[Played]:
    """Return the speed of a cluster for some batches, beside that of threads.

    Args:
        workers: that play.
        batches: of about 0.1, 1 and 10 seconds, or as many as are wanted; the shortest first.
        threads: of this process, for comparison.
    """
    found = []
    with (
        quiet_libraries(),
        crowd(workers, 1) as there,
        ThreadPoolExecutor(threads) as pool,
        joined(there.address, workers) as executor,
    ):
        # Each worker loads its formula; the shortest batch is enough for that.
        _speed(executor, batches[0], 2 * workers)
        for one in batches:
            began = time.perf_counter()
            play_batch(one)
            seconds = time.perf_counter() - began
            count = max(workers, round(8 / seconds))
            before = _speed(pool, one, max(threads, round(4 / seconds)))
            cluster = _speed(executor, one, count)
            after = _speed(pool, one, max(threads, round(4 / seconds)))
            found.append(Played(workers, seconds, cluster, 2 * cluster / (before + after)))
    return found


def _speed(executor: Executor, batch: BatchTask, count: int) -> float:
    """Return games a second over so many of the same batch."""
    began = time.perf_counter()
    games = sum(2 * len(played) for played in executor.map(play_batch, [batch] * count))
    return games / (time.perf_counter() - began)


def measure_sleepers(workers: int, seconds: Sequence[float], rounds: float) -> list[Slept]:
    """Return what it costs to keep workers busy that sleep instead of playing.

    Args:
        workers: of one thread each.
        seconds: that a batch sleeps, for each measurement.
        rounds: seconds that each worker sleeps in a measurement, at least.
    """
    processes = max(1, workers // _IN_PROCESS)
    found = []
    with (
        quiet_libraries(),
        crowd(processes, workers // processes) as there,
        joined(there.address, workers) as executor,
    ):
        for one in seconds:
            count = workers * max(2, round(rounds / one))
            # What is sent together is learnt from calls that take as long.
            list(executor.map(time.sleep, [one] * workers))
            before = time.process_time(), there.scheduler_seconds(), time.perf_counter()
            list(executor.map(time.sleep, [one] * count))
            after = time.process_time(), there.scheduler_seconds(), time.perf_counter()
            used = [(end - begin) / count for begin, end in zip(before, after, strict=True)]
            busy = one / (workers * used[2])
            found.append(Slept(workers, one, busy, used[0], used[1]))
    return found


def joined(address: str, workers: int) -> ClusterExecutor:
    """Return an executor that all of these workers have joined."""
    executor = ClusterExecutor(address, Silent())
    while executor.workers < workers:
        time.sleep(0.1)
    return executor
