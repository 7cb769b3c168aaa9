"""Measure contestants in turn, so that a busy machine is as unkind to all of them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass

__all__ = ["Lap", "on_clock", "race", "spread_out"]

PARTS = 16
"""Work is cut into so many pieces, whatever the number of threads, as in a study's batches."""


@dataclass(frozen=True)
class Lap:
    """Hold some work and what it took.

    Attributes:
        done: how much was done, in whatever is counted.
        cpu: seconds of processor time, all threads together.
        wall: seconds.
    """

    done: int
    cpu: float
    wall: float

    @property
    def by_cpu(self) -> float:
        """Return what was done in a second of processor time."""
        return self.done / self.cpu

    @property
    def by_wall(self) -> float:
        """Return what was done in a second."""
        return self.done / self.wall


def on_clock(work: Callable[[], int]) -> Callable[[], Lap]:
    """Return a contestant that does work, which says how much it did."""

    def lap() -> Lap:
        wall, cpu = time.perf_counter(), time.process_time()
        done = work()
        cpu = time.process_time() - cpu
        return Lap(done, cpu, time.perf_counter() - wall)

    return lap


def race(contestants: Sequence[Callable[[], Lap]], rounds: int) -> list[list[Lap]]:
    """Return the laps of each contestant; in every round all of them take one, in order."""
    laps: list[list[Lap]] = [[] for _ in contestants]
    for _ in range(rounds):
        for run, found in zip(contestants, laps, strict=True):
            found.append(run())
    return laps


def spread_out(executor: Executor, count: int, work: Callable[[slice], int]) -> int:
    """Do work on `count` things in pieces on threads; returns the sum of what the pieces say."""
    bounds = [count * part // PARTS for part in range(PARTS + 1)]
    pieces = [slice(low, high) for low, high in itertools.pairwise(bounds) if low < high]
    futures = [executor.submit(work, piece) for piece in pieces]
    try:
        return sum(future.result() for future in futures)
    finally:
        # Nothing runs on after an interrupt.
        for future in futures:
            future.cancel()
        wait(futures)
