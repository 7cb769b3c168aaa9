"""Find who wins a late position of Pentago with perfect play, as kernels.

From the full boards backwards, layer by layer: the boards with k stones added to the position, each
in all 256 ways of its quadrants at once (`engine.pentago.solver.ways`). Two questions are asked of
them: whether the side to move wins, and whether it gets a draw at least. A step is one board.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer
from engine.kernels.interface import DRAWN, GOING, LOST, NO_MOVE, WON
from engine.kernels.proof import MOVE, NODE_LIMIT, NODES, count_node
from engine.pentago.bits import (
    ZERO,
    Memory,
    State,
    count,
    empties,
    load_state,
    lowest,
    without_lowest,
)
from engine.pentago.kernels import has_moves, next_move, open_moves, outcome, play, rest_of_moves
from engine.pentago.solver.layers import fill_layers
from engine.pentago.solver.memory import board_count, has_room, layer_slot, prepare
from engine.pentago.solver.ways import WAYS_SLOTS, holds, neighbour

__all__ = ["can_ask", "prove"]


def winning_turn(board: Memory, state: State) -> np.int64:
    """Return a move that wins at once, NO_MOVE if there is none."""
    cursor = open_moves(board, state)
    while has_moves(cursor):
        move = next_move(board, state, cursor)
        after = play(board, state, move)
        if outcome(board, after, cursor) == LOST:
            return move
        cursor = rest_of_moves(board, state, cursor)
    return NO_MOVE


def reaching_move(notes: Memory, state: State) -> np.int64:
    """Return a move behind which the other side misses its goal, NO_MOVE if there is none."""
    squares = empties(state)
    first = layer_slot(count(squares), np.int64(1))
    while squares != ZERO:
        for turn in range(8):
            way = neighbour(np.int64(turn >> 1), np.int64(turn & 1))
            if not holds(notes, first, way):
                return np.int64(8) * lowest(squares) + np.int64(turn)
        squares = without_lowest(squares)
        first += np.int64(WAYS_SLOTS)
    return NO_MOVE


def can_ask(notes: Memory, empty: np.int64) -> bool:
    """Return whether the budget suffices for one question more."""
    needed = load_integer(notes, NODES) + board_count(empty)
    return bool(needed <= load_integer(notes, NODE_LIMIT))


def ask(notes: Memory, state: State, draw_is_enough: bool) -> np.int64:
    """Return WON if a move wins, or gets a draw at least, which MOVE becomes; else LOST.

    GOING if the budget does not suffice.
    """
    empty = count(empties(state))
    if not can_ask(notes, empty):
        return np.int64(GOING)
    fill_layers(notes, empty, draw_is_enough)
    if load_integer(notes, NODES) > load_integer(notes, NODE_LIMIT):
        # Who called has lowered the limit: the layers are not complete.
        return np.int64(GOING)
    move = reaching_move(notes, state)
    store_integer(notes, MOVE, move)
    return np.int64(LOST) if move == NO_MOVE else np.int64(WON)


def prove(board: Memory, notes: Memory, position: Memory) -> np.int64:
    """Return the outcome of the position at an address, which is not over.

    MOVE becomes a move that keeps a win or a draw, NO_MOVE if there is none. GOING if the budget or
    the memory does not suffice; that is seen before anything is done for it.
    """
    state = load_state(position, np.int64(0))
    count_node(notes)
    move = winning_turn(board, state)
    store_integer(notes, MOVE, move)
    if move != NO_MOVE:
        return np.int64(WON)
    empty = count(empties(state))
    if not has_room(notes, empty) or not can_ask(notes, empty):
        return np.int64(GOING)
    prepare(board, notes, state)
    wins = ask(notes, state, False)
    if wins != np.int64(LOST):
        return wins
    draws = ask(notes, state, True)
    return np.int64(DRAWN) if draws == np.int64(WON) else draws
