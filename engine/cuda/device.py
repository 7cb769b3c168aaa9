"""Define the machine operations of a GPU, with the LLVM definitions of those of the CPU.

An address leads to memory of the device, global or local to its thread: the GPU tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda, types
from numba.cuda import libdevice
from numba.cuda.extending import intrinsic

from engine.cuda.gpu import described, prepared, threads_at_once
from engine.link import operations

__all__ = [
    "address_of",
    "assume",
    "described",
    "exp",
    "floor",
    "fmod",
    "inlined",
    "kernel",
    "load_integer",
    "load_number",
    "load_word",
    "local_words",
    "lowest_bit",
    "nanoseconds",
    "nearest",
    "popcount",
    "prepared",
    "sqrt",
    "store_integer",
    "store_number",
    "store_word",
    "threads_at_once",
    "to_device",
]

_WORD = ir.IntType(64)
_NUMBER = ir.DoubleType()

_jit: Any = cuda.jit

kernel = _jit(device=True)
"""Decorates what runs on the device."""

inlined = kernel
"""Decorates what should become a part of its callers, which the compiler decides."""

to_device: Any = cuda.to_device
"""Copies an array to the device."""


def address_of(array: Any) -> int:
    """Return where an array on the device begins."""
    address: int = array.__cuda_array_interface__["data"][0]
    return address


def _operation(define: Any) -> Any:
    decorate: Any = intrinsic
    return decorate(define)


def _nanoseconds(_context: Any) -> Any:
    def build(_target: Any, _builder: Any, _signature: Any, _arguments: Any) -> Any:
        return ir.Constant(_WORD, 0)

    return types.int64(), build


popcount: Callable[[np.uint64], np.uint64] = _operation(operations.define_popcount)
"""Number of set bits."""

lowest_bit: Callable[[np.uint64], np.uint64] = _operation(operations.define_lowest_bit)
"""Index of the lowest set bit; undefined for 0."""

assume: Callable[[Any], None] = _operation(operations.define_assume)
"""A promise to the compiler: this is true here."""

load_word: Callable[[int, Any], np.uint64] = _operation(operations.define_load(types.uint64, _WORD))
load_integer: Callable[[int, Any], np.int64] = _operation(
    operations.define_load(types.int64, _WORD)
)
load_number: Callable[[int, Any], float] = _operation(
    operations.define_load(types.float64, _NUMBER)
)
"""`load(address, slot)`: the uint64, int64 or float64 in a slot of memory."""

store_word: Callable[[int, Any, Any], None] = _operation(
    operations.define_store(types.uint64, _WORD)
)
store_integer: Callable[[int, Any, Any], None] = _operation(
    operations.define_store(types.int64, _WORD)
)
store_number: Callable[[int, Any, Any], None] = _operation(
    operations.define_store(types.float64, _NUMBER)
)
"""`store(address, slot, value)`."""

local_words: Callable[[int], int] = _operation(operations.define_local_words)
"""Address of so many (a literal) slots local to the thread, not initialised."""

floor: Callable[[float], float] = libdevice.floor
nearest: Callable[[float], float] = libdevice.rint
fmod: Callable[[float, float], float] = libdevice.fmod
"""As NumPy's on the CPU."""

exp: Callable[[float], float] = math.exp
sqrt: Callable[[float], float] = math.sqrt
"""By libdevice: infinite where too large, NaN below 0."""

nanoseconds: Callable[[], np.int64] = _operation(_nanoseconds)
"""There is no clock: searches with a time limit are refused."""
