"""Make the images of a position under the symmetries of its board, as kernels for one word."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word
from engine.isolation.bits import (
    WIDTH_SLOT,
    Memory,
    State,
    Word,
    blanks,
    is_empty,
    is_placed,
    knight_targets,
    lowest,
    make_state,
    opp_square,
    own_square,
    single,
    square_count,
    without_lowest,
)

__all__ = ["first_image", "half_turned"]

UNPLACED_SQUARE = np.int64(64)
WORD_BITS = np.int64(64)

# Every second bit, every second pair, every second group of four, and so on.
ONES = np.uint64(0x5555555555555555)
PAIRS = np.uint64(0x3333333333333333)
FOURS = np.uint64(0x0F0F0F0F0F0F0F0F)
EIGHTS = np.uint64(0x00FF00FF00FF00FF)
SIXTEENS = np.uint64(0x0000FFFF0000FFFF)

# A symmetry is a number of three bits.
FLIP_COLUMNS = 1
FLIP_ROWS = 2
TRANSPOSE = 4


def exchange(word: Word, mask: Word, distance: np.uint64) -> Word:
    """Exchange neighbouring groups of bits."""
    return ((word >> distance) & mask) | ((word & mask) << distance)


def half_turned(board: Memory, squares: Word) -> Word:
    """Return the set after half a turn of the board: square s becomes the last square minus s."""
    word = exchange(squares, ONES, np.uint64(1))
    word = exchange(word, PAIRS, np.uint64(2))
    word = exchange(word, FOURS, np.uint64(4))
    word = exchange(word, EIGHTS, np.uint64(8))
    word = exchange(word, SIXTEENS, np.uint64(16))
    word = (word >> np.uint64(32)) | (word << np.uint64(32))
    return word >> np.uint64(WORD_BITS - square_count(board))


def image_of_square(board: Memory, square: np.int64, symmetry: int) -> np.int64:
    """Return where a square comes to; a piece that is not placed stays so."""
    if not is_placed(square):
        return square
    width = np.int64(load_word(board, np.int64(WIDTH_SLOT)))
    row, column = square // width, square % width
    if symmetry & FLIP_COLUMNS:
        column = width - np.int64(1) - column
    if symmetry & FLIP_ROWS:
        row = square_count(board) // width - np.int64(1) - row
    if symmetry & TRANSPOSE:
        return column * width + row
    return row * width + column


def image_of(board: Memory, state: State, symmetry: int) -> State:
    """Return the image of a position with few visited squares."""
    every = knight_targets(board, UNPLACED_SQUARE)
    blank = every
    visited = every & ~blanks(state)
    while not is_empty(visited):
        blank &= ~single(image_of_square(board, lowest(visited), symmetry))
        visited = without_lowest(visited)
    own = image_of_square(board, own_square(state), symmetry)
    return make_state(blank, own, image_of_square(board, opp_square(state), symmetry))


def is_before(left: State, right: State) -> bool:
    """Return whether the words of `left` are smaller, first word first."""
    if left[0] != right[0]:
        return bool(left[0] < right[0])
    if left[1] != right[1]:
        return bool(left[1] < right[1])
    return bool(left[2] < right[2])


def first_image(board: Memory, state: State) -> State:
    """Return the image of a position whose words are the smallest."""
    width = np.int64(load_word(board, np.int64(WIDTH_SLOT)))
    symmetries = 8 if width * width == square_count(board) else 4
    best = state
    for symmetry in range(1, symmetries):
        image = image_of(board, state, symmetry)
        if is_before(image, best):
            best = image
    return best
