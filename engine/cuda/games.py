"""Play batches of games on a GPU, as `engine.play.driver` does on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cuda.compiler import CudaCode, compile_cuda
from engine.entries import PLAY_GAMES, VALUE_WRITER, EntryPoint, agent_slots
from engine.errors import EngineError
from engine.game import Game, States
from engine.kernels import evaluation, match
from engine.link.joining import FormulaKernels
from engine.play.batches import Games, Openings, check_faults, packed_states
from engine.play.compiler import Chooser
from engine.play.player import make_player
from engine.play.search import Search

__all__ = ["CudaGames", "CudaPlayer", "compile_cuda_games"]


@dataclass(frozen=True, eq=False)
class CudaPlayer:
    """A player has a formula, numbers and a search; the arrays are read-only, and on the CPU.

    Attributes:
        games: those that made it.
        formula: its number among the formulas of the games.
        board: memory of the board, uint64, shape (slots,).
        parameters: float64, shape (number of parameters,).
        settings: of the search, int64, shape (stages, SETTINGS).
    """

    games: CudaGames
    formula: int
    board: NDArray[np.uint64]
    parameters: NDArray[np.float64]
    settings: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CudaGames:
    """Play the games between players with some formulas.

    Attributes:
        game: the rules and the board.
        code: what CUDA runs.
    """

    game: Game[Any]
    code: CudaCode

    def player(self, formula: int, values: Sequence[float], search: Search) -> CudaPlayer:
        """Return a player.

        Args:
            formula: its number among the formulas.
            values: the formula's parameters, in its order.
            search: how it looks ahead.

        Raises:
            EngineError: if the search has a time limit or is perfect, or there are not as many
                values as parameters.
        """
        if not search.reproducible:
            raise EngineError(
                f"search '{search}' needs a clock, CUDA has none; give depth or nodes"
            )
        if search.proves:
            raise EngineError(f"search '{search}' needs a solver, CUDA has none; give another one")
        chooser = Chooser(
            address=formula,
            tables=self.code.tables[formula],
            kernel_name=self.game.kernel_name,
            parameters=self.code.parameters[formula],
        )
        made = make_player(self.game, chooser, values, search)
        return CudaPlayer(self, formula, made.board, made.parameters, made.settings)

    def play(self, players: tuple[CudaPlayer, CudaPlayer], openings: Openings) -> Games:
        """Play one game from each opening, each in a thread of its own.

        Raises:
            EngineError: if the players or the openings do not fit the games or each other, or a
                game goes on after its `max_plies`.
            EvaluationError: if a formula gave no number.
        """
        self._check_players(players)
        openings = openings.checked(self.game)
        count = len(openings.seeds)
        sent = [self._send(player) for player in players]
        agents = [
            agent_slots(
                chooser=player.formula,
                **{name: self.code.target.address_of(array) for name, array in arrays.items()},
            )
            for player, arrays in zip(players, sent, strict=True)
        ]
        records = np.zeros((count, match.GAME_SLOTS), dtype=np.int64)
        faults = np.zeros((count, evaluation.REPORT_SLOTS), dtype=np.uint64)
        on_device = self._launch(
            PLAY_GAMES,
            self.code.driver,
            agents=np.array(agents, dtype=np.int64),
            count=count,
            max_plies=self.game.max_plies,
            openings=openings.states,
            movers=openings.movers,
            seeds=openings.seeds,
            records=records,
            faults=faults,
        )
        check_faults(self.game, on_device["faults"].copy_to_host())
        return Games.read(on_device["records"].copy_to_host(), self.game)

    def evaluate(self, player: CudaPlayer, states: States) -> NDArray[np.float64]:
        """Return the value of a player's formula in each state, as the state's first side sees it.

        Returns:
            float64, shape (n,); NaN where the formula is not a number.

        Raises:
            EngineError: if the player or the states do not fit the games.
        """
        self._check_players((player,))
        states = packed_states(self.game, states)
        count = len(states)
        on_device = self._launch(
            VALUE_WRITER,
            self.code.value_writers[player.formula],
            board=player.board,
            parameters=player.parameters,
            states=states,
            count=count,
            values=np.zeros(count, dtype=np.float64),
        )
        return np.asarray(on_device["values"].copy_to_host())

    def _check_players(self, players: Sequence[CudaPlayer]) -> None:
        if any(player.games is not self for player in players):
            raise EngineError("a player of other games cannot play here; make one with `player`")

    def _send(self, player: CudaPlayer) -> dict[str, Any]:
        """Return what is on the device for an agent, and stays as long as the dictionary."""
        return {
            name: self.code.target.to_device(getattr(player, name))
            for name in ("board", "parameters", "settings")
        }

    def _launch(self, entry: EntryPoint, routine: Any, **values: Any) -> dict[str, Any]:
        """Run a routine in a thread for each game or position; return the arrays on the device."""
        target = self.code.target
        arrays = {
            name: target.to_device(value)
            for name, value in values.items()
            if isinstance(value, np.ndarray)
        }
        addresses = {name: target.address_of(array) for name, array in arrays.items()}
        target.launch(routine, values["count"], entry.in_order(values | addresses))
        return arrays


def compile_cuda_games(game: Game[Any], formulas: Sequence[FormulaKernels]) -> CudaGames:
    """Return what plays games between players with these formulas; a pair of them
    needs nothing new.

    Raises:
        EngineError: if numba-cuda or a device is missing, or a formula cannot be compiled.
    """
    return CudaGames(game, compile_cuda(game, formulas))
