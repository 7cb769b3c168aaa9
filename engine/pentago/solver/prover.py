"""The prover of Pentago: its solver as the searches of agents call it, as kernels."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    allocate_words,
    load_integer,
    local_words,
    release_words,
    store_integer,
)
from engine.kernels.interface import GOING
from engine.kernels.proof_notes import HEADER_SLOTS, MOVE, NODE_LIMIT, NODES, POSITION_MASK
from engine.kernels.proven import FOUND_MOVE, FOUND_NODES, NO_MEMORY
from engine.pentago.bits import Memory, count, empties, load_state
from engine.pentago.solver.memory import slots_needed
from engine.pentago.solver.search import can_ask, solve

__all__ = ["MOST_EMPTY", "prove_move"]

MOST_EMPTY = np.int64(17)
"""With more empty squares the boards of two layers take more than 400 MB."""


def prove_within(
    board: Memory, notes: Memory, position: Memory, limits: tuple[np.int64, np.int64], found: Memory
) -> np.int64:
    """Return what the solver finds in `limits`, the steps and the slots of the notes."""
    nodes, slots = limits
    store_integer(notes, NODES, np.int64(0))
    store_integer(notes, NODE_LIMIT, nodes)
    # Two slots for each position, as every solver counts them.
    store_integer(
        notes, POSITION_MASK, (slots - np.int64(HEADER_SLOTS) + np.int64(1)) // np.int64(2) - 1
    )
    outcome = solve(board, notes, position)
    store_integer(found, FOUND_MOVE, load_integer(notes, MOVE))
    store_integer(found, FOUND_NODES, load_integer(notes, NODES))
    return outcome


def prove_move(board: Memory, position: Memory, nodes: np.int64, found: Memory) -> np.int64:
    """Prove a move, see `engine.kernels.proven`.

    It looks for a win at once first, and asks for memory only where the budget has a use for it.
    """
    store_integer(found, FOUND_NODES, np.int64(0))
    empty = count(empties(load_state(position, np.int64(0))))
    if empty > MOST_EMPTY:
        return np.int64(GOING)
    head = local_words(HEADER_SLOTS)
    limits = (nodes, np.int64(HEADER_SLOTS))
    outcome = prove_within(board, head, position, limits, found)
    if outcome != np.int64(GOING) or not can_ask(head, empty):
        return outcome
    slots = slots_needed(empty)
    # One more, for the last of an odd number belongs to half a position.
    notes = allocate_words(slots + np.int64(1))
    if notes == 0:
        return np.int64(NO_MEMORY)
    outcome = prove_within(board, notes, position, (nodes, slots), found)
    release_words(notes)
    return outcome
