"""Draw the random numbers of games by splitmix64, a counter that is mixed."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer
from engine.kernels.interface import Memory

__all__ = ["GOLDEN", "mix", "shuffle"]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


def mix(counter: np.uint64) -> np.uint64:
    """Return a uniform 64-bit number of a counter that advances by GOLDEN.

    Source: the finalizer of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
    generators", 2014; constants of Stafford's variant 13).
    """
    word = (counter ^ (counter >> np.uint64(30))) * FIRST_FACTOR
    word = (word ^ (word >> np.uint64(27))) * SECOND_FACTOR
    return word ^ (word >> np.uint64(31))


def shuffle(moves: Memory, count: np.int64, seed: np.uint64) -> None:
    """Shuffle `count` int64 slots (Fisher-Yates)."""
    counter = seed
    last = count - np.int64(1)
    while last > 0:
        counter += GOLDEN
        other = np.int64(mix(counter) % np.uint64(last + 1))
        kept = load_integer(moves, last)
        store_integer(moves, last, load_integer(moves, other))
        store_integer(moves, other, kept)
        last -= np.int64(1)
