"""A kernel that looks into the memory of Pentago's solver."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import Memory, count, empties, load_state
from engine.pentago.solver.memory import layer_slot, prepare
from engine.pentago.solver.search import fill_layers

__all__ = ["fill_first_layer"]


def fill_first_layer(
    board: Memory, notes: Memory, position: Memory, draw_is_enough: np.int64
) -> np.int64:
    """Ask a question of a position; the slot where its boards with one stone more begin."""
    state = load_state(position, np.int64(0))
    prepare(board, notes, state)
    fill_layers(notes, count(empties(state)), draw_is_enough == np.int64(1))
    return layer_slot(count(empties(state)), np.int64(1))
