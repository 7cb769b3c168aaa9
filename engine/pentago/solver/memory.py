"""Remember the sets of added stones, their numbers and their fives: the memory of the solver.

Sets of added stones are words over the squares that are empty in the position to be solved, bit i
for the square number i of them. Behind the head of `engine.kernels.proof` are, for `empty`
squares: the numbers of sets, the ways with five in a row of the first side (who is to move) and of
the second with each set added, and the ways of two layers of boards, those with an even and those
with an odd number of stones added.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, local_words, store_integer
from engine.kernels.proof import HEADER_SLOTS, POSITION_MASK
from engine.pentago.bits import (
    ONE,
    Memory,
    State,
    Word,
    count,
    empties,
    lowest,
    single,
    without_lowest,
)
from engine.pentago.position import SQUARES
from engine.pentago.solver.ways import WAYS_SLOTS, store_ways_with_five

__all__ = [
    "binomial",
    "board_count",
    "first_stones",
    "fives_slot",
    "has_room",
    "layer_slot",
    "next_of_size",
    "prepare",
    "set_number",
    "slots_needed",
]

TWO = np.int64(2)
# How many sets have each size, from none of the squares to all.
COUNTERS = SQUARES + 1


def binomial(of: np.int64, size: np.int64) -> np.int64:
    """Return in how many ways `size` things can be taken out of so many."""
    sets = np.int64(1)
    for number in range(size):
        sets = sets * (of - np.int64(number)) // np.int64(number + 1)
    return sets


def first_stones(added: np.int64) -> np.int64:
    """Return how many of the added stones are of the first side."""
    return (added + np.int64(1)) // TWO


def boards_with(empty: np.int64, added: np.int64) -> np.int64:
    """Return how many boards have so many stones added, each in all its ways."""
    return binomial(empty, added) * binomial(added, first_stones(added))


def board_count(empty: np.int64) -> np.int64:
    """Return how many boards have 1 to `empty` stones added: the steps of a question."""
    boards = np.int64(0)
    for added in range(1, empty + 1):
        boards += boards_with(empty, np.int64(added))
    return boards


def widest(empty: np.int64, parity: np.int64) -> np.int64:
    """Return the boards in the largest layer with an even (0) or odd (1) number of added stones."""
    most = np.int64(0)
    for added in range(1, empty + 1):
        if np.int64(added) % TWO == parity:
            most = max(most, boards_with(empty, np.int64(added)))
    return most


def fives_slot(empty: np.int64, second: np.int64) -> np.int64:
    """Return where the ways with five in a row of a side are kept, 0 for the first."""
    sets = np.int64(1) << empty
    return np.int64(HEADER_SLOTS) + sets + second * sets * np.int64(WAYS_SLOTS)


def layer_slot(empty: np.int64, added: np.int64) -> np.int64:
    """Return where the ways of the boards with so many stones added are kept."""
    layers = fives_slot(empty, TWO)
    if added % TWO == np.int64(0):
        return layers
    return layers + widest(empty, np.int64(0)) * np.int64(WAYS_SLOTS)


def slots_needed(empty: np.int64) -> np.int64:
    """Return slots of the whole memory."""
    boards = widest(empty, np.int64(0)) + widest(empty, np.int64(1))
    return fives_slot(empty, TWO) + boards * np.int64(WAYS_SLOTS)


def has_room(notes: Memory, empty: np.int64) -> bool:
    """Return whether the notes are large enough for so many empty squares."""
    positions = load_integer(notes, POSITION_MASK) + np.int64(1)
    return bool(slots_needed(empty) <= np.int64(HEADER_SLOTS) + TWO * positions)


def next_of_size(members: Word) -> Word:
    """Return the next larger word with as many bits.

    Source: Gosper's hack, HAKMEM 175 (1972).
    """
    last = members & (~members + ONE)
    carried = members + last
    return carried | (((members ^ carried) >> np.uint64(2)) >> np.uint64(lowest(last)))


def set_number(notes: Memory, members: Word) -> np.int64:
    """Return the number of a set among the words with as many bits, counted upwards from 0."""
    return load_integer(notes, np.int64(HEADER_SLOTS) + np.int64(members))


def number_sets(notes: Memory, empty: np.int64) -> None:
    """Fill what `set_number` reads."""
    counters = local_words(COUNTERS)
    for slot in range(COUNTERS):
        store_integer(counters, np.int64(slot), np.int64(0))
    for members in range(np.int64(1) << empty):
        size = count(np.uint64(members))
        number = load_integer(counters, size)
        store_integer(notes, np.int64(HEADER_SLOTS) + np.int64(members), number)
        store_integer(counters, size, number + np.int64(1))


def with_added(stones: Word, squares: Word, members: Word) -> Word:
    """Return the stones with those of a set added; `squares` are the empty ones."""
    for number in range(count(squares)):
        if (members >> np.uint64(number)) & ONE == ONE:
            stones |= single(lowest(squares))
        squares = without_lowest(squares)
    return stones


def store_fives(board: Memory, notes: Memory, state: State, second: np.int64) -> None:
    """Fill the ways with five in a row of a side, for all sets of at most half of the squares."""
    squares = empties(state)
    empty = count(squares)
    stones = state[1] if second == np.int64(1) else state[0]
    slot = fives_slot(empty, second)
    for members in range(np.int64(1) << empty):
        word = np.uint64(members)
        if count(word) <= first_stones(empty):
            store_ways_with_five(board, with_added(stones, squares, word), notes, slot)
        slot += np.int64(WAYS_SLOTS)


def prepare(board: Memory, notes: Memory, state: State) -> None:
    """Fill all that depends on the position to be solved alone."""
    number_sets(notes, count(empties(state)))
    store_fives(board, notes, state, np.int64(0))
    store_fives(board, notes, state, np.int64(1))
