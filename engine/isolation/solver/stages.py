"""Proofs in stages: with little memory first, with more where that was not enough. As kernels.

Most endgames need few steps and few kept positions, and touching 64 MiB of fresh memory takes
longer than they do.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import allocate_words, load_integer, release_words, store_integer
from engine.isolation.bits import Memory
from engine.isolation.solver.search import solve
from engine.kernels.interface import GOING
from engine.kernels.proof_notes import HEADER_SLOTS, MOVE, NODE_LIMIT, NODES, POSITION_MASK
from engine.kernels.proven import FOUND_MOVE, FOUND_NODES, NO_MEMORY

__all__ = ["LONGEST_QUICK_STAGE", "prove_move", "stage_nodes", "stage_positions"]

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


def prove_move(board: Memory, position: Memory, nodes: np.int64, found: Memory) -> np.int64:
    """Prove a move of Isolation, see `engine.kernels.proven`."""
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
        outcome = solve(board, notes, position)
        store_integer(found, FOUND_MOVE, load_integer(notes, MOVE))
        # A stage without an outcome has taken all its steps.
        spent += load_integer(notes, NODES)
        release_words(notes)
    store_integer(found, FOUND_NODES, spent)
    return outcome
