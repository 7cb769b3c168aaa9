"""Play many matches in one launch on a GPU, as `engine.play.driver` plays one on the CPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cuda.program import ARGUMENTS, CudaProgram, join_program
from engine.entries import agent_slots
from engine.errors import EngineError
from engine.game import Game
from engine.kernels import evaluation, match
from engine.link.joining import FormulaKernels
from engine.play.batches import Games, Openings, check_faults
from engine.play.compiler import Chooser
from engine.play.player import Player, PreparedFormula, prepare_formula
from engine.play.search import Search

__all__ = ["CudaGames", "CudaMatch", "cuda_games", "plays_on_gpu"]


@dataclass(frozen=True, eq=False)
class CudaMatch:
    """A match is one game from each opening, between two players of `CudaGames`."""

    players: tuple[Player, Player]
    openings: Openings


def plays_on_gpu(search: Search) -> bool:
    """Return whether a GPU can search so: it has no clock and no solver."""
    return search.reproducible and not search.proves


@dataclass(frozen=True, eq=False)
class CudaGames:
    """Play the games between players with some formulas.

    Attributes:
        game: the rules and the board.
        program: what the GPU runs.
        parameters: for each formula, how many numbers it reads.
    """

    game: Game[Any]
    program: CudaProgram
    parameters: tuple[int, ...]

    @cached_property
    def _run(self) -> Any:
        return self.program.target.prepared(self.program)

    @cached_property
    def _prepared(self) -> tuple[PreparedFormula, ...]:
        """Return all formulas with the memory of the board; for an address each has its number."""
        tables, name = self.program.tables, self.game.kernel_name
        return tuple(
            prepare_formula(self.game, Chooser(number, tables, name, parameters))
            for number, parameters in enumerate(self.parameters)
        )

    def player(self, formula: int, values: Sequence[float], search: Search) -> Player:
        """Return a player; its addresses are those of the CPU, which the GPU does not use.

        Args:
            formula: its number among the formulas.
            values: the formula's parameters, in its order.
            search: how it looks ahead.

        Raises:
            EngineError: if a GPU cannot search so, or there are not as many values as parameters.
        """
        if not plays_on_gpu(search):
            raise EngineError(
                f"search '{search}' needs a clock or a solver, and a GPU has none; give another one"
            )
        return self._prepared[formula].player(values, search)

    def play(self, matches: Sequence[CudaMatch]) -> list[Games | EngineError]:
        """Play some matches of the same board in one launch, each game in a thread of its own.

        Returns:
            For each match its games in the order of its openings, or what went wrong in it: an
            `EvaluationError` if a formula gave no number.

        Raises:
            NotForGpuError: if a formula uses what cannot be compiled.
            CudaError: if the GPU has not enough memory, or fails.
            EngineError: if openings do not fit the game.
        """
        openings = [one.openings.checked(self.game) for one in matches]
        rows = {
            "matches": np.repeat(np.arange(len(matches)), [len(one.seeds) for one in openings]),
            "openings": np.concatenate([one.states for one in openings]),
            "movers": np.concatenate([one.movers for one in openings]),
            "seeds": np.concatenate([one.seeds for one in openings]),
        }
        # Neighbours have the same players, and the same one of them moves.
        order = np.lexsort((rows["movers"], rows["matches"]))
        records, faults = self._launch(matches, {name: row[order] for name, row in rows.items()})
        at = np.argsort(order)
        ends = np.cumsum([len(one.seeds) for one in openings])[:-1]
        return [
            self._read(*parts)
            for parts in zip(np.split(records[at], ends), np.split(faults[at], ends), strict=True)
        ]

    def _launch(
        self, matches: Sequence[CudaMatch], rows: dict[str, NDArray[Any]]
    ) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Run the program; return records and reports by game."""
        target, count = self.program.target, len(rows["seeds"])
        players = list({id(one): one for pair in matches for one in pair.players}.values())
        board, memory = (target.to_device(one) for one in (players[0].board, _memory(players)))
        begin, slots = target.address_of(memory), {}
        for player in players:
            slots[id(player)] = agent_slots(
                chooser=0,
                board=target.address_of(board),
                parameters=begin + 8,
                settings=begin + 8 * (1 + player.parameters.size),
            )
            begin += 8 * (1 + player.parameters.size + player.settings.size)
        arrays = {
            **rows,
            "agents": np.array([slots[id(one)] for pair in matches for one in pair.players]),
            "records": np.zeros((count, match.GAME_SLOTS), dtype=np.int64),
            "faults": np.zeros((count, evaluation.REPORT_SLOTS), dtype=np.uint64),
        }
        sent = {name: target.to_device(np.ascontiguousarray(one)) for name, one in arrays.items()}
        values = {name: target.address_of(one) for name, one in sent.items()}
        values |= {"count": count, "max_plies": self.game.max_plies}
        self._run(count, tuple(values[name] for name in ARGUMENTS))
        return sent["records"].copy_to_host(), sent["faults"].copy_to_host()

    def _read(self, records: NDArray[np.int64], faults: NDArray[np.uint64]) -> Games | EngineError:
        try:
            check_faults(self.game, faults)
            return Games.read(np.ascontiguousarray(records), self.game)
        except EngineError as error:
            return error


def _memory(players: Sequence[Player]) -> NDArray[np.int64]:
    """Return for each player the number of its formula, its parameters and its settings."""
    return np.concatenate(
        [
            part
            for one in players
            for part in (
                np.array([one.chooser.address], dtype=np.int64),
                one.parameters.view(np.int64),
                one.settings.ravel(),
            )
        ]
    )


def cuda_games(
    game: Game[Any], formulas: Sequence[FormulaKernels], target: ModuleType
) -> CudaGames:
    """Return what plays games between players with these formulas; compiled at the first games.

    Args:
        game: the rules and the board.
        formulas: at least one.
        target: the machine operations, from `engine.cuda.program.find_target`.

    Raises:
        EngineError: if a formula cannot be joined.
    """
    parameters = tuple(formula.parameters for formula in formulas)
    return CudaGames(game, join_program(game, formulas, target), parameters)
