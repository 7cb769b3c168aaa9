"""Replace the machine operations where Numba simulates CUDA and kernels run as plain Python.

Numbers are NumPy's, so they wrap and divide as machine words do. Only where both numbers are
Python's own does a division by zero fail.
"""

from __future__ import annotations

import ctypes
import sys
import warnings
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from engine.cuda.program import CudaProgram, Prepared

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

_SLOT = 8
_NOT_INITIALISED = 0xA5A5A5A5A5A5A5A5


def kernel(function: Any) -> Any:
    """Return what runs on the device as it is.

    The simulator would give it the thread's module `cuda` at each call, which only routines use.
    """
    return function


inlined = kernel
"""Nothing can become a part of its callers here."""


class _Local(int):
    """Keep the memory that an address leads to, as long as a variable holds the address."""

    words: NDArray[np.uint64]


to_device: Any = cuda.to_device
"""Copies an array to the device."""


def address_of(array: Any) -> int:
    """Return where an array on the device begins."""
    address: int = array.__array_interface__["data"][0]
    return address


def threads_at_once() -> int:
    """Return 1, since one thread after the other plays."""
    return 1


def described() -> str:
    """Return what plays in place of a GPU."""
    return "Numba's simulator of CUDA, no GPU"


def prepared(program: CudaProgram) -> Prepared:
    """Return a program that is ready to run, whose arrays have room.

    Words that wrap and quotients by zero are as intended.
    """
    jit: Any = cuda.jit
    routine = jit(program.function())

    def run(count: int, arguments: tuple[int, ...]) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            routine.forall(count)(*arguments)

    return Prepared(run, sys.maxsize)


def popcount(word: np.uint64) -> np.uint64:
    """Return the number of set bits."""
    return np.uint64(int(word).bit_count())


def assume(_fact: Any) -> None:
    """Promise something to a compiler that is not there."""


def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the index of the lowest set bit; fails for 0."""
    bits = int(word)
    return np.uint64((bits & -bits).bit_length() - 1)


def load_word(address: int, slot: Any) -> np.uint64:
    """Return the uint64 in a slot of memory."""
    return np.uint64(_at(address, slot, ctypes.c_uint64).value)


def load_integer(address: int, slot: Any) -> np.int64:
    """Return the int64 in a slot of memory."""
    return np.int64(_at(address, slot, ctypes.c_int64).value)


def load_number(address: int, slot: Any) -> float:
    """Return the float64 in a slot of memory."""
    return np.float64(_at(address, slot, ctypes.c_double).value)


def store_word(address: int, slot: Any, value: Any) -> None:
    """Put a uint64 into a slot of memory."""
    _at(address, slot, ctypes.c_uint64).value = int(value)


def store_integer(address: int, slot: Any, value: Any) -> None:
    """Put an int64 into a slot of memory."""
    _at(address, slot, ctypes.c_int64).value = int(value)


def store_number(address: int, slot: Any, value: Any) -> None:
    """Put a float64 into a slot of memory."""
    _at(address, slot, ctypes.c_double).value = float(value)


def local_words(count: int) -> int:
    """Return the address of so many slots, which live as long as the variable that holds it."""
    words = np.full(count, _NOT_INITIALISED, dtype=np.uint64)
    address = _Local(words.ctypes.data)
    address.words = words
    return address


floor: Any = np.floor
nearest: Any = np.rint
fmod: Any = np.fmod
"""As LLVM and C define them."""

exp: Any = np.exp
sqrt: Any = np.sqrt
"""Infinite where too large, NaN below 0."""


def nanoseconds() -> np.int64:
    """Return 0: there is no clock, and searches with a time limit are refused."""
    return np.int64(0)


def _at(address: int, slot: Any, kind: Any) -> Any:
    return kind.from_address(int(address) + _SLOT * int(slot))
