"""Count the lines of play below a position by their length (perft)."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, local_words, store_integer
from engine.kernels.interface import (
    GOING,
    Memory,
    has_moves,
    load_cursor,
    load_state,
    next_move,
    open_moves,
    outcome,
    play,
    rest_of_moves,
    store_cursor,
    store_state,
)
from engine.kernels.limits import CURSOR_SLOTS, MAX_PERFT_DEPTH, STATE_SLOTS

__all__ = ["count_lines"]

# Slots of a stack frame, behind the state.
CURSOR = STATE_SLOTS
FRAME = CURSOR + CURSOR_SLOTS
# A frame for each position of the longest line.
STACK_SLOTS = (MAX_PERFT_DEPTH + 1) * FRAME


def count_lines(board: Memory, start: Memory, depth: np.int64, counts: Memory) -> np.int64:
    """Count the lines of every depth from 0 to `depth`, which is at most MAX_PERFT_DEPTH.

    `counts` receives 2 slots for each depth: the lines of that length, and those that end there.
    """
    stack = local_words(STACK_SLOTS)
    state = load_state(start, np.int64(0))
    ply = np.int64(0)
    cursor = open_moves(board, state)
    add_line(counts, ply, outcome(board, state, cursor))
    if outcome(board, state, cursor) != GOING or depth == 0:
        return ply
    while True:
        if has_moves(cursor):
            child = play(board, state, next_move(board, state, cursor))
            cursor = rest_of_moves(board, state, cursor)
            child_cursor = open_moves(board, child)
            ended = outcome(board, child, child_cursor)
            add_line(counts, ply + 1, ended)
            if ended == GOING and ply + 1 < depth:
                store_state(stack, ply * FRAME, state)
                store_cursor(stack, ply * FRAME + CURSOR, cursor)
                state = child
                cursor = child_cursor
                ply += 1
        elif ply == 0:
            return ply
        else:
            ply -= 1
            state = load_state(stack, ply * FRAME)
            cursor = load_cursor(stack, ply * FRAME + CURSOR)


def add_line(counts: Memory, ply: np.int64, ended: int) -> None:
    """Count one line of `ply` plies."""
    slot = ply * 2
    store_integer(counts, slot, load_integer(counts, slot) + 1)
    if ended != GOING:
        store_integer(counts, slot + 1, load_integer(counts, slot + 1) + 1)
