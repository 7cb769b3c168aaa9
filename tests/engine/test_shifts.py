"""A word that is shifted by 64 or more is the same on each CPU, on a GPU and in the simulator."""

from __future__ import annotations

import ast
from typing import Any

import numba
import numpy as np
import pytest

from engine.isolation import bits
from engine.link.shifts import ShiftsByRest
from engine.link.source import read_kernel

SHIFTS = """\
def shifts(word, steps):
    left = word << steps
    left >>= np.uint64(1)
    return left, word >> steps + np.uint64(3), word << np.uint64(70), word >> -1
"""
STEPS = (0, 1, 59, 60, 61, 63, 64, 65, 127, 128)
WORD = 0x9E3779B97F4A7C15


def changed(text: str) -> str:
    return ast.unparse(ShiftsByRest().visit(ast.parse(text)))


def compiled(text: str) -> Any:
    names: dict[str, Any] = {"np": np}
    exec(text, names)
    return names["shifts"]


def by_instructions(steps: int) -> tuple[int, ...]:
    """By the last six bits of the number ("Intel 64 and IA-32 Architectures Software Developer's
    Manual", SHL; "Arm Architecture Reference Manual", LSLV).
    """
    shifted = (WORD << steps % 64) % 2**64 >> 1, WORD >> (steps + 3) % 64
    return *shifted, (WORD << 6) % 2**64, WORD >> 63


@pytest.mark.parametrize("steps", STEPS)
def test_what_is_shifted_by_a_computed_number(steps: int) -> None:
    given = np.uint64(WORD), np.uint64(steps)
    text = changed(SHIFTS)
    assert compiled(text)(*given) == by_instructions(steps)
    assert numba.njit(compiled(text))(*given) == by_instructions(steps)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("word << steps", "word << (steps & 63)"),
        ("word >> a + b", "word >> (a + b & 63)"),
        ("word << (word >> steps)", "word << (word >> (steps & 63) & 63)"),
        ("word << np.uint64(63)", "word << np.uint64(63)"),
        ("word << np.uint64(64)", "word << (np.uint64(64) & 63)"),
        ("word << (steps & np.uint64(7))", "word << (steps & np.uint64(7))"),
        ("word << 5 | a + b", "word << 5 | a + b"),
    ],
)
def test_only_numbers_that_may_be_64_or_more_are_changed(line: str, expected: str) -> None:
    assert changed(line) == ast.unparse(ast.parse(expected))


def single(square: np.int64) -> np.uint64:
    """Return the set of a square."""
    return bits.ONE << np.uint64(square)


def test_only_kernels_of_users_are_changed() -> None:
    """What is packaged stays as it is: so does its machine code, in the folder that keeps it."""
    packaged = ast.unparse(read_kernel(bits.single).definition)
    assert packaged.endswith("return ONE << np.uint64(square)")
    own = ast.unparse(read_kernel(single).definition)
    assert own.endswith("return bits.ONE << (np.uint64(square) & 63)")
