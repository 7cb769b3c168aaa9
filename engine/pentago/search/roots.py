"""List the children of the root of a Pentago search as kernels: each different one once."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_number, store_integer, store_number
from engine.kernels.interface import LOST
from engine.pentago.bits import Memory, State, load_state, store_state
from engine.pentago.kernels import open_moves, outcome, play
from engine.pentago.search.notes import CHILD_SLOTS, CHILDREN, ORDER, PLACE_MASK, PLACES

__all__ = [
    "NO_CHILD",
    "bring_forward",
    "child_at",
    "first_child",
    "gather",
    "is_ahead",
    "move_of",
    "nth_child",
    "outcome_of",
    "rank_first",
    "score_of",
    "set_score",
]

# Slots of a child, behind the state that its side to move sees: the move, its value in the last
# iteration, its rank among equals, lowest first, and its outcome.
MOVE = 2
SCORE = 3
RANK = 4
OUTCOME = 5

# So many children are brought to the front, by value, for the next iteration.
FORWARD = 4

NO_CHILD = np.int64(-1)
NOT_YET = np.int64(-1)
FACTOR = np.uint64(0xD6E8FEB86659FD93)
SHIFT = np.uint64(32)


def slot_of(index: np.int64) -> np.int64:
    """Return the first slot of a child."""
    return np.int64(CHILDREN) + index * np.int64(CHILD_SLOTS)


def child_at(notes: Memory, index: np.int64) -> State:
    """Return the position of a child, seen by its side to move."""
    return load_state(notes, slot_of(index))


def move_of(notes: Memory, index: np.int64) -> np.int64:
    """Return the move that leads to a child, the first of them in the list."""
    return load_integer(notes, slot_of(index) + MOVE)


def outcome_of(notes: Memory, index: np.int64) -> np.int64:
    """Return the outcome of a child as its side to move sees it."""
    return load_integer(notes, slot_of(index) + OUTCOME)


def set_score(notes: Memory, index: np.int64, value: float) -> None:
    """Keep the value of a child."""
    store_number(notes, slot_of(index) + SCORE, value)


def score_of(notes: Memory, index: np.int64) -> float:
    """Return the value of a child in the last iteration, or a bound of it."""
    return load_number(notes, slot_of(index) + SCORE)


def is_ahead(notes: Memory, index: np.int64, other: np.int64) -> bool:
    """Return whether a child is to be taken rather than another one of equal value."""
    return bool(
        load_integer(notes, slot_of(index) + RANK) < load_integer(notes, slot_of(other) + RANK)
    )


def rank_first(notes: Memory, index: np.int64, depth: np.int64) -> None:
    """Put a child before all others of equal value, after the iteration of this depth."""
    store_integer(notes, slot_of(index) + RANK, -depth)


def first_child(notes: Memory, number: np.int64, lowest: float) -> np.int64:
    """Return the child that is to be taken first of those with a value of `lowest` or more."""
    first = NO_CHILD
    for index in range(number):
        if score_of(notes, np.int64(index)) >= lowest and (
            first == NO_CHILD or is_ahead(notes, np.int64(index), first)
        ):
            first = np.int64(index)
    return first


def nth_child(notes: Memory, place: np.int64) -> np.int64:
    """Return the child that is searched at this place of an iteration."""
    return load_integer(notes, ORDER + place)


def find_place(notes: Memory, child: State) -> np.int64:
    """Return the slot that has a child's index plus one, or 0 where it is new."""
    key = (child[0] * FACTOR) ^ child[1]
    key = (key ^ (key >> SHIFT)) * FACTOR
    place = np.int64(key >> SHIFT) & np.int64(PLACE_MASK)
    while True:
        index = load_integer(notes, PLACES + place) - 1
        if index < 0:
            return np.int64(PLACES) + place
        other = child_at(notes, index)
        if other[0] == child[0] and other[1] == child[1]:
            return np.int64(PLACES) + place
        place = (place + 1) & np.int64(PLACE_MASK)


def gather(
    board: Memory, notes: Memory, state: State, moves: Memory, count: np.int64
) -> tuple[np.int64, np.int64]:
    """Note the different children in the order of the moves, of which there are `count`.

    Returns:
        (their number, -1), or with the index in the list of the first move that wins at once, and
        then the children mean nothing.
    """
    for empty in range(PLACES, PLACES + PLACE_MASK + 1):
        store_integer(notes, empty, 0)
    number = np.int64(0)
    for index in range(count):
        move = load_integer(moves, index)
        child = play(board, state, move)
        ended = outcome(board, child, open_moves(board, child))
        if ended == LOST:
            return (number, np.int64(index))
        place = find_place(notes, child)
        if load_integer(notes, place) == 0:
            slot = slot_of(number)
            store_state(notes, slot, child)
            store_integer(notes, slot + MOVE, move)
            store_integer(notes, slot + RANK, index)
            store_integer(notes, slot + OUTCOME, ended)
            store_integer(notes, ORDER + number, number)
            number += 1
            store_integer(notes, place, number)
    return (number, NOT_YET)


def bring_forward(notes: Memory, number: np.int64) -> None:
    """Bring the children with the largest values to the front of the order, largest first."""
    for first in range(min(number, np.int64(FORWARD))):
        best = np.int64(first)
        largest = -np.inf
        for place in range(first, number):
            value = score_of(notes, nth_child(notes, np.int64(place)))
            if value > largest:
                largest = value
                best = np.int64(place)
        index = nth_child(notes, best)
        while best > first:
            store_integer(notes, ORDER + best, nth_child(notes, best - 1))
            best -= 1
        store_integer(notes, ORDER + first, index)
