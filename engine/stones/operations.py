"""Do in plain Python what machine code does: for rules that are tried before they are compiled.

Memory is an array here, and a slot outside of it is an error. Numbers are NumPy's, so they wrap as
machine words do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError

__all__ = [
    "assume",
    "exp",
    "floor",
    "fmod",
    "load_integer",
    "load_number",
    "load_word",
    "local_words",
    "lowest_bit",
    "nearest",
    "popcount",
    "sqrt",
    "store_integer",
    "store_number",
    "store_word",
]

Memory = NDArray[np.uint64]


def popcount(word: np.uint64) -> np.uint64:
    """Return the number of set bits."""
    return np.uint64(int(word).bit_count())


def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the index of the lowest set bit.

    Raises:
        EngineError: if there is none: machine code would give anything.
    """
    bits = int(word)
    if not bits:
        raise EngineError("an empty set has no lowest square; ask first whether it is empty")
    return np.uint64((bits & -bits).bit_length() - 1)


def assume(_fact: Any) -> None:
    """Promise something to a compiler that is not there."""


def load_word(memory: Memory, slot: Any) -> np.uint64:
    """Return the uint64 in a slot of memory."""
    return np.uint64(memory[_within(memory, slot)])


def load_integer(memory: Memory, slot: Any) -> np.int64:
    """Return the int64 in a slot of memory."""
    return np.int64(memory.view(np.int64)[_within(memory, slot)])


def load_number(memory: Memory, slot: Any) -> np.float64:
    """Return the float64 in a slot of memory."""
    return np.float64(memory.view(np.float64)[_within(memory, slot)])


def store_word(memory: Memory, slot: Any, value: Any) -> None:
    """Put a uint64 into a slot of memory."""
    memory[_within(memory, slot)] = value


def store_integer(memory: Memory, slot: Any, value: Any) -> None:
    """Put an int64 into a slot of memory."""
    memory.view(np.int64)[_within(memory, slot)] = value


def store_number(memory: Memory, slot: Any, value: Any) -> None:
    """Put a float64 into a slot of memory."""
    memory.view(np.float64)[_within(memory, slot)] = value


def local_words(count: int) -> Memory:
    """Return so many slots."""
    return np.zeros(count, dtype=np.uint64)


floor: Any = np.floor
nearest: Any = np.rint
fmod: Any = np.fmod
exp: Any = np.exp
sqrt: Any = np.sqrt


def _within(memory: Memory, slot: Any) -> int:
    if not 0 <= int(slot) < len(memory):
        raise EngineError(
            f"slot {int(slot)} is asked for, and the memory has {len(memory)}; look for an index "
            "outside of its table, since compiled kernels read memory unchecked"
        )
    return int(slot)
