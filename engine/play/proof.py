"""Say what a game's solver gives, by the names that `engine.play` calls, and find its prover.

A game offers a solver by a module `engine.<family>.solver` that has

- `find_solver(game) -> Solver | None`;
- `find_prover(game) -> kernel | None`: what proves moves inside of games, as
  `engine.kernels.proof` describes it. It compiles nothing.

None says that this board has none.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.entries import PROVE
from engine.errors import EngineError
from engine.game import Game, States
from engine.kernels.proof import HEADER_SLOTS, NODE_LIMIT, POSITION_MASK
from engine.play.compiler import compile_prover
from engine.play.search import Search

__all__ = [
    "Outcome",
    "Proof",
    "Prover",
    "Solver",
    "check_prover",
    "find_prover",
    "fresh_notes",
    "run_proof",
    "solver_module",
]

Outcome = Literal["win", "draw", "loss", "unknown"]
"""With perfect play of both sides, as the side to move sees it; "unknown" is never a guess."""


@dataclass(frozen=True)
class Proof:
    """A proof says what is known of a position.

    Attributes:
        outcome: "unknown" if the budget ended first, or is known not to suffice.
        move: a move that keeps a win or a draw, else None.
        nodes: steps of the proof.
        reason: why an unknown outcome is not known, a clause; "" if all steps were used up.
    """

    outcome: Outcome
    move: int | None
    nodes: int
    reason: str = ""


class Solver(Protocol):
    """A solver can prove positions of one game."""

    def prove(self, position: Any, nodes: int) -> Proof:
        """Return the outcome of a position that is not over, within so many steps."""


def solver_module(game: Game[Any]) -> ModuleType | None:
    """Return the module of a game's solver, None where its family has none."""
    package, name = f"engine.{game.family}", f"engine.{game.family}.solver"
    # To look for a module imports its package, which a user's own game does not have.
    if any(importlib.util.find_spec(one) is None for one in (package, name)):
        return None
    return importlib.import_module(name)


def _call_interruptibly(work: Callable[[], int], stop: Callable[[], None]) -> int:
    """Return the result of `work`, which runs in a thread, so that this one hears an interrupt.

    Args:
        work: compiled code that does not hold the interpreter.
        stop: makes `work` return soon; called when this thread is interrupted, and then the
            interrupt goes on as soon as `work` has returned.
    """
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(work)
        try:
            return future.result()
        except BaseException:
            stop()
            raise


def fresh_notes(nodes: int, positions: int) -> NDArray[np.int64]:
    """Return the memory of a proof of so many steps that keeps so many positions, for `run_proof`.

    The kernel of the solver says which numbers of positions it can keep.
    """
    notes = np.zeros(HEADER_SLOTS + 2 * positions, dtype=np.int64)
    notes[NODE_LIMIT] = nodes
    notes[POSITION_MASK] = positions - 1
    return notes


def run_proof(
    routine: Callable[..., Any],
    *,
    board: NDArray[np.uint64],
    notes: NDArray[np.int64],
    position: States,
    quick: bool,
) -> int:
    """Return the outcome that a solver's machine code finds.

    Args:
        routine: the machine code, behind `engine.entries.PROVE`.
        board: the memory of the board.
        notes: the memory of the proof; written to.
        position: the packed position, shape (1, STATE_SLOTS).
        quick: whether it takes too short to be interrupted.
    """

    def work() -> int:
        return PROVE.call(routine, board=board, notes=notes, position=position)

    def stop() -> None:
        notes[NODE_LIMIT] = 0

    return work() if quick else _call_interruptibly(work, stop)


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
