"""Compute with sets of ways to turn the four quadrants, as kernels.

Each quadrant can be turned clockwise by 0 to 3 quarters, which makes 256 ways for all four. A set
of them is four words: way (a, b, c, d), in the order of the quadrants, is bit a + 4 * b + 16 * c of
word d. So what holds of a board in all its ways is found by a few operations on words.

Source: the idea of Irving, "Pentago is a First Player Win" (arXiv 1404.0743, 2014).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.intrinsics import load_word, local_words, store_word
from engine.pentago.bits import (
    FULL_LINES,
    NINE,
    ONE,
    PATTERNS,
    QUADRANT,
    ROTATED,
    ZERO,
    Memory,
    Word,
)

__all__ = [
    "WAYS_SLOTS",
    "Ways",
    "both",
    "either",
    "every_way",
    "holds",
    "load_ways",
    "neighbour",
    "one_quarter_away",
    "store_ways",
    "store_ways_with_five",
    "without",
]

Ways = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

WAYS_SLOTS = 4
QUARTERS = 4
QUADRANTS = 4
# The lines of each quadrant in each of its turns.
LINES_SLOTS = QUADRANTS * QUARTERS

FOUR = np.uint64(4)
SIXTEEN = np.uint64(16)

# Of every four neighbouring bits, or groups of 4 or of 16 bits: the first two, and the first.
PAIRS_OF_1 = np.uint64(0x3333333333333333)
FIRSTS_OF_1 = np.uint64(0x1111111111111111)
PAIRS_OF_4 = np.uint64(0x00FF00FF00FF00FF)
FIRSTS_OF_4 = np.uint64(0x000F000F000F000F)
PAIRS_OF_16 = np.uint64(0x00000000FFFFFFFF)
FIRSTS_OF_16 = np.uint64(0x000000000000FFFF)


def load_ways(memory: Memory, slot: Any) -> Ways:
    """Return a set from 4 slots of memory."""
    return (
        load_word(memory, slot),
        load_word(memory, slot + np.int64(1)),
        load_word(memory, slot + np.int64(2)),
        load_word(memory, slot + np.int64(3)),
    )


def store_ways(memory: Memory, slot: Any, ways: Ways) -> None:
    """Keep a set in 4 slots of memory."""
    store_word(memory, slot, ways[0])
    store_word(memory, slot + np.int64(1), ways[1])
    store_word(memory, slot + np.int64(2), ways[2])
    store_word(memory, slot + np.int64(3), ways[3])


def every_way(included: bool) -> Ways:
    """Return all ways, or none."""
    word = ~ZERO if included else ZERO
    return (word, word, word, word)


def either(one: Ways, two: Ways) -> Ways:
    """Return the ways in one set or the other."""
    return (one[0] | two[0], one[1] | two[1], one[2] | two[2], one[3] | two[3])


def both(one: Ways, two: Ways) -> Ways:
    """Return the ways in both sets."""
    return (one[0] & two[0], one[1] & two[1], one[2] & two[2], one[3] & two[3])


def without(one: Ways, two: Ways) -> Ways:
    """Return the ways in the first set only."""
    return (one[0] & ~two[0], one[1] & ~two[1], one[2] & ~two[2], one[3] & ~two[3])


def turned_once(word: Word, size: Word, pairs: Word, firsts: Word) -> Word:
    """Return the ways one quarter of one quadrant away, `size` bits in the word.

    From an even number of quarters that leads to both odd ones, and from an odd to both even ones.
    """
    evens_and_odds = (word | (word >> (size + size))) & pairs
    swapped = ((evens_and_odds >> size) & firsts) | ((evens_and_odds & firsts) << size)
    return swapped | (swapped << (size + size))


def turned_in_word(word: Word) -> Word:
    """Return the ways one quarter of one of the first three quadrants away."""
    return (
        turned_once(word, ONE, PAIRS_OF_1, FIRSTS_OF_1)
        | turned_once(word, FOUR, PAIRS_OF_4, FIRSTS_OF_4)
        | turned_once(word, SIXTEEN, PAIRS_OF_16, FIRSTS_OF_16)
    )


def one_quarter_away(ways: Ways) -> Ways:
    """Return the ways from which a turn of a quadrant, in either direction, leads into the set."""
    evens, odds = ways[0] | ways[2], ways[1] | ways[3]
    return (
        turned_in_word(ways[0]) | odds,
        turned_in_word(ways[1]) | evens,
        turned_in_word(ways[2]) | odds,
        turned_in_word(ways[3]) | evens,
    )


def neighbour(quadrant: np.int64, clockwise: np.int64) -> np.int64:
    """Return the way that one turn of a quadrant makes of unturned quadrants, as its number."""
    quarters = np.int64(1) if clockwise == np.int64(1) else np.int64(3)
    return quarters << (quadrant + quadrant)


def holds(memory: Memory, slot: Any, way: np.int64) -> bool:
    """Return whether the set in these slots of memory holds a way, given by its number."""
    word = load_word(memory, slot + (way >> np.int64(6)))
    return bool((word >> np.uint64(way & np.int64(63))) & ONE == ONE)


def lines_by_quarters(board: Memory, stones: Word, lines: Memory) -> None:
    """Write which lines of five the stones of each quadrant leave possible, in each of its turns.

    Slot 4 * quadrant + quarters of `lines`: a bit for each of the 32 lines.
    """
    for quadrant in range(QUADRANTS):
        pattern = (stones >> (NINE * np.uint64(quadrant))) & QUADRANT
        table = np.int64(FULL_LINES + PATTERNS * quadrant)
        for quarters in range(QUARTERS):
            slot = np.int64(QUARTERS * quadrant + quarters)
            store_word(lines, slot, load_word(board, table + np.int64(pattern)))
            pattern = load_word(board, np.int64(ROTATED + PATTERNS) + np.int64(pattern))


def five_in_word(lines: Memory, left: Word) -> Word:
    """Return the ways of the first three quadrants that complete one of the lines that are left."""
    ways = ZERO
    for third in range(QUARTERS):
        in_third = left & load_word(lines, np.int64(8 + third))
        for second in range(QUARTERS):
            in_second = in_third & load_word(lines, np.int64(4 + second))
            if in_second != ZERO:
                for first in range(QUARTERS):
                    if in_second & load_word(lines, np.int64(first)) != ZERO:
                        ways |= ONE << np.uint64(16 * third + 4 * second + first)
    return ways


def store_ways_with_five(board: Memory, stones: Word, memory: Memory, slot: Any) -> None:
    """Keep the ways in which the stones have five in a row."""
    lines = local_words(LINES_SLOTS)
    lines_by_quarters(board, stones, lines)
    for fourth in range(QUARTERS):
        left = load_word(lines, np.int64(12 + fourth))
        store_word(memory, slot + np.int64(fourth), five_in_word(lines, left))
