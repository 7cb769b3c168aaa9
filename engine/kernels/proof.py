"""Prove positions inside of games, in the memory that exact solvers work in.

A solver is called as `prove(board, notes, position)`, three addresses, and returns an outcome of
`engine.kernels.interface`. The notes begin with a head. Behind it they have two slots for each of
POSITION_MASK + 1 positions, all 0 at first, which the solver uses as it likes.

A prover is what a game offers to choosers, which call it by its address (`find_prover` in
`engine.<family>.solver`), a kernel `(board, position, nodes, proof) -> outcome`:

- board: memory of the board with the tables that the prover asks for.
- position: address of the state, seen by the side to move, which has a move.
- nodes: steps that the proof may take, at least 1.
- proof: receives PROOF_MOVE where the outcome is WON or DRAWN, a move that keeps it, and
  PROOF_STEPS, the steps that were taken.
- outcome: of perfect play, GOING where it is not known, NO_MEMORY where it did not get the memory
  that it asked for.

Its answer depends on these alone. So it keeps what it learns in memory of its own, which it asks
for and gives back in each call: threads and earlier moves change nothing. Nor does the machine:
NO_MEMORY becomes an error of the whole batch.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    call_prover,
    load_integer,
    local_words,
    store_integer,
    store_number,
)
from engine.kernels.evaluation import NODES as REPORTED_NODES
from engine.kernels.evaluation import OUT_OF_MEMORY, VALUE, win_in
from engine.kernels.interface import DRAWN, NO_MOVE, WON, Memory, load_state, plies_left

__all__ = [
    "HEADER_SLOTS",
    "MOVE",
    "NODES",
    "NODE_LIMIT",
    "NO_MEMORY",
    "POSITION_MASK",
    "PROOF_MOVE",
    "PROOF_SLOTS",
    "PROOF_STEPS",
    "count_node",
    "is_spent",
    "proven_move",
]

NO_MEMORY = 3
"""In place of an outcome."""

# Slots of the head.
NODES = 0
NODE_LIMIT = 1
POSITION_MASK = 2
MOVE = 3
HEADER_SLOTS = 4

# Slots of what a prover found.
PROOF_MOVE = 0
PROOF_STEPS = 1
PROOF_SLOTS = 2


def count_node(notes: int) -> None:
    """Count one more step of the proof."""
    store_integer(notes, NODES, load_integer(notes, NODES) + np.int64(1))


def is_spent(notes: int) -> bool:
    """Return whether the budget is used up: what is found from then on means nothing."""
    return bool(load_integer(notes, NODES) >= load_integer(notes, NODE_LIMIT))


def proven_move(
    board: Memory,
    prover: np.int64,
    prover_board: np.int64,
    nodes: np.int64,
    position: Memory,
    report: Memory,
) -> np.int64:
    """Return a move that keeps a proven win or draw, NO_MOVE where neither was proven.

    Args:
        board: memory of the board.
        prover: its address, 0 for none.
        prover_board: address of the memory of the board that the prover reads.
        nodes: steps that the proof may take.
        position: address of the state, seen by the side to move, which has a move.
        report: the steps of the proof are added to NODES. With a move, VALUE becomes that of a win
            in as many plies as the game can last, or of a draw. OUT_OF_MEMORY becomes `nodes` where
            the prover got no memory.
    """
    if prover == 0:
        return NO_MOVE
    proof = local_words(PROOF_SLOTS)
    outcome = call_prover(prover, prover_board, position, nodes, proof)
    spent = load_integer(proof, PROOF_STEPS)
    store_integer(report, REPORTED_NODES, load_integer(report, REPORTED_NODES) + spent)
    if outcome == WON:
        state = load_state(position, np.int64(0))
        store_number(report, VALUE, win_in(plies_left(board, state)))
    elif outcome == DRAWN:
        store_number(report, VALUE, 0.0)
    else:
        if outcome == NO_MEMORY:
            store_integer(report, OUT_OF_MEMORY, nodes)
        return NO_MOVE
    return load_integer(proof, PROOF_MOVE)
