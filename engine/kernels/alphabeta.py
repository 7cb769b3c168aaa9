"""Search depth first with alpha-beta, or without (minimax), on an explicit stack.

Contract. `search` gives the value of a position for its side to move, exactly as plain minimax to
the same depth does, and of each of its moves the value or an upper bound that is no better than the
value of an earlier move. The evaluation is always taken from the view of the side that is to move
at the root, and negated where the other side is to move. A game that is over `ply` plies below the
root is worth -win_in(ply) to the side that has lost: that dominates every evaluation (which are
clamped to +-EVALUATION_LIMIT), and the quicker win and the slower loss are preferred. A draw is
worth 0. Values are compared exactly: formulas are rounded (see `engine.kernels.rounding`), so
values that are equal but for rounding are equal here.

Order. At the root that of the list of moves. Below it the killer of a ply, which is the move that
was best in the position of that ply that was looked at last, is tried first, then the others in the
game's order. (Akl and Newborn 1977, with one killer. It changes the number of visited positions,
never a value.)
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
    finished_value,
    win_in,
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
from engine.kernels.last_ply import first_ply, last_ply, take_first
from engine.kernels.limits import CURSOR_SLOTS, MAX_DEPTH, STATE_SLOTS

__all__ = ["search"]


# Positions between two looks at the clock: a microsecond for cheap formulas, and less than a
# millisecond for the most expensive ones.
CLOCK_PERIOD = 64

# In place of a number of positions where there is no limit: no search visits so many.
ENDLESS = 2**62

# Slots of a stack frame, behind the state. A position's beta is minus the alpha of its child.
CURSOR = STATE_SLOTS
ALPHA = CURSOR + CURSOR_SLOTS
BEST = ALPHA + 1
MOVE = ALPHA + 2
FRAME = ALPHA + 3
# A frame for each position on the way from the root to the deepest leaf.
STACK_SLOTS = (MAX_DEPTH + 1) * FRAME


def limit_reached(nodes: np.int64, node_limit: np.int64, deadline: np.int64) -> int:
    """Return what ABORTED says of a search with so many nodes now, 0 if it may go on."""
    if node_limit != 0 and nodes >= node_limit:
        return OUT_OF_NODES
    if deadline != 0 and nanoseconds() >= deadline:
        return OUT_OF_TIME
    return 0


def next_look(nodes: np.int64, node_limit: np.int64, deadline: np.int64) -> np.int64:
    """Return the number of nodes at which a search looks at its limits again."""
    look = np.int64(ENDLESS)
    if node_limit != 0:
        look = node_limit
    if deadline != 0:
        look = min(look, nodes + CLOCK_PERIOD)
    return look


def search(
    board: Memory,
    parameters: Memory,
    root: State,
    moves: Memory,
    count: np.int64,
    depth: np.int64,
    pruning: np.int64,
    node_limit: np.int64,
    deadline: np.int64,
    killers: Memory,
    values: Memory,
    report: Memory,
) -> float:
    """Return the value of `root` for its side to move.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        root: the position, seen by its side to move.
        moves: all of its moves in the order in which they are tried.
        count: of the moves, at least 1.
        depth: plies to look ahead, at least 1.
        pruning: 1 to prune, 0 for plain minimax.
        node_limit: number of NODES at which a search of more than one ply is aborted, or 0. The
            children of a last inner position are visited without a look at it, so NODES exceeds it
            by at most those.
        deadline: time of the clock at which a search of more than one ply is aborted, or 0.
        killers: the killer of each ply from the root on, or NO_MOVE; kept up to date. The root's is
            not read. As many slots as there are plies to look ahead.
        values: receives the value of each move, for the root's side, or its upper bound. Behind a
            move that wins at once there are none.
        report: NODES and FAULTS are added to; ABORTED is set to OUT_OF_NODES or
            OUT_OF_TIME if a limit was reached, and then the value means nothing.
    """
    if depth == 1:
        return first_ply(board, parameters, root, moves, count, pruning, values, report)
    nodes = load_integer(report, NODES)
    attention = next_look(nodes, node_limit, deadline)
    # Nothing is better than to win at once: in the last position that is to win with a leaf.
    win_with_leaf = win_in(depth) if pruning != 0 else np.inf
    root_moves_last = depth % 2 == 1
    stack = local_words(STACK_SLOTS)
    state = root
    cursor = open_moves(board, root)
    index = np.int64(0)
    move = load_integer(moves, index)
    ply = np.int64(0)
    frame = np.int64(0)
    alpha = -np.inf
    beta = np.inf
    best = -np.inf
    while True:
        # `move` is to be tried now, and behind it those in the cursor, or in the list of the root.
        if nodes >= attention:
            reason = limit_reached(nodes, node_limit, deadline)
            if reason != 0:
                store_integer(report, NODES, nodes)
                store_integer(report, ABORTED, reason)
                return best
            attention = next_look(nodes, node_limit, deadline)
        child = play(board, state, move)
        nodes += 1
        child_cursor = open_moves(board, child)
        ended = outcome(board, child, child_cursor)
        floor = best if best > alpha else alpha
        if pruning == 0:
            floor = -np.inf
        if ended != GOING:
            value = -finished_value(ended, ply + 1)
            # Nothing is better than to win at once.
            if ended == LOST and pruning != 0:
                beta = value
        elif ply + 2 == depth:
            enough = min(win_with_leaf, -floor)
            # Who moves is written out, so that no leaf has to ask.
            if root_moves_last:
                value, visited = last_ply(
                    board, parameters, child, child_cursor, ply + 1, True, enough, killers, report
                )
            else:
                value, visited = last_ply(
                    board, parameters, child, child_cursor, ply + 1, False, enough, killers, report
                )
            value = -value
            nodes += visited
        else:
            store_state(stack, frame, state)
            store_cursor(stack, frame + CURSOR, cursor)
            store_number(stack, frame + ALPHA, alpha)
            store_number(stack, frame + BEST, best)
            store_integer(stack, frame + MOVE, move)
            alpha = -beta
            beta = -floor
            best = -np.inf
            state = child
            ply += 1
            frame += FRAME
            move, cursor = take_first(board, state, child_cursor, load_integer(killers, ply))
            continue
        if ply > 0:
            if value > best:
                best = value
                store_integer(killers, ply, move)
            going_up = best >= beta or not has_moves(cursor)
            # A position that is done hands its value up, until one has moves left.
            while going_up:
                value = -best
                ply -= 1
                frame -= FRAME
                beta = -alpha
                alpha = load_number(stack, frame + ALPHA)
                best = load_number(stack, frame + BEST)
                state = load_state(stack, frame)
                cursor = load_cursor(stack, frame + CURSOR)
                if ply == 0:
                    break
                if value > best:
                    best = value
                    store_integer(killers, ply, load_integer(stack, frame + MOVE))
                going_up = best >= beta or not has_moves(cursor)
            if ply > 0:
                move = next_move(board, state, cursor)
                cursor = rest_of_moves(board, state, cursor)
                continue
        store_number(values, index, value)
        best = value if value > best else best
        index += 1
        if index == count or (pruning != 0 and best >= win_in(np.int64(1))):
            store_integer(report, NODES, nodes)
            return best
        move = load_integer(moves, index)
