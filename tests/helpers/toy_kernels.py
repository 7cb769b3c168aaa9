"""Kernels for tests of the linker: right ones, and one for each thing that is refused."""

from __future__ import annotations

import collections

import numpy as np

from engine.intrinsics import load_number, popcount
from engine.table import MaskTable, NumberTable

LIMIT = np.int64(3)
HALF = 0.5
ENDLESS = float("inf")
NOT_A_NUMBER = float("nan")
NAMES = ["a", "b"]

HEIGHTS = NumberTable("heights", lambda height, width: range(height * width))
ROWS = MaskTable("rows", lambda height, width: [0] * (height * width))


def twice(number: np.int64) -> np.int64:
    """Has a docstring and types, which the joined text does not need."""
    return number + number


def four_times(number: np.int64) -> np.int64:
    return twice(twice(number))


def limited(number: np.int64) -> np.int64:
    return min(four_times(number), LIMIT)


def bits_and_half(word: np.uint64) -> float:
    return np.float64(popcount(word)) + HALF


def endless() -> float:
    return ENDLESS


def not_a_number() -> float:
    return NOT_A_NUMBER


def height_of(board: int, square: np.int64) -> float:
    return load_number(board, np.int64(HEIGHTS) + square)


def row_and_height(board: int, square: np.int64) -> float:
    return np.float64(ROWS) + height_of(board, square)


def recursive(number: np.int64) -> np.int64:
    return number if number == 0 else recursive(number - 1)


def ping(number: np.int64) -> np.int64:
    return pong(number)


def pong(number: np.int64) -> np.int64:
    return ping(number)


def add(amount: np.int64):
    def added(number: np.int64) -> np.int64:
        return number + amount

    return added


def with_lambda(number: np.int64) -> np.int64:
    chosen = lambda: number  # noqa: E731
    return chosen()


def with_list(number: np.int64) -> np.int64:
    return sum([one for one in range(number)])


def with_unknown(number: np.int64) -> np.int64:
    return number + missing  # noqa: F821


def with_names(number: np.int64) -> np.int64:
    return number + len(NAMES)


def with_module(number: np.int64) -> np.int64:
    return collections.deque(number)


doubled = twice


def same_name_as_a_helper(number: np.int64) -> np.int64:
    twice = doubled(number)
    return twice


def kernel(number: np.int64) -> np.int64:
    """Has the name of the decorator in the joined text."""
    return number + 1


def uses_kernel(number: np.int64) -> np.int64:
    return kernel(number)
