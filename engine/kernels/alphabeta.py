"""Depth-first search with alpha-beta, or without (minimax), on an explicit stack.

Contract. `search` gives the value of a position for its side to move, exactly as plain minimax to
the same depth does, or a bound at or beyond the window. The evaluation is always taken from the
view of the side that is to move at the root, and negated where the other side is to move. A game
that is over `ply` plies below the root is worth -(WIN - ply) to the side that has lost: that
dominates every evaluation (which are clamped to +-EVALUATION_LIMIT), and the quicker win and the
slower loss are preferred. A draw is worth 0.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    load_integer,
    load_number,
    local_words,
    nanoseconds,
    store_integer,
    store_number,
)
from engine.kernels.interface import (
    GOING,
    LOST,
    WON,
    Memory,
    State,
    formula,
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
    swap_sides,
)

__all__ = [
    "ABORTED",
    "EVALUATION_LIMIT",
    "FAULTS",
    "FAULT_STATE",
    "FAULT_WAITING",
    "NODES",
    "OUT_OF_NODES",
    "OUT_OF_TIME",
    "REPORT_SLOTS",
    "VALUE",
    "WIN",
    "search",
]

WIN = 1e12
EVALUATION_LIMIT = 1e9

# Slots of a report.
NODES = 0
FAULTS = 1
ABORTED = 2
VALUE = 3
FAULT_STATE = 4
FAULT_WAITING = 8
REPORT_SLOTS = 9

# What ended a search before its depth.
OUT_OF_NODES = 1
OUT_OF_TIME = 2

# Inner positions between two looks at the clock: some microseconds for cheap formulas, and less
# than a millisecond for the most expensive ones.
CLOCK_PERIOD = 8

# Slots of a stack frame.
FRAME = 12
CURSOR = 4
ALPHA = 8
BETA = 9
BEST = 10


def evaluate(
    board: Memory, parameters: Memory, state: State, root_to_move: bool, report: Memory
) -> float:
    """The formula as the root's side sees it, turned to the side to move, clamped.

    A value that is not a number is counted in FAULTS. The first such position is kept, seen by its
    side to move; FAULT_WAITING is 1 where the root's side is not to move.
    """
    if root_to_move:
        value = formula(board, parameters, state, swap_sides(state))
    else:
        value = -formula(board, parameters, swap_sides(state), state)
    # One comparison on the usual path.
    if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
        if value > EVALUATION_LIMIT:
            value = EVALUATION_LIMIT
        elif value < -EVALUATION_LIMIT:
            value = -EVALUATION_LIMIT
        else:
            faults = load_integer(report, FAULTS)
            if faults == 0:
                store_state(report, FAULT_STATE, state)
                store_integer(report, FAULT_WAITING, 0 if root_to_move else 1)
            store_integer(report, FAULTS, faults + 1)
            value = 0.0
    return value


def finished_value(ended: int, ply: np.int64) -> float:
    """Value of a finished game for the side to move, `ply` plies below the root."""
    value = 0.0
    if ended == LOST:
        value = np.float64(ply) - WIN
    elif ended == WON:
        value = WIN - np.float64(ply)
    return value


def search(
    board: Memory,
    parameters: Memory,
    start: State,
    limits: tuple[np.int64, np.int64, np.int64, np.int64],
    ceiling: float,
    report: Memory,
) -> float:
    """Value of `start`, one ply below the root, for its side to move.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        start: the position, seen by its side to move (the root's opponent).
        limits: (plies to look ahead, 1 to prune or 0 for plain minimax, number of NODES at which
            the search is aborted, or 0 for none, time of the clock at which it is aborted, or 0 for
            none). The children of a last inner position are visited without a look at the limits,
            so NODES exceeds its limit by at most those.
        ceiling: a value of `start` at or above this is only a lower bound (fail soft).
        report: NODES and FAULTS are added to; ABORTED is set to OUT_OF_NODES or
            OUT_OF_TIME if a limit was reached, and then the value means nothing.
    """
    depth, pruning, node_limit, deadline = limits
    nodes = load_integer(report, NODES) + 1
    cursor = open_moves(board, start)
    ended = outcome(board, start, cursor)
    if ended != GOING or depth == 0:
        store_integer(report, NODES, nodes)
        if ended != GOING:
            return finished_value(ended, np.int64(1))
        return evaluate(board, parameters, start, False, report)
    if node_limit != 0 and nodes > node_limit:
        store_integer(report, ABORTED, OUT_OF_NODES)
        return 0.0
    patience = CLOCK_PERIOD
    stack = local_words(780)
    state = start
    root_to_move = False
    ply = np.int64(0)
    alpha = -np.inf
    beta = ceiling
    best = -np.inf
    while True:
        if ply + 1 == depth:
            while has_moves(cursor):
                child = play(board, state, next_move(board, state, cursor))
                cursor = rest_of_moves(board, state, cursor)
                nodes += 1
                ended = outcome(board, child, open_moves(board, child))
                if ended == GOING:
                    value = -evaluate(board, parameters, child, not root_to_move, report)
                else:
                    value = -finished_value(ended, ply + 2)
                if value > best:
                    best = value
                    # Nothing is better than to win at once.
                    if pruning != 0 and (best >= beta or ended == LOST):
                        break
        elif has_moves(cursor):
            if node_limit != 0 and nodes >= node_limit:
                store_integer(report, NODES, nodes)
                store_integer(report, ABORTED, OUT_OF_NODES)
                return 0.0
            if deadline != 0:
                patience -= 1
                if patience == 0:
                    patience = CLOCK_PERIOD
                    if nanoseconds() >= deadline:
                        store_integer(report, NODES, nodes)
                        store_integer(report, ABORTED, OUT_OF_TIME)
                        return 0.0
            child = play(board, state, next_move(board, state, cursor))
            cursor = rest_of_moves(board, state, cursor)
            nodes += 1
            child_cursor = open_moves(board, child)
            ended = outcome(board, child, child_cursor)
            if ended == GOING:
                frame = ply * FRAME
                store_state(stack, frame, state)
                store_cursor(stack, frame + CURSOR, cursor)
                store_number(stack, frame + ALPHA, alpha)
                store_number(stack, frame + BETA, beta)
                store_number(stack, frame + BEST, best)
                floor = best if best > alpha else alpha
                alpha = -beta
                beta = -floor
                if pruning == 0:
                    alpha = -np.inf
                    beta = np.inf
                best = -np.inf
                state = child
                cursor = child_cursor
                root_to_move = not root_to_move
                ply += 1
                continue
            value = -finished_value(ended, ply + 2)
            best = value if value > best else best
            if not (pruning != 0 and (best >= beta or ended == LOST)):
                continue
        # This position is done: hand its value up until one has moves left.
        going_up = True
        while going_up:
            if ply == 0:
                store_integer(report, NODES, nodes)
                return best
            ply -= 1
            value = -best
            frame = ply * FRAME
            state = load_state(stack, frame)
            cursor = load_cursor(stack, frame + CURSOR)
            alpha = load_number(stack, frame + ALPHA)
            beta = load_number(stack, frame + BETA)
            best = load_number(stack, frame + BEST)
            root_to_move = not root_to_move
            best = value if value > best else best
            going_up = (pruning != 0 and best >= beta) or not has_moves(cursor)
