"""Search the last ply: the evaluation looks at each position behind a move."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer
from engine.kernels import inlined
from engine.kernels.evaluation import evaluate, finished_value
from engine.kernels.interface import (
    GOING,
    LOST,
    Cursor,
    Memory,
    State,
    has_move,
    has_moves,
    next_move,
    open_moves,
    outcome,
    play,
    rest_of_moves,
    without_move,
)
from engine.kernels.rounding import rounded

__all__ = ["last_ply", "take_first"]


def take_first(
    board: Memory, state: State, cursor: Cursor, killer: np.int64
) -> tuple[np.int64, Cursor]:
    """Return the killer where it can be taken first, else the game's first move; and the others."""
    if has_move(board, state, cursor, killer):
        return killer, without_move(board, state, cursor, killer)
    return next_move(board, state, cursor), rest_of_moves(board, state, cursor)


@inlined
def last_ply(
    board: Memory,
    parameters: Memory,
    state: State,
    cursor: Cursor,
    ply: np.int64,
    root_to_move: bool,
    beta: float,
    pruning: np.int64,
    killers: Memory,
    report: Memory,
) -> tuple[float, np.int64]:
    """Return the value of a position whose moves are looked at, not what follows them.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        state: the position, seen by its side to move.
        cursor: all its moves, at least one.
        ply: of the position, below the root.
        root_to_move: whether the root's side is to move.
        beta: a value at or above this is only a lower bound.
        pruning: 1 to prune, 0 for plain minimax.
        killers: of each ply (see `engine.kernels.alphabeta`).
        report: FAULTS are added to.

    Returns:
        The value for the side to move, and how many moves were looked at.
    """
    move, cursor = take_first(board, state, cursor, load_integer(killers, ply))
    nodes = np.int64(0)
    best = -np.inf
    killer = move
    while True:
        child = play(board, state, move)
        nodes += 1
        ended = outcome(board, child, open_moves(board, child))
        if ended == GOING:
            value = -evaluate(board, parameters, child, not root_to_move, report)
        else:
            value = -finished_value(ended, ply + 1)
        # Rounding keeps the order: most values need none. Who asks twice lets a processor foresee
        # that a value is no better, in place of waiting for the rounded one.
        if value > best:
            value = rounded(value)
            if value > best:
                best = value
                killer = move
                # Nothing is better than to win at once.
                if pruning != 0 and (best >= beta or ended == LOST):
                    break
        if not has_moves(cursor):
            break
        move = next_move(board, state, cursor)
        cursor = rest_of_moves(board, state, cursor)
    store_integer(killers, ply, killer)
    return best, nodes
