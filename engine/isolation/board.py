"""Describe the board: knight moves, symmetries, and its memory as the kernels read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from engine.isolation import bits, bits_two_words
from engine.isolation.view import KNIGHT_STEPS, Square
from engine.table import MaskTable, Table

__all__ = [
    "bits_of",
    "board_memory",
    "first_slot",
    "knight_masks",
    "places",
    "squares_of",
    "symmetries",
    "table_slots",
]


_WORD = (1 << 64) - 1


def bits_of(squares: int) -> ModuleType:
    """Return the bit operations of a board with so many squares."""
    return bits if squares <= bits.SQUARES else bits_two_words


def squares_of(mask: int) -> Iterator[int]:
    """Yield the numbers of the squares in a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@cache
def places(height: int, width: int) -> tuple[Square, ...]:
    """Return the row and the column of each square."""
    return tuple(divmod(square, width) for square in range(height * width))


@cache
def knight_masks(height: int, width: int) -> tuple[int, ...]:
    """Return for each square the set of squares a knight's move away, as bits."""
    masks = []
    for row in range(height):
        for column in range(width):
            reached = [(row + down, column + right) for down, right in KNIGHT_STEPS]
            masks.append(_mask(height, width, reached))
    return tuple(masks)


@cache
def symmetries(height: int, width: int) -> NDArray[np.int64]:
    """Return the board's symmetries, shape (8 or 4, squares): the square that each square goes to.

    Eight for a square board, four for any other; the first is the identity.
    """
    squares = np.arange(height * width).reshape(height, width)
    images = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    if height == width:
        images += [image.T for image in images]
    permutations = np.array([image.reshape(-1) for image in images], dtype=np.int64)
    permutations.flags.writeable = False
    return permutations


def _mask(height: int, width: int, squares: Sequence[tuple[int, int]]) -> int:
    return sum(
        1 << row * width + column
        for row, column in squares
        if 0 <= row < height and 0 <= column < width
    )


def first_slot(squares: int) -> int:
    """Return the slot behind the header and the knight's moves."""
    layout = bits_of(squares)
    return int(layout.HEADER + layout.STRIDE * layout.MASK_SLOTS)


def table_slots(table: Table, squares: int) -> int:
    """Return the number of entries: one for each square and one for UNPLACED."""
    layout = bits_of(squares)
    return int(layout.STRIDE * (layout.MASK_SLOTS if isinstance(table, MaskTable) else 1))


@lru_cache(maxsize=64)
def board_memory(height: int, width: int, tables: tuple[Table, ...]) -> NDArray[np.uint64]:
    """Return the memory of a board with these tables behind its own, read-only, shape (slots,)."""
    layout = bits_of(height * width)
    # An unplaced piece goes to any square.
    missing = [0] * (layout.STRIDE - 1 - height * width)
    targets = [*knight_masks(height, width), *missing, (1 << height * width) - 1]
    parts = [_header(height, width, layout), _masks(targets, layout)]
    for table in tables:
        if isinstance(table, MaskTable):
            parts.append(_masks(table.build(height, width), layout))
        else:
            numbers = np.zeros(layout.STRIDE, dtype=np.float64)
            numbers[: height * width] = table.build(height, width)
            parts.append(numbers.view(np.uint64))
    memory = np.concatenate(parts)
    memory.flags.writeable = False
    return memory


def _header(height: int, width: int, layout: ModuleType) -> NDArray[np.uint64]:
    header = np.zeros(layout.HEADER, dtype=np.uint64)
    header[layout.SQUARE_COUNT_SLOT] = height * width
    header[layout.WIDTH_SLOT] = width
    columns = {
        layout.NOT_FIRST_SLOT: range(1, width),
        layout.NOT_FIRST_TWO_SLOT: range(2, width),
        layout.NOT_LAST_SLOT: range(width - 1),
        layout.NOT_LAST_TWO_SLOT: range(width - 2),
    }
    for slot, kept in columns.items():
        mask = sum(1 << row * width + column for row in range(height) for column in kept)
        header[slot : slot + layout.MASK_SLOTS] = _words(mask, layout)
    return header


def _masks(masks: Sequence[int], layout: ModuleType) -> NDArray[np.uint64]:
    slots = np.zeros((layout.STRIDE, layout.MASK_SLOTS), dtype=np.uint64)
    for entry, mask in enumerate(masks):
        slots[entry] = _words(mask, layout)
    return slots.reshape(-1)


def _words(mask: int, layout: ModuleType) -> list[int]:
    return [mask >> 64 * word & _WORD for word in range(layout.MASK_SLOTS)]
