"""The root of a Pentago search."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_number, load_word, local_words, nanoseconds, store_integer, store_number
from engine.kernels.alphabeta import ABORTED, EVALUATION_LIMIT, NODES, OUT_OF_TIME, VALUE, WIN
from engine.kernels.choose import FIRST_DEPTH, LAST_DEPTH, NODE_LIMIT, PRUNING, deepen_plainly
from engine.kernels.interface import DRAWN, GOING, LOST, Memory, State, outcome, open_moves
from engine.pentago.bits import load_state, store_state, empties
from engine.pentago.kernels import play, plies_left
from engine.pentago.leaves import best_leaf
from engine.pentago.notes import HISTORY, KILLERS, NOTES_SLOTS, FRAMES
from engine.pentago.tree import value_of

__all__ = ["deepen"]

# slots of a root child
MOVE = 2
SCORE = 3
RANK = 4
CHILD = 6

FACTOR = np.uint64(0xD6E8FEB86659FD93)
ZERO = np.uint64(0)

ORDER = 288 * 6
HASH = ORDER + 288
ROOT_SLOTS = HASH + 1024


def gather(board: Memory, state: State, listed: tuple[Memory, np.int64], children: Memory) -> np.int64:
    """Write the different children; returns number, or -1 - index of a winning move."""
    moves, count = listed
    for slot in range(HASH, HASH + 1024):
        store_integer(children, slot, -1)
    number = np.int64(0)
    for index in range(count):
        move = load_integer(moves, index)
        child = play(board, state, move)
        if outcome(board, child, open_moves(board, child)) == LOST:
            return -1 - index
        key = (child[0] * FACTOR) ^ (child[1] + (child[0] >> np.uint64(7)))
        key = key * FACTOR
        entry = np.int64(key >> np.uint64(54))
        fresh = True
        while load_integer(children, HASH + entry) >= 0 and fresh:
            other = load_state(children, load_integer(children, HASH + entry) * CHILD)
            if other[0] == child[0] and other[1] == child[1]:
                fresh = False
            entry = (entry + 1) & np.int64(1023)
        if fresh:
            store_integer(children, HASH + entry, number)
            slot = number * CHILD
            store_state(children, slot, child)
            store_integer(children, slot + MOVE, move)
            store_integer(children, slot + RANK, index)
            store_integer(children, ORDER + number, number)
            number += 1
    return number


def above(number: float, memory: Memory) -> float:
    """next float"""
    if number == 0.0:
        return 5e-324
    store_number(memory, 0, number)
    bits = load_integer(memory, 0)
    store_integer(memory, 0, bits + 1 if number > 0.0 else bits - 1)
    return load_number(memory, 0)


def leaf_value(board: Memory, parameters: Memory, child: State, report: Memory) -> float:
    """value of child for root."""
    store_integer(report, NODES, load_integer(report, NODES))
    ended = outcome(board, child, open_moves(board, child))
    if ended == DRAWN:
        return 0.0
    if ended != GOING:
        return 1.0 - WIN
    stone = child[1] & (ZERO - child[1])
    after = (child[1] ^ stone, child[0])
    best, _ = best_leaf(board, parameters, after, stone, (-np.inf, np.inf), True, report)
    return best


def front(children: Memory, number: np.int64, wanted: np.int64) -> None:
    """Order the best first."""
    for first in range(min(number, wanted)):
        best = np.int64(first)
        for place in range(first + 1, number):
            a = load_number(children, load_integer(children, ORDER + place) * CHILD + SCORE)
            b = load_number(children, load_integer(children, ORDER + best) * CHILD + SCORE)
            if a > b:
                best = np.int64(place)
        entry = load_integer(children, ORDER + best)
        while best > first:
            store_integer(children, ORDER + best, load_integer(children, ORDER + best - 1))
            best -= 1
        store_integer(children, ORDER + first, entry)


def deepen(
    board: Memory,
    parameters: Memory,
    settings: Memory,
    state: State,
    listed: tuple[Memory, np.int64],
    deadline: np.int64,
    report: Memory,
) -> np.int64:
    """See choose."""
    last_depth = min(load_integer(settings, LAST_DEPTH), plies_left(board, state))
    first_depth = min(load_integer(settings, FIRST_DEPTH), last_depth)
    if load_integer(settings, PRUNING) == 0 or last_depth <= 1:
        return deepen_plainly(board, parameters, settings, state, listed, deadline, report)
    children = local_words(3040)
    notes = local_words(6700)
    number_memory = local_words(1)
    for slot in range(FRAMES):
        store_integer(notes, slot, 0)
    for slot in range(6680, 6700):
        store_integer(notes, slot, 0)
    for slot in range(KILLERS, HISTORY):
        store_integer(notes, slot, -1)
    node_limit = load_integer(settings, NODE_LIMIT)
    if node_limit != 0:
        node_limit += load_integer(report, NODES)
    store_integer(report, ABORTED, 0)
    number = gather(board, state, listed, children)
    if number < 0:
        store_integer(report, NODES, load_integer(report, NODES) - number)
        store_number(report, VALUE, WIN - 1.0)
        return load_integer(listed[0], -1 - number)
    chosen = load_integer(listed[0], np.int64(0))
    store_number(report, VALUE, 0.0)
    limits = (node_limit, deadline)
    for depth in range(1, last_depth + 1):
        store_integer(report, NODES, load_integer(report, NODES) + 1)
        best = -np.inf
        best_child = np.int64(-1)
        for place in range(number):
            index = load_integer(children, ORDER + place)
            slot = index * CHILD
            child = load_state(children, slot)
            if depth == 1:
                value = leaf_value(board, parameters, child, report)
            else:
                ended = outcome(board, child, open_moves(board, child))
                if ended == DRAWN:
                    value = 0.0
                elif ended != GOING:
                    value = 1.0 - WIN
                elif best_child < 0:
                    value = -value_of(board, parameters, child, np.int64(depth), (-np.inf, np.inf), limits, notes, report)
                else:
                    bar = best
                    ahead = load_integer(children, slot + RANK) < load_integer(children, best_child * CHILD + RANK)
                    if ahead:
                        # beats if value >= best
                        ceiling = above(-best, number_memory)
                        low = -best
                    else:
                        ceiling = -best
                        low = -above(best, number_memory)
                    value = -value_of(board, parameters, child, np.int64(depth), (low, ceiling), limits, notes, report)
                    if value > -ceiling:
                        value = -value_of(board, parameters, child, np.int64(depth), (-np.inf, ceiling), limits, notes, report)
            if load_integer(report, ABORTED) != 0:
                return chosen
            store_number(children, slot + SCORE, value)
            if value > best or (value == best and load_integer(children, slot + RANK) < load_integer(children, best_child * CHILD + RANK)):
                best = value
                best_child = index
        if depth >= first_depth:
            chosen = load_integer(children, best_child * CHILD + MOVE)
            store_number(report, VALUE, best)
            store_integer(children, best_child * CHILD + RANK, -depth)
        if best > EVALUATION_LIMIT or best < -EVALUATION_LIMIT:
            chosen = load_integer(children, best_child * CHILD + MOVE)
            store_number(report, VALUE, best)
            break
        if node_limit != 0 and load_integer(report, NODES) >= node_limit:
            break
        if deadline != 0 and nanoseconds() >= deadline:
            store_integer(report, ABORTED, OUT_OF_TIME)
            break
        front(children, number, np.int64(4))
    return chosen
