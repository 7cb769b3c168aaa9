"""Search depth first with alpha-beta, or without (minimax), on an explicit stack.

Contract. `search` gives the value of a position for its side to move, exactly as plain minimax to
the same depth does, or a bound at or beyond the window. The evaluation is always taken from the
view of the side that is to move at the root, and negated where the other side is to move. A game
that is over `ply` plies below the root is worth -win_in(ply) to the side that has lost: that
dominates every evaluation (which are clamped to +-EVALUATION_LIMIT), and the quicker win and the
slower loss are preferred. A draw is worth 0. Values are compared exactly: formulas are rounded (see
`engine.kernels.rounding`), so values that are equal but for rounding are equal here.

Order. The killer of a ply, which is the move that was best in the position of that ply that was
looked at last, is tried first, then the others in the game's order. (Akl and Newborn 1977, with one
killer. It changes the number of visited positions, never a value.)
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
from engine.kernels.evaluation import (
    ABORTED,
    NODES,
    OUT_OF_NODES,
    OUT_OF_TIME,
    evaluate,
    finished_value,
)
from engine.kernels.interface import (
    GOING,
    LOST,
    Memory,
    State,
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
from engine.kernels.last_ply import last_ply, take_first
from engine.kernels.limits import CURSOR_SLOTS, MAX_DEPTH, STATE_SLOTS
from engine.kernels.rounding import rounded

__all__ = ["search"]


# Inner positions between two looks at the clock: some microseconds for cheap formulas, and less
# than a millisecond for the most expensive ones.
CLOCK_PERIOD = 8

# Slots of a stack frame, behind the state.
CURSOR = STATE_SLOTS
ALPHA = CURSOR + CURSOR_SLOTS
BETA = ALPHA + 1
BEST = ALPHA + 2
MOVE = ALPHA + 3
FRAME = ALPHA + 4
# A frame for each position on the way from the root to the deepest leaf.
STACK_SLOTS = (MAX_DEPTH + 1) * FRAME


def search(
    board: Memory,
    parameters: Memory,
    start: State,
    depth: np.int64,
    pruning: np.int64,
    node_limit: np.int64,
    deadline: np.int64,
    ceiling: float,
    killers: Memory,
    report: Memory,
) -> float:
    """Return the value of `start`, one ply below the root, for its side to move.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        start: the position, seen by its side to move (the root's opponent).
        depth: plies to look ahead.
        pruning: 1 to prune, 0 for plain minimax.
        node_limit: number of NODES at which the search is aborted, or 0. The children of a last
            inner position are visited without a look at it, so NODES exceeds it by at most those.
        deadline: time of the clock at which the search is aborted, or 0.
        ceiling: a value of `start` at or above this is only a lower bound (fail soft).
        killers: the killer of each ply from `start` on, or NO_MOVE; kept up to date. As many slots
            as there are plies to look ahead.
        report: NODES and FAULTS are added to; ABORTED is set to OUT_OF_NODES or
            OUT_OF_TIME if a limit was reached, and then the value means nothing.
    """
    nodes = load_integer(report, NODES)
    patience = CLOCK_PERIOD
    stack = local_words(STACK_SLOTS)
    # As if `start` were the only move of the root: so there is one call of the last ply.
    state = start
    cursor = open_moves(board, start)
    move = np.int64(0)
    root_to_move = True
    ply = np.int64(-1)
    alpha = -ceiling
    beta = np.inf
    best = -np.inf
    while True:
        # `move` is to be tried now, and those in the cursor after it.
        if node_limit != 0 and nodes >= node_limit and depth > 0:
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
        child = play(board, state, move) if ply >= 0 else start
        nodes += 1
        child_cursor = open_moves(board, child)
        ended = outcome(board, child, child_cursor)
        floor = best if best > alpha else alpha
        if ended != GOING:
            value = -finished_value(ended, ply + 2)
        elif depth == 0:
            value = -rounded(evaluate(board, parameters, child, False, report))
        elif ply + 2 == depth:
            enough = -floor if pruning != 0 else np.inf
            value, visited = last_ply(
                board,
                parameters,
                child,
                child_cursor,
                ply + 1,
                not root_to_move,
                enough,
                pruning,
                killers,
                report,
            )
            value = -value
            nodes += visited
        else:
            if ply >= 0:
                frame = ply * FRAME
                store_state(stack, frame, state)
                store_cursor(stack, frame + CURSOR, cursor)
                store_number(stack, frame + ALPHA, alpha)
                store_number(stack, frame + BETA, beta)
                store_number(stack, frame + BEST, best)
                store_integer(stack, frame + MOVE, move)
            alpha = -beta
            beta = -floor
            if pruning == 0:
                alpha = -np.inf
                beta = np.inf
            best = -np.inf
            state = child
            root_to_move = not root_to_move
            ply += 1
            move, cursor = take_first(board, state, child_cursor, load_integer(killers, ply))
            continue
        if ply < 0:
            store_integer(report, NODES, nodes)
            return -value
        if value > best:
            best = value
            store_integer(killers, ply, move)
        if has_moves(cursor) and not (pruning != 0 and (best >= beta or ended == LOST)):
            move = next_move(board, state, cursor)
            cursor = rest_of_moves(board, state, cursor)
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
            if value > best:
                best = value
                store_integer(killers, ply, load_integer(stack, frame + MOVE))
            going_up = (pruning != 0 and best >= beta) or not has_moves(cursor)
        move = next_move(board, state, cursor)
        cursor = rest_of_moves(board, state, cursor)
