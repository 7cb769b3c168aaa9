"""Batches of games and of analysed positions: one call for each chunk, without the interpreter.

The results depend on the players, openings and seeds alone, never on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.game import Game, States, check_limits
from engine.kernels import evaluation, match
from engine.play.batches import Games, Openings, check_faults, packed_seeds, packed_states
from engine.play.compiler import NOTHING, Chooser, compile_chooser, compile_driver
from engine.play.lookahead import AlphaBeta
from engine.play.player import Player, make_player

__all__ = [
    "Analysis",
    "analyse",
    "decided",
    "driver_of",
    "play_games",
    "prepare_analysis",
    "prover_of",
    "random_positions",
]

CHUNK = 256
"""Games or positions in one call; a call of cheap games takes a few milliseconds."""

PLAYERS = 2


@dataclass(frozen=True, eq=False)
class Analysis:
    """What a player makes of positions.

    Attributes:
        moves: int64, shape (n,): the chosen moves.
        values: float64, shape (n,): their values for the side to move; `is_proven` and `plies_of`
            of `engine.kernels.evaluation` tell which are those of a forced win or loss.
        nodes: int64, shape (n,): visited positions.
    """

    moves: NDArray[np.int64]
    values: NDArray[np.float64]
    nodes: NDArray[np.int64]


def driver_of(game: Game[Any]) -> ModuleType:
    """Return the compiled routines of a game; all sizes that share kernels share them.

    Raises:
        EngineError: if the game is larger than the routines are made for.
    """
    check_limits(game)
    if game.kernel_name not in _DRIVERS:
        _DRIVERS[game.kernel_name] = compile_driver(game)
    return _DRIVERS[game.kernel_name]


def prover_of(game: Game[Any]) -> Chooser:
    """Return the searches that know nothing but won and lost; linked once a process."""
    if game.kernel_name not in _PROVERS:
        _PROVERS[game.kernel_name] = compile_chooser(game, NOTHING)
    return _PROVERS[game.kernel_name]


_DRIVERS: dict[str, ModuleType] = {}
_PROVERS: dict[str, Chooser] = {}


def play_games(
    game: Game[Any],
    players: tuple[Player, Player],
    openings: Openings,
    executor: Executor | None = None,
) -> Games:
    """Play one game from each opening, on the threads of `executor` if there is one.

    Raises:
        EngineError: if the players or the openings do not fit the game or each other, or a proof
            found no memory.
        EvaluationError: if a formula gave no number.
    """
    if len(players) != PLAYERS:
        raise EngineError(f"a game has {PLAYERS} players, and {len(players)} are given")
    _check_players(game, players)
    openings = openings.checked(game)
    states, movers, seeds = openings.states, openings.movers, openings.seeds
    count = len(seeds)
    records = np.zeros((count, match.GAME_SLOTS), dtype=np.int64)
    agents = np.array([player.addresses for player in players], dtype=np.int64)
    routine = driver_of(game).play_games_routine

    def play(first: int, last: int, faults: NDArray[np.uint64]) -> None:
        routine(
            agents.ctypes.data,
            last - first,
            states[first:].ctypes.data,
            movers[first:].ctypes.data,
            seeds[first:].ctypes.data,
            records[first:].ctypes.data,
            faults.ctypes.data,
        )

    _run(game, count, play, executor)
    return Games.read(records)


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
    return partial(_analysed, game, player, states, seeds)


def _analysed(
    game: Game[Any],
    player: Player,
    states: States,
    seeds: NDArray[np.uint64],
    executor: Executor | None,
) -> Analysis:
    records = np.zeros((len(seeds), 3), dtype=np.int64)
    agents = np.array([player.addresses], dtype=np.int64)
    routine = driver_of(game).analyse_routine

    def choose(first: int, last: int, faults: NDArray[np.uint64]) -> None:
        routine(
            agents.ctypes.data,
            last - first,
            states[first:].ctypes.data,
            seeds[first:].ctypes.data,
            records[first:].ctypes.data,
            faults.ctypes.data,
        )

    _run(game, len(seeds), choose, executor)
    values = np.ascontiguousarray(records[:, 1]).view(np.float64)
    return Analysis(records[:, 0].copy(), values, records[:, 2].copy())


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
    player = make_player(game, prover_of(game), (), AlphaBeta(depth=depth, ties="ordered"))
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
    kept = np.zeros(len(states), dtype=np.int64)
    addresses = (array.ctypes.data for array in (states, seeds, kept))
    driver_of(game).scatter_routine(board.ctypes.data, len(states), plies, *addresses)
    return kept.astype(bool)


def _run(
    game: Game[Any],
    count: int,
    work: Callable[[int, int, NDArray[np.uint64]], None],
    executor: Executor | None,
) -> None:
    """Do the work in chunks; the faults of the first chunk that has any are raised."""
    firsts = range(0, count, CHUNK)
    faults = np.zeros((len(firsts), evaluation.REPORT_SLOTS), dtype=np.uint64)
    chunks = [
        (first, min(first + CHUNK, count), row) for first, row in zip(firsts, faults, strict=True)
    ]
    if executor is None:
        for chunk in chunks:
            work(*chunk)
    else:
        futures = [executor.submit(work, *chunk) for chunk in chunks]
        try:
            for future in futures:
                future.result()
        finally:
            # Chunks write to memory by address: none may run on after an interrupt.
            for future in futures:
                future.cancel()
            wait(futures)
    check_faults(game, faults)
