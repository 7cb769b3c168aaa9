"""Find the prover of a game: its exact solver as the searches of agents call it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.game import Game
from engine.play.compiler import compile_prover
from engine.play.proof import solver_module
from engine.play.search import Search

__all__ = ["Prover", "check_prover", "find_prover"]


@dataclass(frozen=True, eq=False)
class Prover:
    """Hold a compiled prover; the array is read-only.

    Attributes:
        address: of the machine code (see `engine.kernels.proof`).
        board: the memory of the board that it reads, uint64, shape (slots,).
    """

    address: int
    board: NDArray[np.uint64]


def find_prover(game: Game[Any]) -> Prover:
    """Return the prover of a game, compiled once a process and kept on disk.

    Raises:
        EngineError: if the game has no solver.
    """
    if game.name not in _PROVERS:
        address, tables = compile_prover(game, _kernel(game))
        _PROVERS[game.name] = Prover(address, game.memory(tables))
    return _PROVERS[game.name]


_PROVERS: dict[str, Prover] = {}


def check_prover(game: Game[Any], search: Search) -> None:
    """Refuse a search that needs a solver for a game that has none; compiles nothing.

    Raises:
        EngineError: if that is so.
    """
    if search.proves:
        _kernel(game)


def _kernel(game: Game[Any]) -> Callable[..., Any]:
    module = solver_module(game)
    kernel: Callable[..., Any] | None = None if module is None else module.find_prover(game)
    if kernel is None:
        raise EngineError(
            f"search 'perfect' needs an exact solver, and {game.name} has none; "
            "choose another search"
        )
    return kernel
