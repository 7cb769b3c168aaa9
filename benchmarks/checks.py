"""Check before any time is compared: engine, C and plain Python find the same, C visits as much."""

from __future__ import annotations

import numpy as np

from benchmarks.cases import Case
from benchmarks.plain_search import choose, play_out
from benchmarks.yardsticks import RunningYardstick, YardstickError
from engine.errors import TuneError
from engine.game import States
from engine.play.batches import Analysis, Games, Openings
from engine.play.driver import analyse, play_games
from engine.play.player import Player

__all__ = [
    "BenchError",
    "check_games",
    "check_own_games",
    "check_searches",
    "check_yardstick",
    "check_yardstick_games",
]


class BenchError(TuneError):
    """Two programs are not equal, so that their times cannot be compared."""


def check_yardstick(running: RunningYardstick, depth: int, found: Analysis) -> None:
    """Check that values and nodes of every position are equal to those that the engine found.

    Raises:
        YardstickError: if they are not.
    """
    every = slice(0, len(found.values))
    running.search(depth, every)
    values, nodes = running.found(every)
    equal = (values == found.values) & (nodes == found.nodes)
    if not equal.all():
        raise YardstickError(
            f"{running.name} and the engine differ in {int((~equal).sum())} of "
            f"{len(equal)} positions at depth {depth}; their times are not compared"
        )


def check_yardstick_games(running: RunningYardstick, depth: int, played: Games) -> None:
    """Check that results, plies and nodes of every game are equal to those of the engine.

    Raises:
        YardstickError: if they are not.
    """
    every = slice(0, len(played))
    running.play(depth, every)
    ours = np.column_stack([played.results, played.plies, played.nodes])
    equal = (running.played(every) == ours).all(axis=1)
    if not equal.all():
        raise YardstickError(
            f"{running.name} and the engine play other games from {int((~equal).sum())} of "
            f"{len(equal)} openings at depth {depth}; their times are not compared"
        )


def check_searches(case: Case, states: States) -> None:
    """Check that moves and values of the plain board are equal to those of the engine.

    They are compared with those of the search that serves every game and of the game's own. The
    plain board has no killers, so it may visit more positions.

    Raises:
        BenchError: if they are not.
    """
    for player_of in (case.player, case.own_player):
        _check_player(case, player_of(case.plain_depth, "ordered"), states)


def _check_player(case: Case, player: Player, states: States) -> None:
    game = case.game
    found = analyse(game, player, states, np.zeros(len(states), dtype=np.uint64))
    for index, state in enumerate(states):
        position = game.unpack(state)
        board = case.plain(position)
        order = board.moves(board.mover)
        move, value, _ = choose(board, case.plain_depth, case.evaluation, order)
        same = (
            case.plain(game.play(position, int(found.moves[index]))) == board.forecast(move)
            and abs(found.values[index] - value) < 1e-9
        )
        if not same:
            raise BenchError(
                f"the plain board and the engine differ in {game.format_position(position)}"
            )


def check_games(case: Case, depth: int, openings: Openings) -> None:
    """Check that the plain board's games have the engine's results and lengths, ties in order.

    Raises:
        BenchError: if they are not.
    """
    player = case.own_player(depth, "ordered")
    played = play_games(case.game, (player, player), openings)
    for index, state in enumerate(openings.states):
        position = case.game.unpack(state)
        result, plies, _ = play_out(case.plain(position), depth, case.evaluation)
        # Player 0 of the plain board began; the agent that is to move in the opening is its mover.
        began = openings.movers[index] ^ (case.game.player_to_move(position) - 1)
        expected = (result if began == 0 else -result, case.opening_plies + plies)
        row = (played.results[index], played.plies[index])
        if row != expected:
            raise BenchError(
                f"the plain board and the engine play other games from "
                f"{case.game.format_position(position)}"
            )


def check_own_games(case: Case, depth: int, openings: Openings) -> None:
    """Check that the game's own search plays the games of plain alpha-beta: results and lengths.

    Raises:
        BenchError: if it does not.
    """
    own, plain = (
        play_games(case.game, (player, player), openings)
        for player in (case.own_player(depth), case.player(depth))
    )
    other = (own.results != plain.results) | (own.plies != plain.plies)
    if other.any():
        raise BenchError(
            f"{case.game.name}'s own search and plain alpha-beta play other games from "
            f"{int(other.sum())} of {len(other)} openings at depth {depth}; their times are not "
            "compared"
        )
