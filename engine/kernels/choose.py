"""Choose a move: every search is a row of settings for one routine."""

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
from engine.kernels import inlined
from engine.kernels.alphabeta import search
from engine.kernels.evaluation import (
    ABORTED,
    EVALUATION_LIMIT,
    GAVE_UP,
    NODES,
    OUT_OF_NODES,
    OUT_OF_TIME,
    VALUE,
    is_proven,
)
from engine.kernels.generator import shuffle
from engine.kernels.interface import (
    NO_MOVE,
    Memory,
    State,
    has_moves,
    load_state,
    next_move,
    open_moves,
    plies_left,
    plies_played,
    rest_of_moves,
)
from engine.kernels.limits import MAX_DEPTH, MAX_MOVES
from engine.kernels.proof import proven_move
from engine.kernels.rounding import lowest_tie
from engine.kernels.settings import (
    FIRST_DEPTH,
    GIVES_UP,
    LAST_DEPTH,
    NODE_LIMIT,
    ORDERED,
    PROOF_NODES,
    PROVER,
    PROVER_BOARD,
    PRUNING,
    SETTINGS,
    TIME_LIMIT,
    UNTIL_PLY,
)

__all__ = [
    "choose",
    "deepen",
    "deepen_plainly",
    "stage_of",
]


def stage_of(settings: Memory, ply: np.int64) -> int:
    """Return the address of the first row of settings whose UNTIL_PLY is above the ply."""
    while load_integer(settings, UNTIL_PLY) <= ply:
        settings += SETTINGS * 8
    return settings


def list_moves(board: Memory, state: State, moves: Memory) -> np.int64:
    """Write the moves of own from slot 0 on, return their number."""
    count = np.int64(0)
    cursor = open_moves(board, state)
    while has_moves(cursor):
        store_integer(moves, count, next_move(board, state, cursor))
        cursor = rest_of_moves(board, state, cursor)
        count += 1
    return count


def bring_to_front(moves: Memory, index: np.int64) -> None:
    """Move the entry at `index` before all others, which keep their order."""
    move = load_integer(moves, index)
    while index > 0:
        store_integer(moves, index, load_integer(moves, index - 1))
        index -= 1
    store_integer(moves, 0, move)


def first_tie(values: Memory, best: float) -> np.int64:
    """Return the index of the first value that is as good as the best one, which is among them.

    A move that was not better than an earlier one has an upper bound for a value. Such a bound is
    never the first: it is no higher than the value of that earlier move.
    """
    lowest = lowest_tie(best)
    index = np.int64(0)
    while load_number(values, index) < lowest:
        index += 1
    return index


@inlined
def choose(
    board: Memory,
    parameters: Memory,
    settings: Memory,
    position: Memory,
    seed: np.uint64,
    report: Memory,
) -> np.int64:
    """Return a move for the side to move: the prover's if it knows one, else the search's.

    Deepens from FIRST_DEPTH to LAST_DEPTH (the same for a fixed depth, 0 for a random move);
    the last completed iteration counts, and the first one always completes. Best moves are equal
    if they differ by rounding only (`engine.kernels.rounding.TIE`). The first of them in the list
    is taken, so a list in random order makes every one of them equally likely; the best move of
    one iteration goes to the front of the list for the next.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        settings: address of rows of SETTINGS int64 slots, one for each stage of the game in
            order; the last one's UNTIL_PLY is out of reach.
        position: address of the state, seen by the side to move, which has a move.
        seed: of this move's order.
        report: NODES and FAULTS are added to, VALUE is set to the chosen move's value, GAVE_UP to 1
            where the side resigns.
    """
    state = load_state(position, np.int64(0))
    settings = stage_of(settings, plies_played(board, state))
    prover = load_integer(settings, PROVER)
    prover_board = load_integer(settings, PROVER_BOARD)
    nodes = load_integer(settings, PROOF_NODES)
    proven = proven_move(board, prover, prover_board, nodes, position, report)
    if proven != NO_MOVE:
        return proven
    deadline = load_integer(settings, TIME_LIMIT)
    if deadline != 0:
        deadline += nanoseconds()
    moves = local_words(MAX_MOVES)
    count = list_moves(board, state, moves)
    if load_integer(settings, ORDERED) == 0:
        shuffle(moves, count, seed)
    move = deepen(board, parameters, settings, deadline, state, moves, count, report)
    if load_integer(settings, GIVES_UP) != 0:
        # An evaluation of minus infinity is clamped to the limit.
        lost = load_number(report, VALUE) <= -EVALUATION_LIMIT
        store_integer(report, GAVE_UP, 1 if lost else 0)
    return move


@inlined
def deepen(
    board: Memory,
    parameters: Memory,
    settings: Memory,
    deadline: np.int64,
    state: State,
    moves: Memory,
    count: np.int64,
    report: Memory,
) -> np.int64:
    """Return the move that `choose` is after: a game with a search of its own replaces this.

    Args:
        board: memory of the board.
        parameters: address of the formula's float64 parameters.
        settings: address of the row of settings that counts.
        deadline: time of the clock at which to stop, or 0.
        state: the position, seen by the side to move.
        moves: address of the moves in the order that decides between equals; may be written to.
        count: of the moves.
        report: NODES and FAULTS are added to, VALUE and ABORTED are set.
    """
    return deepen_plainly(board, parameters, settings, deadline, state, moves, count, report)


@inlined
def deepen_plainly(
    board: Memory,
    parameters: Memory,
    settings: Memory,
    deadline: np.int64,
    state: State,
    moves: Memory,
    count: np.int64,
    report: Memory,
) -> np.int64:
    """Deepen iteratively over `alphabeta.search`, which serves every game; see `deepen`."""
    node_limit = load_integer(settings, NODE_LIMIT)
    if node_limit != 0:
        node_limit += load_integer(report, NODES)
    pruning = load_integer(settings, PRUNING)
    last_depth = min(load_integer(settings, LAST_DEPTH), plies_left(board, state))
    depth = min(load_integer(settings, FIRST_DEPTH), last_depth)
    chosen = load_integer(moves, 0)
    values = local_words(MAX_MOVES)
    killers = local_words(MAX_DEPTH)
    # Nobody reads the root's.
    for ply in range(1, last_depth):
        store_integer(killers, np.int64(ply), NO_MOVE)
    store_number(report, VALUE, 0.0)
    store_integer(report, ABORTED, 0)
    while depth > 0 and depth <= last_depth:
        store_integer(report, NODES, load_integer(report, NODES) + 1)
        best = search(
            board,
            parameters,
            state,
            moves,
            count,
            depth,
            pruning,
            node_limit,
            deadline,
            killers,
            values,
            report,
        )
        if load_integer(report, ABORTED) != 0:
            return chosen
        best_index = first_tie(values, best)
        best = load_number(values, best_index)
        chosen = load_integer(moves, best_index)
        store_number(report, VALUE, best)
        # A proven result does not change with more depth.
        if is_proven(best):
            break
        depth += 1
        if depth > last_depth:
            break
        bring_to_front(moves, best_index)
        if node_limit != 0 and load_integer(report, NODES) >= node_limit:
            store_integer(report, ABORTED, OUT_OF_NODES)
            break
        if deadline != 0 and nanoseconds() >= deadline:
            store_integer(report, ABORTED, OUT_OF_TIME)
            break
    return chosen
