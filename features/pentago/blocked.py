"""Count the lines that the other side's stones have closed for good."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word
from engine.pentago.bits import (
    FULL_LINES,
    NINE,
    PATTERNS,
    QUADRANT,
    ROTATED,
    Memory,
    State,
    Word,
    count,
    opp_stones,
)
from engine.pentago.view import View
from features.feature import feature
from features.pentago.fives import CORNERS, turned
from features.pentago.lines import FIVE_LINES

__all__ = ["blocked_lines"]

ZERO = np.uint64(0)


def blocked_lines_twin(view: View) -> float:
    """Turn each quadrant all four ways, and see whether its part of a line is ever free."""
    blocked = set()
    for top, left in CORNERS:
        quadrant = {(top + row, left + column) for row in range(3) for column in range(3)}
        ways = [view.opp]
        for _ in range(3):
            ways.append(turned(ways[-1], top, left))
        for line in FIVE_LINES:
            part = quadrant.intersection(line)
            if all(part & way for way in ways):
                blocked.add(line)
    return float(len(blocked))


def freed_lines(board: Memory, pattern: Word, slot: np.int64) -> Word:
    """Return the lines whose part in a quadrant some turn of it frees of these stones.

    Args:
        board: memory of the board.
        pattern: the nine squares of the quadrant that hold the stones.
        slot: of the quadrant's table of full lines: what is full of other squares is free.
    """
    lines = ZERO
    for _ in range(4):
        free = np.int64(QUADRANT & ~pattern)
        lines |= load_word(board, slot + free)
        pattern = load_word(board, np.int64(ROTATED) + np.int64(pattern))
    return lines


@feature("pentago", twin=blocked_lines_twin)
def blocked_lines(board: Memory, state: State) -> float:
    """Number of the 32 lines of five that the side can never fill, however quadrants are turned.

    A line is blocked for good where every turn of one of its quadrants leaves a stone of the
    other side on it: on the centre, on opposite sides, and so on.
    """
    stones = opp_stones(state)
    lines = ~ZERO
    for quadrant in range(4):
        pattern = (stones >> (NINE * np.uint64(quadrant))) & QUADRANT
        slot = np.int64(FULL_LINES) + np.int64(PATTERNS) * np.int64(quadrant)
        lines &= freed_lines(board, pattern, slot)
    return np.float64(np.int64(32) - count(lines & np.uint64(0xFFFFFFFF)))
