"""How fast the engine plays 7x7 Isolation, as ratios against a plain Python board in the same run.

    python benchmarks/isolation7.py

Both sides evaluate with 0.4 * own moves - 0.6 * opponent's moves, at depth 3 in whole games, which
begin with two random placements. Before anything is timed, the engine and the plain board must
agree on moves, values, results and numbers of visited positions.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from plain_board import PlainBoard, choose, play_out, weighted_mobility

from engine.game import States
from engine.games import find_game
from engine.play import Openings, analyse, play_games, random_positions
from engine.player import Player
from engine.search import Search
from features.compiled import heuristic_player
from features.heuristic import Heuristic

GAME = find_game("isolation")
MOBILITY = Heuristic("mobility", "isolation", (), (), "0.4 * moves(own) - 0.6 * moves(opp)")

DEPTH = 3
SEARCH_DEPTH = 7
PLAIN_SEARCH_DEPTH = 4
GAMES = 40_000
PLAIN_GAMES = 60
POSITIONS = 20_000
PLAIN_POSITIONS = 30
REPEATS = 10


@dataclass(frozen=True)
class Speed:
    """Things done a second of CPU time and of wall time; the best of several runs each."""

    cpu: float
    wall: float


def measure(work: Callable[[], int], repeats: int = REPEATS) -> Speed:
    """The speed of work that returns how much it did."""
    best = Speed(0.0, 0.0)
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        done = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        best = Speed(max(best.cpu, done / cpu), max(best.wall, done / wall))
    return best


def player(**search: Any) -> Player:
    return heuristic_player(GAME, MOBILITY, (), Search("alphabeta", **search))


def openings(count: int) -> Openings:
    seeds = np.arange(count, dtype=np.uint64)
    states, _ = random_positions(GAME, 2, seeds)
    return Openings(states, np.arange(count, dtype=np.int64) % 2, seeds)


def plain(state: States) -> PlainBoard:
    """The same position on the plain board; player 0 is who moved first."""
    position = GAME.unpack(state)
    board = PlainBoard()
    for square in range(49):
        board.blank[square // 7][square % 7] = bool(position.blanks >> square & 1)
    for index in (0, 1):
        square = position.square_of(index + 1)
        board.squares[index] = None if square is None else divmod(square, 7)
    board.mover = position.player - 1
    return board


def check_searches(states: States) -> None:
    """Moves, values and visited positions are equal."""
    ordered = player(depth=PLAIN_SEARCH_DEPTH, ties="ordered")
    found = analyse(GAME, ordered, states, np.zeros(len(states), dtype=np.uint64))
    for index, state in enumerate(states):
        board = plain(state)
        order = board.moves(board.mover)
        (row, column), value, nodes = choose(board, PLAIN_SEARCH_DEPTH, weighted_mobility, order)
        assert found.moves[index] == row * 7 + column, GAME.draw(GAME.unpack(state))
        assert abs(found.values[index] - value) < 1e-9, GAME.draw(GAME.unpack(state))
        assert found.nodes[index] == nodes, GAME.draw(GAME.unpack(state))


def check_games(begun: Openings) -> None:
    """Results, lengths and visited positions of whole games are equal."""
    ordered = player(depth=DEPTH, ties="ordered")
    played = play_games(GAME, (ordered, ordered), begun)
    for index, state in enumerate(begun.states):
        winner, plies, nodes = play_out(plain(state), DEPTH, weighted_mobility)
        # Two plies were played, so player 0 of the plain board is to move again.
        first_won = winner == begun.movers[index]
        assert played.results[index] == (1 if first_won else -1)
        assert played.plies[index] == plies + 2
        assert played.nodes[index].sum() == nodes


def time_nodes(states: States, executor: Executor | None) -> Speed:
    searching = player(depth=SEARCH_DEPTH)
    seeds = np.arange(len(states), dtype=np.uint64)
    return measure(lambda: int(analyse(GAME, searching, states, seeds, executor).nodes.sum()))


def time_plain_nodes(states: States) -> Speed:
    boards = [plain(state) for state in states]

    def search() -> int:
        return sum(
            choose(board, PLAIN_SEARCH_DEPTH, weighted_mobility, board.moves(board.mover))[2]
            for board in boards
        )

    return measure(search, repeats=2)


def time_games(begun: Openings, executor: Executor | None) -> Speed:
    both = player(depth=DEPTH)
    return measure(lambda: len(play_games(GAME, (both, both), begun, executor).results))


def time_plain_games(begun: Openings) -> Speed:
    boards = [plain(state) for state in begun.states]
    generator = random.Random(1)

    def play() -> int:
        for board in boards:
            play_out(board, DEPTH, weighted_mobility, generator)
        return len(boards)

    return measure(play, repeats=2)


def report(what: str, one: Speed, two: Speed, board: Speed) -> None:
    print(f"{what:<28}{'a second of CPU':>18}{'a second of wall':>20}")
    for name, speed in (("one thread", one), ("two threads", two), ("plain board", board)):
        print(f"  {name:<26}{speed.cpu:>18,.0f}{speed.wall:>20,.0f}")
    print(
        f"  one thread / plain board {one.cpu / board.cpu:>19,.0f}{one.wall / board.wall:>20,.0f}"
    )
    print(f"  two threads / one thread {two.cpu / one.cpu:>19.2f}{two.wall / one.wall:>20.2f}\n")


def main() -> None:
    begun = openings(GAMES)
    few = Openings(*(a[:PLAIN_GAMES] for a in (begun.states, begun.movers, begun.seeds)))
    states, going = random_positions(GAME, 8, np.arange(POSITIONS, dtype=np.uint64))
    states = states[going]
    check_searches(states[:PLAIN_POSITIONS])
    check_games(few)
    with ThreadPoolExecutor(2) as executor:
        report(
            f"alpha-beta nodes, depth {SEARCH_DEPTH}",
            time_nodes(states, None),
            time_nodes(states, executor),
            time_plain_nodes(states[:PLAIN_POSITIONS]),
        )
        report(
            f"whole games, depth {DEPTH}",
            time_games(begun, None),
            time_games(begun, executor),
            time_plain_games(few),
        )


if __name__ == "__main__":
    main()
