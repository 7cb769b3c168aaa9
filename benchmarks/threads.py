"""Measure games on several threads against one, and what this machine has to give."""

from __future__ import annotations

import contextlib
import math
from concurrent.futures import ThreadPoolExecutor

from benchmarks.cases import Case
from benchmarks.contestants import game_pieces, repeated, threaded_games
from benchmarks.figures import Ratio, Target, median_of
from benchmarks.laps import Contestant, Lap, Patience, compare, on_clock, shares_of
from benchmarks.yardsticks import Yardstick
from engine.play.batches import Openings

__all__ = ["machine_ratio", "threads_ratio"]

LAP_SECONDS = 2.0
"""A lap with threads is as long: they wait for the last of them at its end, and its parts should
take as long as a study's batches, beside which the Python of each of them is little."""

SHORT_SECONDS = 0.02
"""In so much time it is seen how many games a lap needs."""

TARGET = 0.975
"""It is a share of so many times one thread's games as there are threads: 1.95 for two."""


def threads_ratio(
    case: Case, depth: int, openings: Openings, patience: Patience, threads: int
) -> Ratio:
    """Return how many times as many games several threads play as one, by wall time."""
    openings, pieces = _long_pieces(case, depth, openings)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(threads) as several:
        together, alone = (
            threaded_games(case, openings, pieces, executor, depth) for executor in (several, one)
        )
        duel = compare(together, alone, _by_wall, patience)
    to = f"as many with {threads} threads as with one, wall time"
    return Ratio(to, median_of(duel.ratios(_by_wall)), Target(TARGET * threads))


def machine_ratio(
    case: Case,
    depth: int,
    openings: Openings,
    patience: Patience,
    yardsticks: tuple[Yardstick, int],
) -> Ratio:
    """Return how many times as many games several C programs play at once as one of them.

    Processes that share nothing can hardly be slowed down but by the machine, so threads cannot be
    expected to do better.

    Args:
        case: the game.
        depth: of the searches.
        openings: of the games.
        patience: how narrow the interval shall be.
        yardsticks: the program, and how many of it play at once.

    Raises:
        YardstickError: if the program fails.
    """
    program, count = yardsticks
    openings, pieces = _long_pieces(case, depth, openings)
    with contextlib.ExitStack() as stack:
        running = [stack.enter_context(program.started(openings)) for _ in range(count)]
        pool = stack.enter_context(ThreadPoolExecutor(count))

        def by(processes: int) -> Contestant:
            def play(number: int) -> int:
                piece = pieces[number % len(pieces)]
                shares = shares_of(piece, processes)
                games = zip(running, shares, strict=False)
                waiting = [pool.submit(each.play, depth, share) for each, share in games]
                for future in waiting:
                    future.result()
                return int(piece.stop - piece.start)

            return on_clock(play)

        duel = compare(by(count), by(1), _by_wall, patience)
    to = f"as many by {count} C programs at once as by one, wall time: what this machine gives"
    return Ratio(to, median_of(duel.ratios(_by_wall)))


def _long_pieces(case: Case, depth: int, openings: Openings) -> tuple[Openings, list[slice]]:
    short = game_pieces(case, depth, openings, SHORT_SECONDS)[0]
    games = (short.stop - short.start) * LAP_SECONDS / SHORT_SECONDS
    openings = repeated(openings, math.ceil(2 * games / len(openings.seeds)))
    return openings, game_pieces(case, depth, openings, LAP_SECONDS)


def _by_wall(lap: Lap) -> float:
    return lap.by_wall
