"""Prove late positions of Pentago.

`prove_move` and what it uses are kernels, which searches call inside of games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import PROVE
from engine.intrinsics import (
    allocate_words,
    load_integer,
    local_words,
    release_words,
    store_integer,
)
from engine.kernels.interface import DRAWN, GOING, LOST, NO_MOVE, WON
from engine.kernels.proof import (
    HEADER_SLOTS,
    MOVE,
    NO_MEMORY,
    NODE_LIMIT,
    NODES,
    POSITION_MASK,
    PROOF_MOVE,
    PROOF_STEPS,
)
from engine.pentago.bits import Memory, count, empties, load_state
from engine.pentago.game import PentagoGame
from engine.pentago.position import SQUARES, Position
from engine.pentago.solver.memory import board_count, slots_needed
from engine.pentago.solver.search import can_ask, prove
from engine.play.compiler import compile_routines
from engine.play.proof import Outcome, Proof, fresh_notes, run_proof

__all__ = [
    "FEWEST_STONES",
    "MOST_EMPTY",
    "PentagoSolver",
    "find_prover",
    "find_solver",
    "prove_move",
]

MOST_EMPTY = np.int64(17)
"""With more empty squares the boards of two layers take more than 400 MB."""


def prove_within(
    board: Memory, notes: Memory, position: Memory, nodes: np.int64, slots: np.int64, proof: Memory
) -> np.int64:
    """Return what the solver finds in so many steps, with so many slots of notes."""
    store_integer(notes, NODES, np.int64(0))
    store_integer(notes, NODE_LIMIT, nodes)
    # Two slots for each position, as every solver counts them.
    store_integer(
        notes, POSITION_MASK, (slots - np.int64(HEADER_SLOTS) + np.int64(1)) // np.int64(2) - 1
    )
    outcome = prove(board, notes, position)
    store_integer(proof, PROOF_MOVE, load_integer(notes, MOVE))
    store_integer(proof, PROOF_STEPS, load_integer(notes, NODES))
    return outcome


def prove_move(board: Memory, position: Memory, nodes: np.int64, proof: Memory) -> np.int64:
    """Prove a move, see `engine.kernels.proof`.

    It looks for a win at once first, and asks for memory only where the budget has a use for it.
    """
    store_integer(proof, PROOF_STEPS, np.int64(0))
    empty = count(empties(load_state(position, np.int64(0))))
    if empty > MOST_EMPTY:
        return np.int64(GOING)
    head = local_words(HEADER_SLOTS)
    outcome = prove_within(board, head, position, nodes, np.int64(HEADER_SLOTS), proof)
    if outcome != np.int64(GOING) or not can_ask(head, empty):
        return outcome
    slots = slots_needed(empty)
    # One more, for the last of an odd number belongs to half a position.
    notes = allocate_words(slots + np.int64(1))
    if notes == 0:
        return np.int64(NO_MEMORY)
    outcome = prove_within(board, notes, position, nodes, slots, proof)
    release_words(notes)
    return outcome


FEWEST_STONES = SQUARES - int(MOST_EMPTY)
"""Positions with fewer are not solved."""

_QUICK_STONES = 26
"""From here on a proof takes some milliseconds: too short to be interrupted."""

_OUTCOMES: dict[int, Outcome] = {LOST: "loss", WON: "win", DRAWN: "draw", GOING: "unknown"}


@dataclass(frozen=True, eq=False)
class PentagoSolver:
    """Prove positions of Pentago.

    Attributes:
        game: Pentago.
        routine: the machine code, behind `engine.entries.PROVE`.
        board: the memory of the board, read-only.
    """

    game: PentagoGame
    routine: Callable[..., Any]
    board: NDArray[np.uint64]

    def prove(self, position: Position, nodes: int) -> Proof:
        """Return the outcome of a position that is not over, within so many steps.

        A step is a board with all turns of its quadrants. Fewer are done than are given where the
        rest could not decide anything.
        """
        notes = _fresh_notes(nodes, position.ply)
        outcome = run_proof(
            self.routine,
            board=self.board,
            notes=notes,
            position=self.game.pack([position]),
            quick=position.ply >= _QUICK_STONES,
        )
        move = None if notes[MOVE] == NO_MOVE else int(notes[MOVE])
        spent = int(notes[NODES])
        return Proof(_OUTCOMES[outcome], move, spent, _reason(position.ply, outcome))


def find_solver(game: PentagoGame) -> PentagoSolver:
    """Return the solver, compiled."""
    return _solver(game)


def find_prover(_game: PentagoGame) -> Callable[..., Any]:
    """Return the kernel that searches call (see `engine.kernels.proof`)."""
    return prove_move


@cache
def _solver(game: PentagoGame) -> PentagoSolver:
    module, tables = compile_routines(game, "solver", {prove: PROVE})
    return PentagoSolver(game, module.prove_routine, game.memory(tables))


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
        behind = int(slots_needed(np.int64(SQUARES - stones))) - HEADER_SLOTS
        positions = (behind + 1) // 2
    return fresh_notes(limit, positions)
