"""Play games and analyse positions by machine code, in chunks.

The results depend on the players, openings and seeds alone, never on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import (
    ANALYSE,
    ANALYSIS_MOVE,
    ANALYSIS_NODES,
    ANALYSIS_SLOTS,
    ANALYSIS_VALUE,
    PLAY_GAMES,
    PLAY_RANDOMLY,
)
from engine.errors import EngineError
from engine.game import Game, States, check_limits
from engine.kernels import evaluation, match
from engine.play.batches import Analysis, Games, Openings, packed_seeds, packed_states
from engine.play.chunks import Chunks, Routine, chunks_of
from engine.play.compiler import NOTHING, Chooser, compile_chooser, compile_driver
from engine.play.limits import check_words
from engine.play.lookahead import AlphaBeta
from engine.play.player import Player, make_player

__all__ = [
    "analyse",
    "decided",
    "driver_of",
    "outcome_chooser",
    "play_games",
    "prepare_analysis",
    "prepare_games",
    "random_positions",
]

PLAYERS = 2


def driver_of(game: Game[Any]) -> SimpleNamespace:
    """Return the compiled routines of a game; all sizes that share kernels share them.

    Raises:
        EngineError: if the game is larger than the routines are made for.
    """
    check_limits(game)
    if game.kernel_name not in _DRIVERS:
        # Little is compiled for a game that is refused.
        check_words(game)
        _DRIVERS[game.kernel_name] = compile_driver(game)
    return _DRIVERS[game.kernel_name]


def outcome_chooser(game: Game[Any]) -> Chooser:
    """Return the searches that see nothing but who wins; they are compiled once a process."""
    if game.kernel_name not in _OUTCOME_CHOOSERS:
        _OUTCOME_CHOOSERS[game.kernel_name] = compile_chooser(game, NOTHING)
    return _OUTCOME_CHOOSERS[game.kernel_name]


_DRIVERS: dict[str, SimpleNamespace] = {}
_OUTCOME_CHOOSERS: dict[str, Chooser] = {}


def play_games(
    game: Game[Any],
    players: tuple[Player, Player],
    openings: Openings,
    executor: Executor | None = None,
) -> Games:
    """Play one game from each opening, on the threads of `executor` if there is one.

    Raises:
        EngineError: if the players or the openings do not fit the game or each other, or a proof
            found no memory, or a game goes on after `max_plies`.
        EvaluationError: if a formula gave no number.
    """
    return prepare_games(game, players, openings)(executor)


def prepare_games(
    game: Game[Any], players: tuple[Player, Player], openings: Openings
) -> Callable[[Executor | None], Games]:
    """Return what `play_games` calls when all is checked; it takes the time of the games alone.

    It may be called again, but not by two threads at once.

    Raises:
        EngineError: if the players or the openings do not fit the game or each other.
    """
    if len(players) != PLAYERS:
        raise EngineError(f"a game has {PLAYERS} players, and {len(players)} are given")
    _check_players(game, players)
    openings = openings.checked(game)
    records = np.zeros((len(openings.seeds), match.GAME_SLOTS), dtype=np.int64)
    rows: dict[str, NDArray[Any]] = {
        "openings": openings.states,
        "movers": openings.movers,
        "seeds": openings.seeds,
        "records": records,
    }
    routine = Routine(PLAY_GAMES, driver_of(game).play_games_routine)
    return partial(
        _played, chunks_of(game, routine, players, rows, max_plies=game.max_plies), records
    )


def _played(chunks: Chunks, records: NDArray[np.int64], executor: Executor | None) -> Games:
    chunks.run(executor)
    return Games.read(records, chunks.game)


def analyse(
    game: Game[Any],
    player: Player,
    states: States,
    seeds: NDArray[np.uint64],
    executor: Executor | None = None,
) -> Analysis:
    """Let a player choose a move in each of the states, none of which is over.

    Raises:
        EngineError: if the player or the states do not fit the game, there are not as many states
            as seeds, a state is over, or a proof found no memory.
        EvaluationError: if the formula gave no number.
    """
    return prepare_analysis(game, player, states, seeds)(executor)


def prepare_analysis(
    game: Game[Any], player: Player, states: States, seeds: NDArray[np.uint64]
) -> Callable[[Executor | None], Analysis]:
    """Return what `analyse` calls when all is checked; it takes the time of the searches alone.

    It may be called again, but not by two threads at once.

    Raises:
        EngineError: if the player or the states do not fit the game, there are not as many states
            as seeds, or a state is over.
    """
    _check_players(game, (player,))
    seeds = packed_seeds(seeds)
    states = packed_states(game, states, len(seeds))
    going = _play_on(game, player.board, states.copy(), seeds, 0)
    if not going.all():
        over = game.format_position(game.unpack(states[going.argmin()]))
        raise EngineError(f"the game is over in {over}, nobody has a move; leave such states out")
    records = np.zeros((len(seeds), ANALYSIS_SLOTS), dtype=np.int64)
    rows: dict[str, NDArray[Any]] = {"states": states, "seeds": seeds, "records": records}
    routine = Routine(ANALYSE, driver_of(game).analyse_routine)
    return partial(_analysed, chunks_of(game, routine, (player,), rows), records)


def _analysed(chunks: Chunks, records: NDArray[np.int64], executor: Executor | None) -> Analysis:
    chunks.run(executor)
    values = records[:, ANALYSIS_VALUE].copy().view(np.float64)
    moves, nodes = records[:, ANALYSIS_MOVE], records[:, ANALYSIS_NODES]
    return Analysis(moves.copy(), values, nodes.copy())


def random_positions(
    game: Game[Any], plies: int, seeds: NDArray[np.uint64]
) -> tuple[States, NDArray[np.bool_]]:
    """Return positions after uniformly random plies from the start, one for each seed.

    Returns:
        The states, shape (n, STATE_SLOTS), and whether each game still goes on, shape (n,).

    Raises:
        EngineError: if the plies are negative, or the seeds are no row of whole numbers.
    """
    if plies < 0:
        raise EngineError(f"{plies} plies cannot be played; give 0 or more")
    seeds = packed_seeds(seeds)
    states = np.repeat(game.pack([game.initial()]), len(seeds), axis=0)
    going = _play_on(game, game.memory(()), states, seeds, min(plies, game.max_plies))
    return states, going


def decided(game: Game[Any], states: States, depth: int) -> NDArray[np.bool_]:
    """Return where a search of `depth` plies proves who wins; shape (n,)."""
    player = make_player(game, outcome_chooser(game), (), AlphaBeta(depth=depth, ties="ordered"))
    seeds = np.zeros(len(states), dtype=np.uint64)
    return np.abs(analyse(game, player, states, seeds).values) > evaluation.EVALUATION_LIMIT


def _check_players(game: Game[Any], players: Sequence[Player]) -> None:
    """Refuse players of another game: they would read the memory of another board."""
    for player in players:
        if player.game != game.name:
            raise EngineError(
                f"a player of {player.game} cannot play {game.name}; make one for {game.name}"
            )


def _play_on(
    game: Game[Any],
    board: NDArray[np.uint64],
    states: States,
    seeds: NDArray[np.uint64],
    plies: int,
) -> NDArray[np.bool_]:
    """Play random plies from each of the states, in place; return where the game still goes on."""
    going = np.zeros(len(states), dtype=np.int64)
    PLAY_RANDOMLY.call(
        driver_of(game).play_randomly_routine,
        board=board,
        count=len(states),
        plies=plies,
        states=states,
        seeds=seeds,
        going=going,
    )
    return going.astype(bool)
