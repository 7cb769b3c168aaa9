"""Play many matches in one launch on a GPU, as `engine.play.driver` plays one on the CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cuda.errors import out_of_memory, told
from engine.cuda.program import ARGUMENTS, CudaProgram, Prepared, join_program
from engine.entries import agent_slots
from engine.errors import EngineError
from engine.game import Game
from engine.kernels import evaluation, match
from engine.link.joining import FormulaKernels
from engine.play.batches import Games, Openings, check_faults
from engine.play.compiler import Chooser
from engine.play.player import Player, PreparedFormula, prepare_formula
from engine.play.search import Search

__all__ = ["CudaGames", "CudaMatch", "Launch", "cuda_games", "plays_on_gpu"]

_GRAIN = 1 << 21
"""Bytes; the driver of a GPU gives memory in pieces of this size."""


@dataclass(frozen=True, eq=False)
class CudaMatch:
    """A match is one game from each opening, between two players of `CudaGames`."""

    players: tuple[Player, Player]
    openings: Openings


def plays_on_gpu(search: Search) -> bool:
    """Return whether a GPU can search so: it has no clock and no solver."""
    return search.reproducible and not search.proves


@dataclass(frozen=True, eq=False)
class Launch:
    """A launch has everything on the GPU; to run it again plays the same games again.

    Attributes:
        run: plays the games, and returns when they are over.
        arrays: on the GPU, by name.
        order: of the games there: which game of the matches each thread plays.
    """

    run: Callable[[], None]
    arrays: Mapping[str, Any]
    order: NDArray[np.int64]

    def read(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """Return records and reports of the games in the order of the matches.

        Raises:
            CudaError: if the GPU fails.
        """
        back = np.argsort(self.order)
        with told():
            records, faults = (self.arrays[name].copy_to_host() for name in ("records", "faults"))
        return records[back], faults[back]


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

    def compile(self) -> None:
        """Compile the program, where that is not done yet.

        Raises:
            NotForGpuError: if a formula uses what cannot be compiled.
            CudaError: if the GPU has not enough memory, or fails.
        """
        _ = self._ready

    @cached_property
    def _ready(self) -> Prepared:
        found: Prepared = self.program.target.prepared(self.program)
        return found

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
        """Play some matches in one launch, each game in a thread of its own.

        Returns:
            For each match its games in the order of its openings, or what went wrong in it: an
            `EvaluationError` if a formula gave no number.

        Raises:
            NotForGpuError: if a formula uses what cannot be compiled.
            CudaError: if the GPU has not enough memory, or fails.
            EngineError: if openings do not fit the game.
        """
        launch = self.prepare(matches)
        launch.run()
        records, faults = launch.read()
        ends = np.cumsum([len(one.openings.seeds) for one in matches])[:-1]
        return [
            self._read(*parts)
            for parts in zip(np.split(records, ends), np.split(faults, ends), strict=True)
        ]

    def prepare(self, matches: Sequence[CudaMatch]) -> Launch:
        """Return a launch whose games are on the GPU; its arguments and errors are of `play`."""
        openings = [one.openings.checked(self.game) for one in matches]
        pairs = np.repeat(np.arange(len(matches)), [len(one.seeds) for one in openings])
        movers = np.concatenate([one.movers for one in openings])
        # Neighbours have the same players, and the same one of them moves.
        order = np.argsort(2 * pairs + movers, kind="stable")
        arrays = {
            "matches": pairs[order],
            "openings": np.concatenate([one.states for one in openings])[order],
            "movers": movers[order],
            "seeds": np.concatenate([one.seeds for one in openings])[order],
            "records": np.zeros((len(order), match.GAME_SLOTS), dtype=np.int64),
            "faults": np.zeros((len(order), evaluation.REPORT_SLOTS), dtype=np.uint64),
        }
        players = list({id(one): one for pair in matches for one in pair.players}.values())
        arrays |= {"board": players[0].board, "players": _memory(players)}
        _require_room(self._ready.room, arrays.values())
        sent, places = self._sent(arrays)
        slots = _slots(players, places["board"], places["players"])
        agents = [slots[id(one)] for pair in matches for one in pair.players]
        last, place = self._sent({"agents": np.array(agents, dtype=np.int64)})
        places |= place
        values = {**places, "count": len(order), "max_plies": self.game.max_plies}
        arguments = tuple(values[name] for name in ARGUMENTS)
        return Launch(partial(self._ready.run, len(order), arguments), {**sent, **last}, order)

    def _sent(self, arrays: Mapping[str, NDArray[Any]]) -> tuple[dict[str, Any], dict[str, int]]:
        """Return arrays on the GPU, and where each begins."""
        target = self.program.target
        with told():
            sent = {name: target.to_device(one) for name, one in arrays.items()}
            return sent, {name: target.address_of(one) for name, one in sent.items()}

    def _read(self, records: NDArray[np.int64], faults: NDArray[np.uint64]) -> Games | EngineError:
        try:
            check_faults(self.game, faults)
            return Games.read(np.ascontiguousarray(records), self.game)
        except EngineError as error:
            return error


def _require_room(room: int, arrays: Iterable[NDArray[Any]]) -> None:
    """Make sure that the arrays of a launch have room beside the stacks of its threads.

    Raises:
        GpuMemoryError: if they have not.
    """
    # The last is for what says who plays, which is made of the addresses of the others.
    needed = sum(-(-one.nbytes // _GRAIN) * _GRAIN for one in arrays) + _GRAIN
    if needed > room:
        free = f"{room // 10**6} MB are free beside the stacks of the threads"
        raise out_of_memory(f"{free}, and the games need {needed // 10**6} MB")


def _slots(players: Sequence[Player], board: int, begin: int) -> dict[int, tuple[int, ...]]:
    """Return the slots of each player as an agent, by its identity.

    Args:
        players: as their numbers are in the memory that `_memory` makes.
        board: address of the memory of the board.
        begin: address of the players' memory.
    """
    found = {}
    for one in players:
        parameters = begin + 8
        settings = parameters + one.parameters.nbytes
        found[id(one)] = agent_slots(
            chooser=0, board=board, parameters=parameters, settings=settings
        )
        begin = settings + one.settings.nbytes
    return found


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
