"""Choose a move by the leaves behind the root as kernels: a search one ply ahead.

The evaluator looks at all leaves of a rotated board at once, so it is asked once for each of them.
A leaf that is as good as the best one is behind a few rotations only, whose moves are looked at
again, in the order of the list, until the first such leaf is found.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    load_integer,
    load_number,
    load_word,
    local_words,
    store_integer,
    store_number,
)
from engine.kernels.evaluation import FAULTS, VALUE
from engine.kernels.interface import NO_MOVE
from engine.kernels.rounding import lowest_tie
from engine.pentago.bits import ROTATIONS, Memory, State, Word, count, empties, load_state, single
from engine.pentago.kernels import play
from engine.pentago.search.last_ply import best_leaf, evaluate
from engine.pentago.search.notes import TURNS, count_nodes
from engine.pentago.search.turns import OPEN, TURN_SLOTS, open_turns, turned

__all__ = ["choose_by_leaves"]

ZERO = np.uint64(0)
ROTATION_MASK = np.int64(ROTATIONS - 1)


def board_at(turns: Memory, index: np.int64) -> State:
    """Return the rotated board of a turn in the list of `open_turns`."""
    return load_state(turns, index * np.int64(TURN_SLOTS))


def best_values(
    board: Memory, notes: Memory, turns: Memory, number: np.int64, values: Memory
) -> float:
    """Write the value of the best leaf of each turn, -inf where there is none; return the best."""
    best = -np.inf
    for index in range(number):
        after = board_at(turns, np.int64(index))
        squares = load_word(turns, np.int64(index) * np.int64(TURN_SLOTS) + np.int64(OPEN))
        value, _ = best_leaf(board, notes, after, squares, (-np.inf, np.inf), True)
        store_number(values, index, value)
        best = max(best, value)
    return best


def children_of(state: State, turns: Memory, number: np.int64) -> np.int64:
    """Count the different children of a position where nobody wins at once.

    Two rotated boards have one in common if all that they differ in is where one stone of the side
    to move is.
    """
    children = number * count(empties(state))
    for index in range(1, number):
        after = board_at(turns, np.int64(index))
        shared = ZERO
        for earlier in range(index):
            other = board_at(turns, np.int64(earlier))
            if other[1] == after[1] and count(other[0] & ~after[0]) == 1:
                shared |= other[0] & ~after[0]
        children -= count(shared)
    return children


def rotations_to(
    board: Memory, state: State, turns: Memory, number: np.int64, values: Memory, lowest: float
) -> Word:
    """Return the set of rotations, some of them alike, behind which a leaf has `lowest` or more."""
    rotations = ZERO
    for index in range(number):
        if load_number(values, index) >= lowest:
            after = board_at(turns, np.int64(index))
            for rotation in range(ROTATIONS):
                other = turned(board, state, np.int64(rotation))
                if other[0] == after[0] and other[1] == after[1]:
                    rotations |= single(np.int64(rotation))
    return rotations


def first_move(
    board: Memory,
    notes: Memory,
    state: State,
    moves: Memory,
    rotations: Word,
    lowest: float,
    report: Memory,
) -> np.int64:
    """Return the first move of the list to a leaf of `lowest` or more, its value in VALUE."""
    index = np.int64(0)
    while True:
        move = load_integer(moves, index)
        if rotations & single(move & ROTATION_MASK) != ZERO:
            value = -evaluate(board, notes, play(board, state, move), False, report)
            if value >= lowest:
                store_number(report, VALUE, value)
                return move
        index += 1


def choose_by_leaves(
    board: Memory, notes: Memory, state: State, moves: Memory, report: Memory
) -> np.int64:
    """Return the move that one iteration of `engine.pentago.search.deepening` chooses at depth 1.

    It visits as many positions. NO_MOVE, and nothing has changed, where that iteration has to look
    for itself: somebody may win at once, the formula is at fault, or a draw is as good as any leaf.
    """
    turns = notes + TURNS * 8
    number, settled = open_turns(board, state, np.int64(0), turns)
    if number == 0:
        return NO_MOVE
    faults = load_integer(report, FAULTS)
    values = local_words(ROTATIONS)
    lowest = lowest_tie(best_values(board, notes, turns, number, values))
    if load_integer(report, FAULTS) != faults:
        store_integer(report, FAULTS, faults)
        return NO_MOVE
    if settled >= lowest:
        return NO_MOVE
    count_nodes(notes, children_of(state, turns, number) + np.int64(1))
    rotations = rotations_to(board, state, turns, number, values, lowest)
    return first_move(board, notes, state, moves, rotations, lowest, report)
