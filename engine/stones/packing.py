"""Hold stones as packed states: own stones, then the opponent's, each a set in one word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.game import States
from engine.images import image_tables, set_images
from engine.stones.position import Square

__all__ = ["are_positions", "images_of", "seen_by_other", "squares_of"]


def are_positions(states: States, squares: int, by_play: bool) -> NDArray[np.bool_]:
    """Allow one stone on each square; by play as many of both sides, or one more of one.

    Args:
        states: shape (n, STATE_SLOTS).
        squares: the set of all squares of the board.
        by_play: whether both sides have put one stone in each of their plies.

    Returns:
        Shape (n,).
    """
    own, opp, third, last = states.T
    wrong = ((own | opp) & ~np.uint64(squares)) | (own & opp) | third | last
    more = np.bitwise_count(own).astype(np.int64) - np.bitwise_count(opp)
    fits = np.asarray(wrong == 0)
    return fits & (np.abs(more) <= 1) if by_play else fits


def images_of(
    states: States, bits: Sequence[int], permutations: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Return the images of packed states; words behind the stones stay as they are.

    Args:
        states: shape (n, STATE_SLOTS).
        bits: the bit of each square.
        permutations: the square that each square goes to, a row for each image.

    Returns:
        Shape (images, n, STATE_SLOTS).
    """
    tables = _tables(tuple(bits), permutations.tobytes())
    # In memory word by word: `smallest_image` compares a word of all states at once.
    images = np.repeat(states.T[None], len(permutations), axis=0).swapaxes(1, 2)
    for word in (0, 1):
        images[:, :, word] = set_images(states[:, word : word + 1], tables)[:, :, 0].T
    return images


@lru_cache(maxsize=64)
def _tables(bits: tuple[int, ...], permutations: bytes) -> NDArray[np.uint64]:
    """Return where sets of stones go; the bytes are those of the permutations."""
    rows = np.frombuffer(permutations, dtype=np.int64).reshape(-1, len(bits))
    return image_tables(bits, rows, 1)


def seen_by_other(states: States) -> States:
    """Return the states with the two sides exchanged."""
    return states[:, [1, 0, 2, 3]]


def squares_of(stones: int, bits: Sequence[int], width: int) -> frozenset[Square]:
    """Return a set of stones as squares of a board with so many columns.

    Args:
        stones: the set.
        bits: the bit of each square, row by row from the top left.
        width: columns of the board.
    """
    return frozenset(divmod(square, width) for square, bit in enumerate(bits) if stones >> bit & 1)
