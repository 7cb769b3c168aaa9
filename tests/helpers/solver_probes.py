"""Kernels that look into the memory of the solver."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import Memory, load_state
from engine.isolation.images import first_image
from engine.isolation.solver.memory import known_outcome, remember_outcome
from engine.kernels.interface import store_state

__all__ = ["first_image_of", "recall_another"]


def recall_another(notes: Memory, kept: Memory, asked: Memory, outcome: np.int64) -> np.int64:
    """What is known of one position after the outcome of another was kept."""
    remember_outcome(notes, load_state(kept, np.int64(0)), outcome)
    return known_outcome(notes, load_state(asked, np.int64(0)))


def first_image_of(board: Memory, state: Memory) -> np.int64:
    """Replace a state by the first of its images."""
    store_state(state, np.int64(0), first_image(board, load_state(state, np.int64(0))))
    return np.int64(0)
