"""The exact solver of late Pentago positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import States
from engine.kernels import proof_notes as slots
from engine.kernels.interface import DRAWN, GOING, LOST, NO_MOVE, WON
from engine.pentago.game import PentagoGame
from engine.pentago.position import SQUARES, Position
from engine.pentago.solver import search as solver_search
from engine.pentago.solver.memory import board_count, slots_needed
from engine.pentago.solver.prover import MOST_EMPTY, prove_move
from engine.play.compiler import ADDRESS, compile_routines
from engine.play.interruptible import call_interruptibly
from engine.play.proof import Outcome, Proof

__all__ = ["FEWEST_STONES", "PentagoSolver", "find_prover", "find_solver"]

FEWEST_STONES = SQUARES - int(MOST_EMPTY)
"""Positions with fewer are not solved."""

_QUICK_STONES = 26
"""From here on a proof takes some milliseconds: too short to be interrupted."""

_OUTCOMES: dict[int, Outcome] = {LOST: "loss", WON: "win", DRAWN: "draw", GOING: "unknown"}


@dataclass(frozen=True, eq=False)
class PentagoSolver:
    """Proves positions.

    Attributes:
        game: Pentago.
        routine: the machine code; called with the addresses of the board's memory, the solver's
            memory and a state.
        board: the memory of the board, read-only.
    """

    game: PentagoGame
    routine: Callable[[int, int, int], int]
    board: NDArray[np.uint64]

    def prove(self, position: Position, nodes: int) -> Proof:
        """Return the outcome of a position that is not over, within so many steps.

        A step is a board with all turns of its quadrants. Fewer are done than are given where the
        rest could not decide anything.
        """
        notes = _fresh_notes(nodes, position.ply)
        outcome = self._run(notes, self.game.pack([position]), position.ply >= _QUICK_STONES)
        move = None if notes[slots.MOVE] == NO_MOVE else int(notes[slots.MOVE])
        spent = int(notes[slots.NODES])
        return Proof(_OUTCOMES[outcome], move, spent, _reason(position.ply, outcome))

    def _run(self, notes: NDArray[np.int64], state: States, quick: bool) -> int:
        def work() -> int:
            return self.routine(self.board.ctypes.data, notes.ctypes.data, state.ctypes.data)

        def stop() -> None:
            notes[slots.NODE_LIMIT] = 0

        return work() if quick else call_interruptibly(work, stop)


def find_solver(game: PentagoGame) -> PentagoSolver:
    """Return the solver, compiled."""
    return _solver(game)


def find_prover(_game: PentagoGame) -> Callable[..., Any]:
    """Return the kernel that searches call (see `engine.kernels.proven`)."""
    return prove_move


@cache
def _solver(game: PentagoGame) -> PentagoSolver:
    routines = ((solver_search.solve, (ADDRESS, ADDRESS, ADDRESS)),)
    module, tables = compile_routines(game, "solver", routines)
    return PentagoSolver(game, module.solve_routine, game.memory(tables))


def _reason(stones: int, outcome: int) -> str:
    """Return why the outcome of a position with so many stones is not known, "" if it is."""
    if outcome != GOING:
        return ""
    if stones < FEWEST_STONES:
        return f"Pentago is solved from {FEWEST_STONES} stones on"
    steps = 1 + 2 * int(board_count(np.int64(SQUARES - stones)))
    return f"a proof from {stones} stones takes up to {steps:,} nodes"


def _fresh_notes(limit: int, stones: int) -> NDArray[np.int64]:
    """Return the memory of a proof of `limit` steps from a position with so many stones."""
    positions = 1
    if stones >= FEWEST_STONES:
        behind = int(slots_needed(np.int64(SQUARES - stones))) - slots.HEADER_SLOTS
        positions = (behind + 1) // 2
    notes = np.zeros(slots.HEADER_SLOTS + 2 * positions, dtype=np.int64)
    notes[slots.NODE_LIMIT] = limit
    notes[slots.POSITION_MASK] = positions - 1
    return notes
