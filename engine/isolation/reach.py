"""Find the squares that a knight still comes to, and bound its longest walk, as kernels.

The longest walk is for boards of one word. There "free" is a set of blank squares that nobody else
can take, all in reach of the knight's square, which is not one of them.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word, local_words, store_word
from engine.isolation.bits import (
    NOT_FIRST_SLOT,
    NOT_FIRST_TWO_SLOT,
    NOT_LAST_SLOT,
    NOT_LAST_TWO_SLOT,
    ONE,
    SQUARES,
    WIDTH_SLOT,
    ZERO,
    Memory,
    Word,
    all_but,
    common,
    count,
    either,
    is_empty,
    knight_targets,
    lowest,
    mask_at,
    single,
    spread,
    without_lowest,
)
from engine.kernels.proof import count_node, is_spent
from engine.table import MaskTable

__all__ = ["OTHER_COLOR", "longest_by_color", "longest_walk", "reachable_squares", "walk_bound"]


def _other_colors(height: int, width: int) -> list[int]:
    squares = [(row, column) for row in range(height) for column in range(width)]
    return [
        sum(
            1 << (other_row * width + other_column)
            for other_row, other_column in squares
            if (row + column + other_row + other_column) % 2
        )
        for row, column in squares
    ]


OTHER_COLOR = MaskTable("other_color", _other_colors)
"""The squares of the colour that each square does not have, as on a chessboard."""


def reachable_squares(board: Memory, free: Word, square: np.int64) -> Word:
    """Return the squares of `free` that a knight on `square` comes to in steps over `free`.

    `square` is not in `free`. All of `free` for UNPLACED.
    """
    newest = common(free, knight_targets(board, square))
    reached = newest
    while not is_empty(newest):
        newest = all_but(common(free, spread(board, newest)), reached)
        reached = either(reached, newest)
    return reached


def longest_by_color(reached: Word, next_color: Word) -> np.int64:
    """Return the most steps that a path over `reached` can have that first goes to `next_color`.

    A knight changes colour with each step, so the path ends when one colour is used up.
    """
    first = count(common(reached, next_color))
    second = count(reached) - first
    if first > second:
        return second + second + np.int64(1)
    return first + first


# Slots of a stack frame.
UNTRIED = 1
FRAME = 2
# A frame for each square of the longest walk, its start included.
STACK_SLOTS = (SQUARES + 1) * FRAME

TWO = np.uint64(2)
# A knight has eight moves at the most.
TOO_MANY = np.int64(8 + 1)


def add_layer(counts: tuple[Word, Word], layer: Word) -> tuple[Word, Word]:
    """Count one more set: (squares in at least one set, squares in at least two)."""
    once, twice = counts
    return (once | layer, twice | (once & layer))


def dead_ends(board: Memory, free: Word, square: np.int64) -> Word:
    """Return the free squares with one neighbour among the free ones and the knight's square."""
    width = load_word(board, np.int64(WIDTH_SLOT))
    double = width + width
    ground = free | single(square)
    right = (ground & load_word(board, np.int64(NOT_LAST_SLOT))) << ONE
    left = (ground & load_word(board, np.int64(NOT_FIRST_SLOT))) >> ONE
    far_right = (ground & load_word(board, np.int64(NOT_LAST_TWO_SLOT))) << TWO
    far_left = (ground & load_word(board, np.int64(NOT_FIRST_TWO_SLOT))) >> TWO
    counts = add_layer((right << double, ZERO), right >> double)
    counts = add_layer(add_layer(counts, left << double), left >> double)
    counts = add_layer(add_layer(counts, far_right << width), far_right >> width)
    counts = add_layer(add_layer(counts, far_left << width), far_left >> width)
    return free & ~counts[1]


def walk_bound(board: Memory, free: Word, square: np.int64) -> np.int64:
    """Return a number of steps that no walk from `square` over `free` exceeds.

    The colours alternate, and a dead end can only be the last square of a walk: so there is one at
    most, of either colour.
    """
    following = mask_at(board, OTHER_COLOR, square)
    ends = dead_ends(board, free, square)
    inner = free & ~ends
    best = longest_by_color(inner, following)
    light, dark = ends & following, ends & ~following
    if light != ZERO:
        best = max(best, longest_by_color(inner | (light & (~light + ONE)), following))
    if dark != ZERO:
        best = max(best, longest_by_color(inner | (dark & (~dark + ONE)), following))
    return best


def fewest_onward(board: Memory, free: Word, untried: Word) -> np.int64:
    """Return the square to go to from which the fewest free squares can be reached.

    Source: Warnsdorff's rule for knight's tours (1823).
    """
    best = np.int64(0)
    fewest = TOO_MANY
    while not is_empty(untried):
        square = lowest(untried)
        untried = without_lowest(untried)
        onward = count(knight_targets(board, square) & free)
        if onward < fewest:
            fewest = onward
            best = square
    return best


def longest_walk(
    board: Memory, notes: Memory, free: Word, start: np.int64, limits: tuple[np.int64, np.int64]
) -> np.int64:
    """Return steps of the longest walk from `start` over `free`.

    Depth first. `limits` are (floor, cap): a walk of at most `floor` steps is of no interest, and
    one of `cap` steps is enough. So the result is exact between them, `floor` stands for anything
    up to it, and `cap` or more for anything from there on. It means nothing once the budget is
    spent.
    """
    best, cap = limits
    stack = local_words(STACK_SLOTS)
    store_word(stack, np.int64(0), free)
    store_word(stack, np.int64(UNTRIED), free & knight_targets(board, start))
    step = np.int64(0)
    while step >= 0 and best < cap and not is_spent(notes):
        frame = step * np.int64(FRAME)
        free = load_word(stack, frame)
        untried = load_word(stack, frame + np.int64(UNTRIED))
        if is_empty(untried):
            step -= np.int64(1)
            continue
        count_node(notes)
        square = fewest_onward(board, free, untried)
        store_word(stack, frame + np.int64(UNTRIED), untried & ~single(square))
        left = reachable_squares(board, free & ~single(square), square)
        best = max(best, step + np.int64(1))
        if step + np.int64(1) + walk_bound(board, left, square) > best:
            step += np.int64(1)
            frame = step * np.int64(FRAME)
            store_word(stack, frame, left)
            store_word(stack, frame + np.int64(UNTRIED), left & knight_targets(board, square))
    return best
