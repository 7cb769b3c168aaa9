"""Measure contestants in turn, so that a busy machine is as unkind to all of them."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass

from benchmarks.medians import FEWEST, median_interval

__all__ = [
    "Contestant",
    "Duel",
    "Lap",
    "Patience",
    "compare",
    "on_clock",
    "pieces_of",
    "race",
    "shares_of",
    "spread_out",
]

PARTS = 128
"""Work is cut into so many parts, whatever the number of threads. Two threads wait for the last
one, at the end of a lap, for half a part on average: 0.8% of the lap."""


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


Contestant = Callable[[int], Lap]
"""It takes the lap of a round, which is given by its number from 0 on."""


@dataclass(frozen=True)
class Patience:
    """Say how long a ratio is measured.

    Attributes:
        width: of the interval of the median, as a share of it, that is narrow enough.
        seconds: after which it is enough in any case.
    """

    width: float
    seconds: float


@dataclass(frozen=True)
class Duel:
    """Hold the laps of two contestants, round by round.

    Attributes:
        ours: laps of the first.
        theirs: laps of the second.
    """

    ours: Sequence[Lap]
    theirs: Sequence[Lap]

    def ratios(self, speed: Callable[[Lap], float]) -> list[float]:
        """Return our speed divided by theirs in each round."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return [speed(one) / speed(other) for one, other in pairs]


def on_clock(work: Callable[[int], int]) -> Contestant:
    """Return a contestant that does the work of a round, which says how much it did."""

    def lap(number: int) -> Lap:
        wall, cpu = time.perf_counter(), time.process_time()
        done = work(number)
        cpu = time.process_time() - cpu
        return Lap(done, cpu, time.perf_counter() - wall)

    return lap


def compare(
    ours: Contestant, theirs: Contestant, speed: Callable[[Lap], float], patience: Patience
) -> Duel:
    """Return laps of two contestants; in every round both take one, in random order.

    There are rounds until the interval of the median of the ratios of their speeds is narrow
    enough, or the time is over. The first round is for caches, and does not count.

    Args:
        ours: a contestant.
        theirs: another.
        speed: of a lap.
        patience: how narrow, and how much time.
    """
    coin = random.Random(1)
    began = time.perf_counter()
    _round((ours, theirs), 0, coin)
    laps: list[tuple[Lap, Lap]] = []
    looks = FEWEST
    while True:
        laps.append(_round((ours, theirs), len(laps), coin))
        late = time.perf_counter() - began >= patience.seconds
        if len(laps) < looks and not (late and len(laps) >= FEWEST):
            continue
        duel = Duel(*zip(*laps, strict=True))
        found = median_interval(duel.ratios(speed))
        if late or found.high - found.low <= patience.width * found.estimate:
            return duel
        # It is looked at seldom: who looks always stops at an interval that is narrow by chance.
        looks += looks // 2


def _round(
    contestants: tuple[Contestant, Contestant], number: int, coin: random.Random
) -> tuple[Lap, Lap]:
    ours, theirs = contestants
    if coin.random() < 0.5:
        one = ours(number)
        return one, theirs(number)
    other = theirs(number)
    return ours(number), other


def race(contestants: Sequence[Contestant], rounds: int) -> list[list[Lap]]:
    """Return the laps of each contestant; in every round all of them take one, in order."""
    laps: list[list[Lap]] = [[] for _ in contestants]
    for number in range(rounds):
        for run, found in zip(contestants, laps, strict=True):
            found.append(run(number))
    return laps


def pieces_of(count: int, size: int) -> list[slice]:
    """Return pieces of `size` of `count` things, at least one; what is left over is in none."""
    size = min(size, count)
    return [slice(low, low + size) for low in range(0, count - size + 1, size)]


def shares_of(piece: slice, parts: int) -> list[slice]:
    """Return a piece in so many parts, about equal; parts of nothing are left out."""
    count = piece.stop - piece.start
    bounds = [piece.start + count * part // parts for part in range(parts + 1)]
    return [slice(low, high) for low, high in itertools.pairwise(bounds) if low < high]


def spread_out(executor: Executor, piece: slice, work: Callable[[slice], int]) -> int:
    """Do work on a piece in parts on threads; returns the sum of what the parts say."""
    futures = [executor.submit(work, part) for part in shares_of(piece, PARTS)]
    try:
        return sum(future.result() for future in futures)
    finally:
        # Nothing runs on after an interrupt.
        for future in futures:
            future.cancel()
        wait(futures)
