"""Search the inner positions of Pentago by alpha-beta on an explicit stack, as kernels."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_number, nanoseconds, store_integer
from engine.kernels.evaluation import ABORTED, NODES, OUT_OF_NODES, OUT_OF_TIME
from engine.pentago.bits import Memory, State, load_state
from engine.pentago.search.last_ply import last_position
from engine.pentago.search.notes import (
    DEADLINE,
    NO_CODE,
    NODE_LIMIT,
    PATIENCE,
    after_rotation,
    count_nodes,
    placed_by,
    report_of,
)
from engine.pentago.search.order import (
    ALPHA,
    BEST,
    BETA,
    CODE,
    frame_of,
    next_code,
    open_position,
    take_value,
)

__all__ = ["value_of"]

# Positions between two looks at the clock: less than a millisecond for the most expensive formulas.
CLOCK_PERIOD = 8


def is_out(notes: Memory) -> bool:
    """Return whether a limit is reached, which is noted in the report."""
    report = report_of(notes)
    limit = load_integer(notes, NODE_LIMIT)
    if limit != 0 and load_integer(report, NODES) >= limit:
        store_integer(report, ABORTED, OUT_OF_NODES)
        return True
    deadline = load_integer(notes, DEADLINE)
    if deadline != 0:
        patience = load_integer(notes, PATIENCE) - 1
        if patience <= 0:
            patience = np.int64(CLOCK_PERIOD)
            if nanoseconds() >= deadline:
                store_integer(report, ABORTED, OUT_OF_TIME)
                return True
        store_integer(notes, PATIENCE, patience)
    return False


def value_of(
    board: Memory, notes: Memory, start: State, depth: np.int64, window: tuple[float, float]
) -> float:
    """Return the value of a child of the root that goes on, for its side to move.

    Args:
        board: memory of the board.
        notes: the working memory.
        start: the child, seen by its side to move.
        depth: plies from the root to the leaves, at least 2.
        window: (alpha, beta): a value at or below alpha is an upper bound only, one at or above
            beta a lower bound. If the report says ABORTED, it means nothing.
    """
    if is_out(notes):
        return 0.0
    if depth == 2:
        return last_position(board, notes, start, np.int64(1), window[1])
    ply = np.int64(1)
    open_position(board, notes, ply, start, window)
    while ply > 0:
        frame = frame_of(ply)
        code = next_code(board, notes, ply)
        best = load_number(notes, frame + BEST)
        if code == NO_CODE:
            ply -= 1
            if ply > 0:
                take_value(notes, ply, -best)
        else:
            if is_out(notes):
                return 0.0
            count_nodes(notes, np.int64(1))
            store_integer(notes, frame + CODE, code)
            after = after_rotation(board, load_state(notes, frame), code)
            child = (after[1], after[0] | placed_by(code))
            floor = max(best, load_number(notes, frame + ALPHA))
            if ply + 2 == depth:
                take_value(notes, ply, -last_position(board, notes, child, ply + 1, -floor))
            else:
                beta = load_number(notes, frame + BETA)
                ply += 1
                open_position(board, notes, ply, child, (-beta, -floor))
    return load_number(notes, frame_of(np.int64(1)) + BEST)
