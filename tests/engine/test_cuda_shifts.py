"""A word that is shifted by 64 or more is the same on a CPU, on a GPU and in the simulator."""

from __future__ import annotations

import ast
from typing import Any

import numba
import numpy as np
import pytest

from engine.cuda.exact import on_cpu_only
from engine.cuda.shifts import rest_of_64

SHIFTS = """\
def shifts(word, steps):
    left = word << steps
    left >>= np.uint64(1)
    return left, word >> steps + np.uint64(3)
"""
STEPS = (0, 1, 59, 60, 61, 63, 64, 65, 127, 128)
WORD = 0x9E3779B97F4A7C15


def compiled(text: str) -> Any:
    names: dict[str, Any] = {"np": np}
    exec(text, names)
    return names["shifts"]


def by_instructions(steps: int) -> tuple[int, int]:
    """By the last six bits of the number ("Intel 64 and IA-32 Architectures Software Developer's
    Manual", SHL; "Arm Architecture Reference Manual", LSLV).
    """
    return (WORD << steps % 64) % 2**64 >> 1, WORD >> (steps + 3) % 64


@pytest.mark.parametrize("steps", STEPS)
def test_what_is_shifted_by_a_computed_number(steps: int) -> None:
    given = np.uint64(WORD), np.uint64(steps)
    expected = by_instructions(steps)
    text = rest_of_64(SHIFTS)
    assert compiled(text)(*given) == expected
    assert numba.njit(compiled(text))(*given) == expected
    # What the CPU plays, as its compiler takes numbers that it does not know.
    assert numba.njit(compiled(SHIFTS))(*given) == expected


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("word << steps", "word << (steps & 63)"),
        ("word >> a + b", "word >> (a + b & 63)"),
        ("word << (word >> steps)", "word << (word >> (steps & 63) & 63)"),
        ("word << np.uint64(63)", "word << np.uint64(63)"),
        ("word << (steps & np.uint64(7))", "word << (steps & np.uint64(7))"),
        ("word << 5 | a + b", "word << 5 | a + b"),
    ],
)
def test_only_numbers_that_may_be_64_or_more_are_changed(line: str, changed: str) -> None:
    assert rest_of_64(line) == ast.unparse(ast.parse(changed))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("return own << np.uint64(64)", "a shift by 64"),
        ("own >>= 70\n    return own", "a shift by 70"),
        ("return own << -1", "a shift by -1"),
        ("return own << np.uint64(63)", None),
    ],
)
def test_a_written_shift_that_is_too_far_stays_on_the_cpu(line: str, reason: str | None) -> None:
    """The CPU's compiler knows the number, and may make anything of it."""
    assert on_cpu_only(f"def formula(own):\n    {line}\n", ()) == reason
