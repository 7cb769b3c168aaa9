"""Measure nodes and games a second of one game, against C, plain Python, and more threads."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.checks import check_games, check_own_games, check_searches, check_yardstick
from benchmarks.figures import Ratio, Row, Target, best_of, ratio_of
from benchmarks.laps import Lap, on_clock, race, spread_out
from benchmarks.plain_search import choose, play_out
from benchmarks.yardsticks import Yardstick
from engine.game import Game
from engine.play.batches import Openings
from engine.play.driver import analyse, play_games
from engine.play.player import Player

__all__ = ["Effort", "game_rows", "search_row"]

PLAIN = "the plain Python board"
C_REPEATS = 2

THREADS_TARGET = 0.95
"""It is a share of so many times one thread's games as there are threads: 1.9 for two."""


@dataclass(frozen=True)
class Effort:
    """Say how much is measured.

    Attributes:
        rounds: laps of each contestant.
        threads: the number that is compared with one.
    """

    rounds: int
    threads: int


def search_row(case: Case, effort: Effort, yardstick: Yardstick | None) -> Row:
    """Measure nodes a second of CPU time, searching seeded positions on one thread.

    Raises:
        YardstickError: if the C program finds other values or visits other numbers of nodes.
        BenchError: if the plain board does.
    """
    states = case.positions()
    few = states[: case.counts.plain_positions]
    check_searches(case, few)
    player, seeds = case.player(case.depth, "ordered"), np.zeros(len(states), dtype=np.uint64)
    boards = [case.plain(case.game.unpack(state)) for state in few]

    def engine() -> int:
        return int(analyse(case.game, player, states, seeds).nodes.sum())

    def plain() -> int:
        return sum(
            choose(board, case.plain_depth, case.evaluation, board.moves(board.mover))[2]
            for board in boards
        )

    contestants = [_quicker(on_clock(engine)), on_clock(plain)]
    if yardstick is not None:
        found = analyse(case.game, player, states, seeds)
        check_yardstick(yardstick, states, case.depth, found)
        total = int(found.nodes.sum())

        def compared() -> Lap:
            seconds = yardstick.search(states, case.depth, C_REPEATS).seconds
            return Lap(total, seconds, seconds)

        contestants.append(compared)
    ours, theirs, *in_c = [
        [lap.by_cpu for lap in laps] for laps in race(contestants, effort.rounds)
    ]
    ratios = [Ratio("the C program", ratio_of(ours, one), Target(case.target)) for one in in_c]
    ratios.append(Ratio(f"{PLAIN} (depth {case.plain_depth})", ratio_of(ours, theirs)))
    what = f"search at depth {case.depth}, {len(states):,} positions"
    return Row(what, "nodes a second of CPU time", best_of(ours), ratios=tuple(ratios))


def game_rows(case: Case, effort: Effort) -> list[Row]:
    """Measure whole games a second of CPU time by depth, both players the same.

    Raises:
        BenchError: if the plain board plays other games, or a search of the game's own does.
    """
    first = min(case.counts.plain_games)
    check_games(case, first, case.openings(case.counts.plain_games[first]))
    return [_game_row(case, depth, effort) for depth in case.counts.games]


def _game_row(case: Case, depth: int, effort: Effort) -> Row:
    openings, player = case.openings(case.counts.games[depth]), case.own_player(depth)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(effort.threads) as several:
        contestants = [
            on_clock(_games(case.game, player, openings, one)),
            on_clock(_games(case.game, player, openings, several)),
        ]
        if depth in case.counts.plain_games:
            few = _first(openings, case.counts.plain_games[depth])
            contestants.append(on_clock(_plain_games(case, depth, few)))
        alone, together, *plain = race(contestants, effort.rounds)
    ours = [lap.by_cpu for lap in alone]
    ratios = [Ratio(PLAIN, ratio_of(ours, [lap.by_cpu for lap in laps])) for laps in plain]
    ratios += _search_ratio(case, depth, effort)
    if effort.threads > 1:
        target = Target(THREADS_TARGET * effort.threads) if depth == case.main_depth else None
        ratios.append(
            Ratio(
                f"as many with {effort.threads} threads as with one, wall time",
                ratio_of([lap.by_wall for lap in together], [lap.by_wall for lap in alone]),
                target,
            )
        )
    goal = case.games_target.get(depth)
    return Row(
        f"games at depth {depth}",
        "games a second of CPU time",
        best_of(ours),
        None if goal is None else Target(goal),
        tuple(ratios),
    )


def _search_ratio(case: Case, depth: int, effort: Effort) -> list[Ratio]:
    """Return what the game's own search is worth: the same games by it and by plain alpha-beta."""
    if depth not in case.counts.searched_plainly:
        return []
    openings = case.openings(case.counts.searched_plainly[depth])
    check_own_games(case, depth, openings)
    with ThreadPoolExecutor(1) as one:
        laps = race(
            [
                on_clock(_games(case.game, player, openings, one))
                for player in (case.own_player(depth), case.player(depth))
            ],
            effort.rounds,
        )
    own, plain = ([lap.by_cpu for lap in laps_of_one] for laps_of_one in laps)
    goal = case.search_target.get(depth)
    return [
        Ratio(
            "plain alpha-beta of the same engine",
            ratio_of(own, plain),
            None if goal is None else Target(goal),
        )
    ]


def _quicker(lap: Callable[[], Lap]) -> Callable[[], Lap]:
    """Return the better of as many laps as the C program takes in a round."""

    def run() -> Lap:
        return max((lap() for _ in range(C_REPEATS)), key=lambda one: one.by_cpu)

    return run


def _games(
    game: Game[Any], player: Player, openings: Openings, executor: ThreadPoolExecutor
) -> Callable[[], int]:
    def play(piece: slice) -> int:
        part = Openings(openings.states[piece], openings.movers[piece], openings.seeds[piece])
        return len(play_games(game, (player, player), part).results)

    return lambda: spread_out(executor, len(openings.seeds), play)


def _plain_games(case: Case, depth: int, openings: Openings) -> Callable[[], int]:
    boards = [case.plain(case.game.unpack(state)) for state in openings.states]
    generator = random.Random(1)

    def play() -> int:
        for board in boards:
            play_out(board, depth, case.evaluation, generator)
        return len(boards)

    return play


def _first(openings: Openings, count: int) -> Openings:
    parts: Sequence[np.ndarray] = (openings.states, openings.movers, openings.seeds)
    return Openings(*(part[:count] for part in parts))
