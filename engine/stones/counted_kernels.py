"""Define kernels of games of stones in which a state has the number of plies as a third word.

A state is (own stones, opponent's stones, plies). It is needed where plies do other than put one
stone: where stones move, turn over or are taken, or a side may pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.intrinsics import load_word, store_word
from engine.stones.kernels import ONE, Memory, single

__all__ = ["CountedState", "load_state", "play", "plies_played", "store_state", "swap_sides"]

CountedState = tuple[np.uint64, np.uint64, np.uint64]


def load_state(memory: Memory, slot: Any) -> CountedState:
    """Return a state from 3 slots of memory."""
    return (
        load_word(memory, slot),
        load_word(memory, slot + np.int64(1)),
        load_word(memory, slot + np.int64(2)),
    )


def store_state(memory: Memory, slot: Any, state: CountedState) -> None:
    """Keep a state in 3 slots of memory."""
    store_word(memory, slot, state[0])
    store_word(memory, slot + np.int64(1), state[1])
    store_word(memory, slot + np.int64(2), state[2])


def swap_sides(state: CountedState) -> CountedState:
    """Return the same position seen by the other side."""
    return (state[1], state[0], state[2])


def play(_board: Memory, state: CountedState, move: np.int64) -> CountedState:
    """Return the state after own put a stone on the square."""
    return (state[1], state[0] | single(move), state[2] + ONE)


def plies_played(_board: Memory, state: CountedState) -> np.int64:
    """Return the number of plies."""
    return np.int64(state[2])
