"""Modules as the compiler writes them, but quickly compiled."""

from __future__ import annotations

from types import ModuleType

TEXT = '''"""A module as the compiler writes them, but quickly compiled."""
from numba import cfunc, njit, types


@njit(types.int64(types.int64), nogil=True, cache=True)
def answer(number):
    return number * {factor}


@cfunc(types.int64(types.int64), nopython=True, cache=True)
def callback(number):
    return answer(number)
'''
SIX = TEXT.format(factor=6)
SEVEN = TEXT.format(factor=7)


def works(module: ModuleType, factor: int = 6) -> bool:
    return bool(module.answer(7) == 7 * factor and module.callback.ctypes(7) == 7 * factor)
