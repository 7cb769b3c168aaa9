"""Name what differs between machines in kernels: bit counting, typed access to memory by address.

Kernels take addresses in place of arrays. An array argument costs a reference count at every
call that is not inlined; an address costs nothing (measured: 73,000 against 143,000 games a
second at depth 3 on 7x7).

The names stand for machine code: `engine.link.operations` defines it for the CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

__all__ = [
    "OPERATIONS",
    "allocate_words",
    "assume",
    "call_chooser",
    "call_evaluator",
    "call_prover",
    "exp",
    "floor",
    "fmod",
    "load_integer",
    "load_number",
    "load_word",
    "local_words",
    "lowest_bit",
    "nanoseconds",
    "nearest",
    "popcount",
    "release_words",
    "sqrt",
    "store_integer",
    "store_number",
    "store_word",
]

OPERATIONS = tuple(name for name in __all__ if name.islower())
"""What kernels may call."""


class _Operation:
    """An operation is called in compiled code only."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_arguments: Any) -> NoReturn:
        """Refuse what no Python can do."""
        raise TypeError(f"'{self._name}' is an operation of the machine; compile what calls it")


popcount: Callable[[np.uint64], np.uint64] = _Operation("popcount")
"""Number of set bits."""

lowest_bit: Callable[[np.uint64], np.uint64] = _Operation("lowest_bit")
"""Index of the lowest set bit; undefined for 0."""

assume: Callable[[Any], None] = _Operation("assume")
"""A promise to the compiler: this is true here. Computed only where something else needs it."""

load_word: Callable[[int, Any], np.uint64] = _Operation("load_word")
load_integer: Callable[[int, Any], np.int64] = _Operation("load_integer")
load_number: Callable[[int, Any], float] = _Operation("load_number")
"""`load(address, slot)`: the uint64, int64 or float64 in a slot of memory."""

store_word: Callable[[int, Any, Any], None] = _Operation("store_word")
store_integer: Callable[[int, Any, Any], None] = _Operation("store_integer")
store_number: Callable[[int, Any, Any], None] = _Operation("store_number")
"""`store(address, slot, value)`."""

exp: Callable[[float], float] = math.exp
sqrt: Callable[[float], float] = math.sqrt
"""In kernels as NumPy's, which CUDA lacks: infinite where too large, NaN below 0."""

floor: Callable[[float], float] = np.floor
nearest: Callable[[float], float] = np.rint
fmod: Callable[[float, float], float] = np.fmod
"""Down, to the nearest even whole number, what a division towards 0 leaves; CUDA has others."""

nanoseconds: Callable[[], np.int64] = _Operation("nanoseconds")
"""The steady clock of the machine."""

local_words: Callable[[int], int] = _Operation("local_words")
"""Address of so many (a literal) slots on the caller's stack, not initialised."""

call_chooser: Callable[..., np.int64] = _Operation("call_chooser")
call_evaluator: Callable[..., np.int64] = _Operation("call_evaluator")
call_prover: Callable[..., np.int64] = _Operation("call_prover")
"""Call machine code by its address, which is followed by the arguments of its entry point."""

allocate_words: Callable[[Any], int] = _Operation("allocate_words")
"""Address of so many slots of zeros on the heap, 0 where there is no memory left; whoever asks for
them gives them back by `release_words`."""

release_words: Callable[[int], None] = _Operation("release_words")
"""Give back what `allocate_words` gave."""
