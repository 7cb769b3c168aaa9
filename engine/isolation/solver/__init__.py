"""Prove positions of knights Isolation on boards of at most 64 squares.

It proves in stages: with little memory first, with more where that was not enough. Most endgames
need few steps and few kept positions, and touching 64 MiB of fresh memory takes longer than they
do. `prove_move` and what it uses are kernels, which searches call inside of games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import PROVE
from engine.intrinsics import allocate_words, load_integer, release_words, store_integer
from engine.isolation import bits
from engine.isolation.bits import Memory
from engine.isolation.game import IsolationGame
from engine.isolation.position import Position
from engine.isolation.solver.search import prove
from engine.kernels.interface import GOING, LOST, WON
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
from engine.play.compiler import compile_routines
from engine.play.proof import Outcome, Proof, fresh_notes, run_proof

__all__ = [
    "LONGEST_QUICK_STAGE",
    "IsolationSolver",
    "find_prover",
    "find_solver",
    "prove_move",
    "stage_nodes",
    "stage_positions",
]

FEWEST_POSITIONS = np.int64(1 << 8)
FIRST_NODES = np.int64(4_000)
FIRST_POSITIONS = np.int64(1 << 12)
SECOND_NODES = np.int64(150_000)
SECOND_POSITIONS = np.int64(1 << 17)
LAST_POSITIONS = np.int64(1 << 22)

LONGEST_QUICK_STAGE = SECOND_NODES
"""No stage with a limit of its own takes more steps."""


def stage_nodes(spent: np.int64, nodes: np.int64) -> np.int64:
    """Return steps of the stage that begins after `spent` of `nodes` steps."""
    left = nodes - spent
    if spent == 0:
        return min(left, FIRST_NODES)
    if spent == FIRST_NODES:
        return min(left, SECOND_NODES)
    return left


def stage_positions(spent: np.int64, limit: np.int64) -> np.int64:
    """Return how many positions a stage of `limit` steps keeps that begins after `spent` steps.

    A power of 2; no step proves more than one position.
    """
    most = LAST_POSITIONS
    if spent == 0:
        most = FIRST_POSITIONS
    elif spent == FIRST_NODES:
        most = SECOND_POSITIONS
    positions = FEWEST_POSITIONS
    while positions < limit and positions < most:
        positions += positions
    return positions


def prove_move(board: Memory, position: Memory, nodes: np.int64, proof: Memory) -> np.int64:
    """Prove a move of Isolation, see `engine.kernels.proof`."""
    spent = np.int64(0)
    outcome = np.int64(GOING)
    while outcome == np.int64(GOING) and spent < nodes:
        limit = stage_nodes(spent, nodes)
        positions = stage_positions(spent, limit)
        notes = allocate_words(np.int64(HEADER_SLOTS) + positions + positions)
        if notes == 0:
            outcome = np.int64(NO_MEMORY)
            break
        store_integer(notes, NODE_LIMIT, limit)
        store_integer(notes, POSITION_MASK, positions - np.int64(1))
        outcome = prove(board, notes, position)
        store_integer(proof, PROOF_MOVE, load_integer(notes, MOVE))
        # A stage without an outcome has taken all its steps.
        spent += load_integer(notes, NODES)
        release_words(notes)
    store_integer(proof, PROOF_STEPS, spent)
    return outcome


_OUTCOMES: dict[int, Outcome] = {LOST: "loss", WON: "win", GOING: "unknown"}


@dataclass(frozen=True, eq=False)
class IsolationSolver:
    """Prove positions of one board.

    Attributes:
        game: the board.
        routine: the machine code, behind `engine.entries.PROVE`.
        board: the memory of the board, read-only.
    """

    game: IsolationGame
    routine: Callable[..., Any]
    board: NDArray[np.uint64]

    def prove(self, position: Position, nodes: int) -> Proof:
        """Return the outcome of a position that is not over, within so many steps."""
        state = self.game.pack([position])
        spent, outcome = np.int64(0), GOING
        while outcome == GOING and spent < nodes:
            limit = stage_nodes(spent, np.int64(nodes))
            notes = fresh_notes(int(limit), int(stage_positions(spent, limit)))
            outcome = run_proof(
                self.routine,
                board=self.board,
                notes=notes,
                position=state,
                quick=bool(limit <= LONGEST_QUICK_STAGE),
            )
            spent += notes[NODES]
        move = int(notes[MOVE]) if outcome == WON else None
        return Proof(_OUTCOMES[outcome], move, int(spent))


def find_solver(game: IsolationGame) -> IsolationSolver | None:
    """Return the solver of a board, compiled; None if the board is too large for it."""
    return _solver(game) if game.max_plies <= bits.SQUARES else None


def find_prover(game: IsolationGame) -> Callable[..., Any] | None:
    """Return the kernel that proves moves inside of games; None if the board is too large."""
    return prove_move if game.max_plies <= bits.SQUARES else None


@cache
def _solver(game: IsolationGame) -> IsolationSolver:
    module, tables = compile_routines(game, "solver", {prove: PROVE})
    return IsolationSolver(game, module.prove_routine, game.memory(tables))
