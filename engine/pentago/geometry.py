"""Describe the board: lines, quadrants, rotations, symmetries, and the memory for kernels.

Kernels number squares quadrant by quadrant: bit 9 * quadrant + 3 * row + column, row and column
inside the quadrant, quadrants from the top left, row by row. Everywhere else a square is
6 * row + column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.pentago import bits
from engine.pentago.position import SIDE, SQUARES
from engine.stones import packing
from engine.table import MaskTable, Table

__all__ = [
    "FIVE_LINES",
    "KERNEL_SQUARES",
    "board_memory",
    "images_of",
    "rotate_squares",
    "symmetries",
    "to_kernel",
    "to_plain",
]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _five_lines() -> tuple[frozenset[int], ...]:
    lines = []
    for down, right in DIRECTIONS:
        for row in range(SIDE):
            for column in range(SIDE):
                squares = [(row + step * down, column + step * right) for step in range(5)]
                if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in squares):
                    lines.append(frozenset(r * SIDE + c for r, c in squares))
    return tuple(lines)


FIVE_LINES = _five_lines()
"""The 32 lines of five squares."""

KERNEL_SQUARES = tuple(
    9 * (row // 3 * 2 + column // 3) + 3 * (row % 3) + column % 3
    for row in range(SIDE)
    for column in range(SIDE)
)
"""The kernels' number of each square."""


def to_kernel(stones: int) -> int:
    """Return a set of squares in the kernels' order."""
    return sum(1 << KERNEL_SQUARES[square] for square in range(SQUARES) if stones >> square & 1)


def to_plain(word: int) -> int:
    """Return the inverse of `to_kernel`."""
    return sum(1 << square for square in range(SQUARES) if word >> KERNEL_SQUARES[square] & 1)


@cache
def rotate_squares(quadrant: int, clockwise: bool) -> tuple[int, ...]:
    """Return where each square goes when a quadrant turns by 90 degrees."""
    top, left = quadrant // 2 * 3, quadrant % 2 * 3
    targets = list(range(SQUARES))
    for row in range(3):
        for column in range(3):
            new = (column, 2 - row) if clockwise else (2 - column, row)
            targets[(top + row) * SIDE + left + column] = (top + new[0]) * SIDE + left + new[1]
    return tuple(targets)


@cache
def symmetries() -> NDArray[np.int64]:
    """Return the 8 symmetries of the board, shape (8, 36): the square that each square goes to."""
    squares = np.arange(SQUARES).reshape(SIDE, SIDE)
    images = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    images += [image.T for image in images]
    permutations = np.array([image.reshape(-1) for image in images], dtype=np.int64)
    permutations.flags.writeable = False
    return permutations


def images_of(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return all images of packed states under the symmetries, the states themselves first.

    Returns:
        Shape (images, n, STATE_SLOTS).
    """
    return packing.images_of(states, KERNEL_SQUARES, symmetries())


@cache
def _base_memory() -> NDArray[np.uint64]:
    memory = np.zeros(bits.FIRST_TABLE, dtype=np.uint64)
    for pattern in range(bits.PATTERNS):
        for clockwise in (0, 1):
            targets = rotate_squares(0, bool(clockwise))
            turned = sum(
                1 << KERNEL_SQUARES[targets[square]]
                for square in range(SQUARES)
                if KERNEL_SQUARES[square] < 9 and pattern >> KERNEL_SQUARES[square] & 1
            )
            memory[bits.ROTATED + bits.PATTERNS * clockwise + pattern] = turned
    lines = [to_kernel(sum(1 << square for square in line)) for line in FIVE_LINES]
    memory[bits.LINE_MASKS : bits.LINE_MASKS + bits.FIVES] = lines
    for quadrant in range(4):
        for pattern in range(bits.PATTERNS):
            slot = bits.PATTERNS * quadrant + pattern
            missing = [((line >> 9 * quadrant & 511) & ~pattern).bit_count() for line in lines]
            full = sum(1 << line for line, squares in enumerate(missing) if squares == 0)
            near = sum(1 << line for line, squares in enumerate(missing) if squares <= 1)
            memory[bits.FULL_LINES + slot] = full
            memory[bits.NEAR_LINES + slot] = near << 32 | full
            memory[bits.SPREAD + slot] = _spread(pattern << 9 * quadrant)
    return memory


def _spread(word: int) -> int:
    """Return the squares of a kernel's word as bits 7 * row + column: no line wraps at an edge."""
    plain = to_plain(word)
    return sum(1 << 7 * (s // SIDE) + s % SIDE for s in range(SQUARES) if plain >> s & 1)


def board_memory(tables: Sequence[Table]) -> NDArray[np.uint64]:
    """Return the memory that kernels read, these tables at its end, read-only, shape (slots,)."""
    parts = [_base_memory()]
    for table in tables:
        if isinstance(table, MaskTable):
            rows = np.array([to_kernel(mask) for mask in table.build(SIDE, SIDE)], dtype=np.uint64)
        else:
            rows = np.array(table.build(SIDE, SIDE), dtype=np.float64).view(np.uint64)
        slots = np.zeros(SQUARES, dtype=np.uint64)
        slots[list(KERNEL_SQUARES)] = rows
        parts.append(slots)
    memory = np.concatenate(parts)
    memory.flags.writeable = False
    return memory
