"""The exact solver of knights Isolation on boards of at most 64 squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import States
from engine.isolation import bits
from engine.isolation.game import IsolationGame
from engine.isolation.position import Position
from engine.isolation.solver import search as solver_search
from engine.isolation.solver import stages as solver_stages
from engine.kernels import proof_notes as slots
from engine.kernels.interface import GOING, LOST, WON
from engine.play.compiler import ADDRESS, compile_routines
from engine.play.interruptible import call_interruptibly
from engine.play.proof import Outcome, Proof

__all__ = ["IsolationSolver", "find_prover", "find_solver"]

_OUTCOMES: dict[int, Outcome] = {LOST: "loss", WON: "win", GOING: "unknown"}


@dataclass(frozen=True, eq=False)
class IsolationSolver:
    """Proves positions of one board.

    Attributes:
        game: the board.
        routine: the machine code; called with the addresses of the board's memory, the solver's
            memory and a state.
        board: the memory of the board, read-only.
    """

    game: IsolationGame
    routine: Callable[[int, int, int], int]
    board: NDArray[np.uint64]

    def prove(self, position: Position, nodes: int) -> Proof:
        """Return the outcome of a position that is not over, within so many steps."""
        state = self.game.pack([position])
        spent, outcome = np.int64(0), GOING
        while outcome == GOING and spent < nodes:
            limit = solver_stages.stage_nodes(spent, np.int64(nodes))
            notes = _fresh_notes(limit, solver_stages.stage_positions(spent, limit))
            outcome = self._run(notes, state)
            spent += notes[slots.NODES]
        move = int(notes[slots.MOVE]) if outcome == WON else None
        return Proof(_OUTCOMES[outcome], move, int(spent))

    def _run(self, notes: NDArray[np.int64], state: States) -> int:
        def work() -> int:
            return self.routine(self.board.ctypes.data, notes.ctypes.data, state.ctypes.data)

        def stop() -> None:
            notes[slots.NODE_LIMIT] = 0

        if notes[slots.NODE_LIMIT] <= solver_stages.LONGEST_QUICK_STAGE:
            return work()
        return call_interruptibly(work, stop)


def find_solver(game: IsolationGame) -> IsolationSolver | None:
    """Return the solver of a board, compiled; None if the board is too large for it."""
    return _solver(game) if game.max_plies <= bits.SQUARES else None


def find_prover(game: IsolationGame) -> Callable[..., Any] | None:
    """Return the kernel that proves moves inside of games; None if the board is too large."""
    return solver_stages.prove_move if game.max_plies <= bits.SQUARES else None


@cache
def _solver(game: IsolationGame) -> IsolationSolver:
    routines = ((solver_search.solve, (ADDRESS, ADDRESS, ADDRESS)),)
    module, tables = compile_routines(game, "solver", routines)
    return IsolationSolver(game, module.solve_routine, game.memory(tables))


def _fresh_notes(limit: np.int64, positions: np.int64) -> NDArray[np.int64]:
    """Return the memory of a proof of `limit` steps that keeps so many positions, a power of 2."""
    notes = np.zeros(slots.HEADER_SLOTS + 2 * positions, dtype=np.int64)
    notes[slots.NODE_LIMIT] = limit
    notes[slots.POSITION_MASK] = positions - 1
    return notes
