"""Make what is raced: the engine, the C program and the plain board, at the same work."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.cases import Case
from benchmarks.laps import Contestant, Lap, on_clock, pieces_of, spread_out
from benchmarks.plain_search import choose, play_out
from engine.game import States
from engine.play.batches import Openings
from engine.play.driver import play_games, prepare_analysis, prepare_games
from engine.play.player import Player

__all__ = [
    "engine_games",
    "engine_searches",
    "game_pieces",
    "measured_by",
    "part_of",
    "piece_size",
    "plain_games",
    "plain_searches",
    "repeated",
    "threaded_games",
]


def piece_size(work: Callable[[slice], object], count: int, seconds: float) -> int:
    """Return how many of `count` things are about so many seconds of work; at least one."""
    size = 1
    while True:
        piece = slice(0, size)
        # The first time is for caches.
        spent = min(_seconds(work, piece) for _ in range(3))
        if spent >= seconds / 4 or size == count:
            return max(1, min(count, round(size * seconds / spent)))
        size = min(count, 2 * size)


def _seconds(work: Callable[[slice], object], piece: slice) -> float:
    began = time.process_time()
    work(piece)
    return time.process_time() - began


def game_pieces(case: Case, depth: int, openings: Openings, seconds: float) -> list[slice]:
    """Return pieces of the openings that take one thread about so many seconds to play from."""
    player = case.own_player(depth)
    size = piece_size(
        lambda piece: play_games(case.game, (player, player), part_of(openings, piece)),
        len(openings.seeds),
        seconds,
    )
    return pieces_of(len(openings.seeds), size)


def engine_searches(
    case: Case, player: Player, states: States, pieces: Sequence[slice]
) -> Contestant:
    """Return the engine, which searches a piece of the states in each round and counts nodes."""
    seeds = np.zeros(len(states), dtype=np.uint64)
    searches = [
        prepare_analysis(case.game, player, states[piece], seeds[piece]) for piece in pieces
    ]
    return on_clock(lambda number: int(searches[number % len(pieces)](None).nodes.sum()))


def engine_games(
    case: Case, player: Player, openings: Openings, pieces: Sequence[slice]
) -> Contestant:
    """Return the engine, which plays a piece of the games in each round and counts them."""
    games = [
        prepare_games(case.game, (player, player), part_of(openings, piece)) for piece in pieces
    ]
    return on_clock(lambda number: len(games[number % len(pieces)](None).results))


def threaded_games(
    case: Case,
    openings: Openings,
    pieces: Sequence[slice],
    executor: ThreadPoolExecutor,
    depth: int,
) -> Contestant:
    """Return the engine's games on the threads of an executor, in parts as in a study."""
    player = case.own_player(depth)

    def play(part: slice) -> int:
        return len(play_games(case.game, (player, player), part_of(openings, part)).results)

    return on_clock(lambda number: spread_out(executor, pieces[number % len(pieces)], play))


def measured_by(
    seconds: Callable[[slice], float], pieces: Sequence[slice], done: Sequence[int]
) -> Contestant:
    """Return a contestant that measures its own processor time.

    Args:
        seconds: does a piece of the work, and returns what it took.
        pieces: of the work.
        done: how much is done in each.
    """

    def lap(number: int) -> Lap:
        index = number % len(pieces)
        spent = seconds(pieces[index])
        return Lap(done[index], spent, spent)

    return lap


def plain_searches(case: Case, states: States) -> Contestant:
    """Return the plain board, which searches one of the states in each round and counts nodes."""
    boards = [case.plain(case.game.unpack(state)) for state in states]

    def search(number: int) -> int:
        board = boards[number % len(boards)]
        return choose(board, case.plain_depth, case.evaluation, board.moves(board.mover))[2]

    return on_clock(search)


def plain_games(case: Case, depth: int, openings: Openings) -> Contestant:
    """Return the plain board, which plays one of the games in each round."""
    boards = [case.plain(case.game.unpack(state)) for state in openings.states]
    generator = random.Random(1)

    def play(number: int) -> int:
        play_out(boards[number % len(boards)], depth, case.evaluation, generator)
        return 1

    return on_clock(play)


def repeated(openings: Openings, times: int) -> Openings:
    """Return the openings so many times, one row of them after the other."""
    return Openings(
        np.tile(openings.states, (times, 1)),
        np.tile(openings.movers, times),
        np.tile(openings.seeds, times),
    )


def part_of(openings: Openings, piece: slice) -> Openings:
    """Return some of the openings."""
    return Openings(openings.states[piece], openings.movers[piece], openings.seeds[piece])
