"""Make players of a compiled formula, values of its parameters and a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import agent_slots
from engine.errors import EngineError
from engine.game import Game, check_limits
from engine.kernels.limits import MAX_DEPTH
from engine.kernels.settings import (
    EVALUATOR,
    LAST_DEPTH,
    PROOF_NODES,
    PROVER,
    PROVER_BOARD,
    SETTINGS,
    UNTIL_PLY,
)
from engine.link.joining import PlainSearch
from engine.play.compiler import Chooser
from engine.play.proof import Prover, find_prover
from engine.play.search import Search, Stage

__all__ = ["Player", "PreparedFormula", "make_player", "prepare_formula"]


@dataclass(frozen=True, eq=False)
class Player:
    """Hold what the match driver needs of an agent; the arrays are read-only.

    Attributes:
        game: name of the game that it plays, and no other.
        chooser: the compiled searches of its formula.
        board: memory of the board, uint64, shape (slots,).
        parameters: float64, shape (number of parameters,).
        settings: of the search, int64, shape (stages, SETTINGS).
        prover: whose addresses are in the settings; None if no stage asks for one.
    """

    game: str
    chooser: Chooser
    board: NDArray[np.uint64]
    parameters: NDArray[np.float64]
    settings: NDArray[np.int64]
    prover: Prover | None = None

    @cached_property
    def agent(self) -> tuple[int, ...]:
        """Return the slots of the agent that kernels know it by."""
        return agent_slots(
            chooser=self.chooser.address,
            board=self.board.ctypes.data,
            parameters=self.parameters.ctypes.data,
            settings=self.settings.ctypes.data,
        )


@dataclass(frozen=True, eq=False)
class PreparedFormula:
    """Hold a compiled formula with the memory of its game's board: players differ in numbers alone.

    Attributes:
        game: the rules and the board.
        chooser: the compiled searches of the formula.
        board: memory of the board, uint64, shape (slots,), read-only.
    """

    game: Game[Any]
    chooser: Chooser
    board: NDArray[np.uint64]

    def player(self, values: Sequence[float], search: Search) -> Player:
        """Return a player with some values of the formula's parameters, in its order.

        Raises:
            EngineError: if the search is perfect and the game has no solver, or looks further ahead
                than kernels have room for, or the formula reads another number of parameters.
        """
        if len(values) != self.chooser.parameters:
            raise EngineError(
                f"the formula has {self.chooser.parameters} parameters, and {len(values)} values "
                "are given"
            )
        # An empty array has no address.
        parameters = np.array([*values, 0.0], dtype=np.float64)
        parameters.flags.writeable = False
        prover = find_prover(self.game) if search.proves else None
        settings = _settings(search, self.chooser, prover)
        return Player(self.game.name, self.chooser, self.board, parameters, settings, prover)


def prepare_formula(game: Game[Any], chooser: Chooser) -> PreparedFormula:
    """Return a formula that is ready to play a game.

    Args:
        game: the rules and the board.
        chooser: from `engine.play.compiler.compile_chooser` for this game.

    Raises:
        EngineError: if the game is larger than searches are made for, or the formula is compiled
            for another game.
    """
    check_limits(game)
    if chooser.kernel_name not in (game.kernel_name, PlainSearch(game).kernel_name):
        raise EngineError(
            f"a formula that is compiled for {chooser.kernel_name} cannot play {game.name}; "
            f"compile it for {game.name}"
        )
    return PreparedFormula(game, chooser, game.memory(chooser.tables))


def make_player(
    game: Game[Any], chooser: Chooser, values: Sequence[float], search: Search
) -> Player:
    """Return a player of a game; arguments and errors as of the two steps of which it is made."""
    return prepare_formula(game, chooser).player(values, search)


def _settings(search: Search, chooser: Chooser, prover: Prover | None) -> NDArray[np.int64]:
    settings = np.array([_stage(stage, prover) for stage in search.stages()], dtype=np.int64)
    settings[:, EVALUATOR] = chooser.evaluator
    settings.flags.writeable = False
    return settings


def _stage(stage: Stage, prover: Prover | None) -> NDArray[np.int64]:
    depth = stage.row.get(LAST_DEPTH, 0)
    if depth > MAX_DEPTH:
        raise EngineError(
            f"search '{stage.search}' looks {depth} plies ahead, and kernels have room for "
            f"{MAX_DEPTH}; make LAST_DEPTH of its row smaller, or raise MAX_DEPTH in "
            "engine/kernels/limits.py"
        )
    settings = np.zeros(SETTINGS, dtype=np.int64)
    for slot, value in stage.row.items():
        settings[slot] = value
    settings[UNTIL_PLY] = stage.until_ply
    if prover is not None and stage.proof_nodes:
        settings[PROVER] = prover.address
        settings[PROVER_BOARD] = prover.board.ctypes.data
        settings[PROOF_NODES] = stage.proof_nodes
    return settings
