"""Play random plies from positions: every legal move is equally likely."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word, store_integer
from engine.kernels.generator import GOLDEN, mix
from engine.kernels.interface import (
    GOING,
    Cursor,
    Memory,
    State,
    load_state,
    move_count,
    next_move,
    open_moves,
    outcome,
    play,
    rest_of_moves,
    store_state,
)
from engine.kernels.limits import STATE_SLOTS

__all__ = ["play_randomly"]


def nth_move(board: Memory, state: State, cursor: Cursor, index: np.int64) -> np.int64:
    """Return the move at `index`, counted from 0."""
    while index > 0:
        cursor = rest_of_moves(board, state, cursor)
        index -= 1
    return next_move(board, state, cursor)


def play_randomly(
    board: Memory, count: np.int64, plies: np.int64, states: Memory, seeds: Memory, going: Memory
) -> np.int64:
    """Play `plies` uniformly random plies from each of `count` states, in place.

    `going` receives 1 where the game is not over after them, else 0.
    """
    for index in range(count):
        slot = index * STATE_SLOTS
        state = load_state(states, slot)
        counter = load_word(seeds, index)
        cursor = open_moves(board, state)
        ended = outcome(board, state, cursor)
        ply = np.int64(0)
        while ended == GOING and ply < plies:
            counter += GOLDEN
            pick = np.int64(mix(counter) % np.uint64(move_count(board, state, cursor)))
            state = play(board, state, nth_move(board, state, cursor, pick))
            cursor = open_moves(board, state)
            ended = outcome(board, state, cursor)
            ply += 1
        store_state(states, slot, state)
        store_integer(going, index, np.int64(1) if ended == GOING else np.int64(0))
    return count
