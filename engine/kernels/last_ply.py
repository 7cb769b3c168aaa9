"""Search the last ply: the evaluation looks at each position behind a move."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer, store_number
from engine.kernels import inlined
from engine.kernels.evaluation import NODES, evaluate, finished_value, win_in
from engine.kernels.interface import (
    GOING,
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

__all__ = ["first_ply", "last_ply", "take_first"]


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
    enough: float,
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
        enough: a value at or above this is only a lower bound.
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
        value = rounded(value)
        if value > best:
            best = value
            killer = move
            if best >= enough:
                break
        if not has_moves(cursor):
            break
        move = next_move(board, state, cursor)
        cursor = rest_of_moves(board, state, cursor)
    store_integer(killers, ply, killer)
    return best, nodes


@inlined
def first_ply(
    board: Memory,
    parameters: Memory,
    root: State,
    moves: Memory,
    count: np.int64,
    pruning: np.int64,
    values: Memory,
    report: Memory,
) -> float:
    """Return what `alphabeta.search` does at depth 1, without what deeper ones have to set up."""
    best = -np.inf
    index = np.int64(0)
    while True:
        child = play(board, root, load_integer(moves, index))
        ended = outcome(board, child, open_moves(board, child))
        if ended == GOING:
            value = -rounded(evaluate(board, parameters, child, False, report))
        else:
            value = -finished_value(ended, np.int64(1))
        store_number(values, index, value)
        best = value if value > best else best
        index += 1
        if index == count or (pruning != 0 and best >= win_in(np.int64(1))):
            break
    store_integer(report, NODES, load_integer(report, NODES) + index)
    return best
