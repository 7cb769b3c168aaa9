"""Whole games a second of every game, one core and two threads: `python benchmarks/games.py`.

Per second of CPU time on one thread, and as a ratio against 7x7 Isolation in the same run; the last
column is what two threads gain in wall time.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from engine.games import find_game
from engine.play import Openings, play_games, random_positions
from engine.search import Search
from features.compiled import heuristic_player
from features.presets import find_preset


@dataclass(frozen=True)
class Case:
    game: str
    heuristic: str
    depth: int
    games: int
    opening_plies: int


CASES = (
    Case("isolation", "weighted_center:as_written", 3, 40_000, 2),
    Case("isolation-9x11", "weighted_center:as_written", 3, 10_000, 2),
    Case("pentago", "straights", 2, 1024, 4),
)


@dataclass(frozen=True)
class Speed:
    games_a_cpu_second: float
    gain_of_two_threads: float


def measure(case: Case) -> Speed:
    game = find_game(case.game)
    heuristic = find_preset(case.heuristic)
    search = Search("alphabeta", depth=case.depth)
    player = heuristic_player(game, heuristic, heuristic.defaults, search)
    seeds = np.arange(case.games, dtype=np.uint64)
    states, going = random_positions(game, case.opening_plies, seeds)
    count = int(going.sum())
    openings = Openings(states[going], np.zeros(count, dtype=np.int64), seeds[going])
    walls = {}
    results = []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as executor:
            play_games(game, (player, player), openings, executor)
            began, spent = time.perf_counter(), time.process_time()
            results.append(play_games(game, (player, player), openings, executor).results)
            walls[threads] = time.perf_counter() - began
            if threads == 1:
                speed = count / (time.process_time() - spent)
    assert np.array_equal(*results)
    return Speed(speed, walls[1] / walls[2])


def main() -> None:
    first = None
    print(f"{'game':<16}{'depth':>6}{'games/s of CPU':>16}{'to 7x7':>9}{'2 threads':>11}")
    for case in CASES:
        found = measure(case)
        first = first or found.games_a_cpu_second
        ratio = found.games_a_cpu_second / first
        print(
            f"{case.game:<16}{case.depth:>6}{found.games_a_cpu_second:>16,.0f}{ratio:>9.4f}"
            f"{found.gain_of_two_threads:>10.2f}x"
        )


if __name__ == "__main__":
    main()
