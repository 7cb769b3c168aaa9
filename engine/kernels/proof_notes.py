"""The head of the memory that every exact solver works in, as kernels.

A solver is called as `solve(board, notes, position)`, three addresses, and returns an outcome of
`engine.kernels.interface`. Behind the head the notes have two slots for each of POSITION_MASK + 1
positions, all 0 at first, which the solver uses as it likes.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer

__all__ = [
    "HEADER_SLOTS",
    "MOVE",
    "NODES",
    "NODE_LIMIT",
    "POSITION_MASK",
    "count_node",
    "is_spent",
]

# Slots of the head.
NODES = 0
NODE_LIMIT = 1
POSITION_MASK = 2
MOVE = 3
HEADER_SLOTS = 4


def count_node(notes: int) -> None:
    """Count one more step of the proof."""
    store_integer(notes, NODES, load_integer(notes, NODES) + np.int64(1))


def is_spent(notes: int) -> bool:
    """Return whether the budget is used up: what is found from then on means nothing."""
    return bool(load_integer(notes, NODES) >= load_integer(notes, NODE_LIMIT))
