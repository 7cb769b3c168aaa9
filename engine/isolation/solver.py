"""The exact solver of knights Isolation on boards of at most 64 squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.compiler import ADDRESS, compile_routines
from engine.game import States
from engine.interruptible import call_interruptibly
from engine.isolation import bits, solver_search
from engine.isolation import solver_memory as slots
from engine.isolation.game import IsolationGame
from engine.isolation.position import Position
from engine.kernels.interface import GOING, LOST, WON
from engine.proof import Outcome, Proof

__all__ = ["IsolationSolver", "find_solver"]

_OUTCOMES: dict[int, Outcome] = {LOST: "loss", WON: "win", GOING: "unknown"}

_STAGES = ((4_000, 1 << 12), (150_000, 1 << 17))
"""Budgets that are tried first, with so many positions kept: most endgames need no more, and
touching 64 MiB of fresh memory takes longer than they do."""

_LONGEST_STAGE = _STAGES[-1][0]

_POSITIONS = 1 << 22
"""Positions that are kept, 16 bytes each, when the stages before were not enough."""


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
        """The outcome of a position that is not over, within so many steps."""
        state = self.game.pack([position])
        spent = 0
        for limit, positions in _stages(nodes):
            notes = _fresh_notes(limit, positions)
            outcome = self._run(notes, state)
            spent += int(notes[slots.NODES])
            if outcome != GOING:
                break
        move = int(notes[slots.MOVE]) if outcome == WON else None
        return Proof(_OUTCOMES[outcome], move, spent)

    def _run(self, notes: NDArray[np.int64], state: States) -> int:
        def work() -> int:
            return self.routine(self.board.ctypes.data, notes.ctypes.data, state.ctypes.data)

        def stop() -> None:
            notes[slots.NODE_LIMIT] = 0

        if notes[slots.NODE_LIMIT] <= _LONGEST_STAGE:
            return work()
        return call_interruptibly(work, stop)


def find_solver(game: IsolationGame) -> IsolationSolver | None:
    """The solver of a board, compiled; None if the board is too large for it."""
    return _solver(game) if game.max_plies <= bits.SQUARES else None


@cache
def _solver(game: IsolationGame) -> IsolationSolver:
    routines = ((solver_search.solve, (ADDRESS, ADDRESS, ADDRESS)),)
    module, tables = compile_routines(game, "solver", routines)
    return IsolationSolver(game, module.solve_routine, game.memory(tables))


def _stages(nodes: int) -> Iterator[tuple[int, int]]:
    """Budgets that add up to `nodes`, with the number of positions that each keeps."""
    for limit, positions in _STAGES:
        if nodes <= limit:
            yield nodes, positions
            return
        yield limit, positions
        nodes -= limit
    yield nodes, _POSITIONS


def _fresh_notes(limit: int, positions: int) -> NDArray[np.int64]:
    """Memory of a proof of `limit` steps that keeps so many positions, a power of 2."""
    notes = np.zeros(slots.HEADER_SLOTS + 2 * positions, dtype=np.int64)
    notes[slots.NODE_LIMIT] = limit
    notes[slots.POSITION_MASK] = positions - 1
    return notes
