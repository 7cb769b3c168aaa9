"""The move of a game's solver, which a chooser calls by its address.

A prover is what a game offers for this (`find_prover` in `engine.<family>.solver`), a kernel
`(board, position, nodes, found) -> outcome`:

- board: memory of the board with the tables that the prover asks for.
- position: address of the state, seen by the side to move, which has a move.
- nodes: steps that the proof may take, at least 1.
- found: receives FOUND_MOVE where the outcome is WON or DRAWN, a move that keeps it, and
  FOUND_NODES, the steps that were taken.
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
from engine.kernels.evaluation import NODES, OUT_OF_MEMORY, VALUE, win_in
from engine.kernels.interface import DRAWN, NO_MOVE, WON, Memory, load_state, plies_left

__all__ = ["FOUND_MOVE", "FOUND_NODES", "FOUND_SLOTS", "NO_MEMORY", "proven_move"]

NO_MEMORY = 3
"""In place of an outcome."""

# Slots of what a prover found.
FOUND_MOVE = 0
FOUND_NODES = 1
FOUND_SLOTS = 2


def proven_move(
    board: Memory,
    prover: tuple[np.int64, np.int64],
    nodes: np.int64,
    position: Memory,
    report: Memory,
) -> np.int64:
    """Return a move that keeps a proven win or draw, NO_MOVE where neither was proven.

    Args:
        board: memory of the board.
        prover: its address, 0 for none, and the address of the memory that it reads.
        nodes: steps that the proof may take.
        position: address of the state, seen by the side to move, which has a move.
        report: the steps of the proof are added to NODES. With a move, VALUE becomes that of a win
            in as many plies as the game can last, or of a draw. OUT_OF_MEMORY becomes `nodes` where
            the prover got no memory.
    """
    if prover[0] == 0:
        return NO_MOVE
    found = local_words(FOUND_SLOTS)
    outcome = call_prover(prover[0], prover[1], position, nodes, found)
    store_integer(report, NODES, load_integer(report, NODES) + load_integer(found, FOUND_NODES))
    if outcome == WON:
        state = load_state(position, np.int64(0))
        store_number(report, VALUE, win_in(plies_left(board, state)))
    elif outcome == DRAWN:
        store_number(report, VALUE, 0.0)
    else:
        if outcome == NO_MEMORY:
            store_integer(report, OUT_OF_MEMORY, nodes)
        return NO_MOVE
    return load_integer(found, FOUND_MOVE)
