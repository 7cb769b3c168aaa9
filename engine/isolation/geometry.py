"""The geometry of a board: knight moves, edges, symmetries, and its memory for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.isolation import bits
from engine.isolation.view import KNIGHT_STEPS
from engine.table import MaskTable, Table

__all__ = ["board_memory", "images_of", "knight_masks", "symmetries"]


@cache
def knight_masks(height: int, width: int) -> tuple[int, ...]:
    """For each square the set of squares a knight's move away, as bits."""
    masks = []
    for row in range(height):
        for column in range(width):
            reached = [(row + down, column + right) for down, right in KNIGHT_STEPS]
            masks.append(_mask(height, width, reached))
    return tuple(masks)


@cache
def symmetries(height: int, width: int) -> NDArray[np.int64]:
    """The board's symmetries, shape (8 or 4, squares): the square that each square goes to.

    Eight for a square board, four for any other; the first is the identity.
    """
    squares = np.arange(height * width).reshape(height, width)
    images = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    if height == width:
        images += [image.T for image in images]
    permutations = np.array([image.reshape(-1) for image in images], dtype=np.int64)
    permutations.flags.writeable = False
    return permutations


def images_of(states: NDArray[np.uint64], height: int, width: int) -> list[NDArray[np.uint64]]:
    """All images of packed states under the board's symmetries, the states themselves first.

    Args:
        states: shape (n, 4): blank squares, square of the mover, square of the other, unused.
    """
    squares = np.arange(height * width, dtype=np.uint64)
    blank = (states[:, :1] >> squares) & np.uint64(1)
    images = []
    for permutation in symmetries(height, width):
        image = np.zeros_like(states)
        image[:, 0] = (blank << permutation.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        target = np.append(permutation, [int(bits.UNPLACED)] * (bits.STRIDE - len(squares)))
        image[:, 1:3] = target.astype(np.uint64)[states[:, 1:3].astype(np.int64)]
        images.append(image)
    return images


def board_memory(height: int, width: int, tables: Sequence[Table]) -> NDArray[np.uint64]:
    """The memory of a board as `engine.isolation.bits` reads it, read-only, shape (slots,)."""
    parts = [_header(height, width), _masks(knight_masks(height, width), height * width)]
    # An unplaced piece goes to any square.
    parts[1][bits.STRIDE - 1] = (1 << height * width) - 1
    for table in tables:
        if isinstance(table, MaskTable):
            parts.append(_masks(table.build(height, width), height * width))
        else:
            numbers = np.zeros(bits.STRIDE, dtype=np.float64)
            numbers[: height * width] = table.build(height, width)
            parts.append(numbers.view(np.uint64))
    memory = np.concatenate(parts)
    memory.flags.writeable = False
    return memory


def _mask(height: int, width: int, squares: Sequence[tuple[int, int]]) -> int:
    return sum(
        1 << row * width + column
        for row, column in squares
        if 0 <= row < height and 0 <= column < width
    )


def _header(height: int, width: int) -> NDArray[np.uint64]:
    header = np.zeros(bits.HEADER, dtype=np.uint64)
    header[bits.SQUARE_COUNT_SLOT] = height * width
    header[bits.WIDTH_SLOT] = width
    columns = {
        bits.NOT_FIRST_SLOT: range(1, width),
        bits.NOT_FIRST_TWO_SLOT: range(2, width),
        bits.NOT_LAST_SLOT: range(width - 1),
        bits.NOT_LAST_TWO_SLOT: range(width - 2),
    }
    for slot, kept in columns.items():
        header[slot] = _mask(height, width, [(row, c) for row in range(height) for c in kept])
    return header


def _masks(masks: Sequence[int], squares: int) -> NDArray[np.uint64]:
    slots = np.zeros(bits.STRIDE, dtype=np.uint64)
    slots[:squares] = np.array(masks, dtype=np.uint64)
    return slots
