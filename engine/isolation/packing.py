"""Pack positions into the words that kernels work on, one or two of squares; make their images."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.game import States
from engine.images import image_tables, set_images
from engine.isolation import bits
from engine.isolation.board import bits_of, symmetries
from engine.isolation.position import Position
from engine.kernels.limits import STATE_SLOTS

__all__ = ["are_positions", "images_of", "pack", "seen_by_other", "unpack"]

_WORD = (1 << 64) - 1


def _mask_words(squares: int, words: int) -> list[int]:
    """Return the set of all squares of a board."""
    return [((1 << squares) - 1) >> 64 * word & _WORD for word in range(words)]


def pack(positions: Sequence[Position], squares: int) -> States:
    """Return words of blank squares, the square of the side to move, that of the other side."""
    layout = bits_of(squares)
    states = np.zeros((len(positions), STATE_SLOTS), dtype=np.uint64)
    unplaced = int(layout.UNPLACED)
    for row, position in enumerate(positions):
        words = [position.blanks >> 64 * word & _WORD for word in range(layout.MASK_SLOTS)]
        pieces = [unplaced if s is None else s for s in (position.mover, position.waiter)]
        states[row, : layout.STATE_WORDS] = (*words, *pieces)
    return states


def are_positions(states: States, squares: int, by_play: bool) -> NDArray[np.bool_]:
    """Return which packed states are positions of a board with so many squares, shape (n,).

    Pieces stand on squares that are not blank; by play, the first two plies place them.
    """
    layout = bits_of(squares)
    columns = np.ascontiguousarray(states.T)
    blanks, (own, opp) = columns[: layout.MASK_SLOTS], columns[layout.MASK_SLOTS :][:2]
    board = np.array(_mask_words(squares, layout.MASK_SLOTS), dtype=np.uint64)
    faults = np.bitwise_or.reduce(blanks & ~board[:, None])
    faults |= np.bitwise_or.reduce(columns[layout.STATE_WORDS :])
    for piece in (own, opp):
        word = blanks[0] if layout is bits else np.where(piece < 64, *blanks)
        is_blank = word >> (piece & np.uint64(63)) & np.uint64(1)
        faults |= np.where(piece < squares, is_blank, piece ^ layout.UNPLACED)
    visited = squares - np.bitwise_count(blanks).sum(axis=0, dtype=np.int64)
    placed = (own < squares).astype(np.int64) + (opp < squares)
    apart = (own != opp) | (placed == 0)
    fits: NDArray[np.bool_] = (faults == 0) & apart
    return fits & (placed == np.minimum(visited, 2)) if by_play else fits


def unpack(state: NDArray[np.uint64], height: int, width: int) -> Position:
    """Return the position of one packed state, shape (STATE_SLOTS,)."""
    layout = bits_of(height * width)
    numbers = [int(word) for word in state[: layout.STATE_WORDS]]
    blanks = sum(word << 64 * index for index, word in enumerate(numbers[: layout.MASK_SLOTS]))
    unplaced = int(layout.UNPLACED)
    mover, waiter = (
        None if square == unplaced else square for square in numbers[layout.MASK_SLOTS :]
    )
    return Position(height, width, blanks, mover, waiter)


def seen_by_other(states: States, squares: int) -> States:
    """Return the states with the two pieces exchanged."""
    return states[:, [0, 2, 1, 3] if squares <= bits.SQUARES else [0, 1, 3, 2]]


def images_of(states: States, height: int, width: int) -> NDArray[np.uint64]:
    """Return all images of packed states under the board's symmetries, the states first.

    Returns:
        Shape (images, n, STATE_SLOTS).
    """
    layout = bits_of(height * width)
    words = layout.MASK_SLOTS
    tables, squares = _image_tables(height, width)
    # In memory word by word: `smallest_image` compares a word of all states at once.
    images = np.zeros((len(squares), STATE_SLOTS, len(states)), dtype=np.uint64).swapaxes(1, 2)
    images[:, :, :words] = set_images(states[:, :words], tables).swapaxes(0, 1)
    pieces = states[:, words : layout.STATE_WORDS].astype(np.int64)
    images[:, :, words : layout.STATE_WORDS] = squares.take(pieces, axis=1)
    return images


@cache
def _image_tables(height: int, width: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return where sets of squares go, and where each square goes, by image."""
    squares = height * width
    layout, permutations = bits_of(squares), symmetries(height, width)
    targets = np.full((len(permutations), layout.STRIDE), int(layout.UNPLACED), dtype=np.uint64)
    targets[:, :squares] = permutations
    return image_tables(range(squares), permutations, layout.MASK_SLOTS), targets
