"""Features of Connect Four: open lines, and stones of the middle column.

The first has two functions: a kernel over sets of squares, which is many times as fast as a loop,
and a plain one, its twin, that it is compared with. The second is a loop, and is written once.
"""

import numpy as np

from engine.stones.kernels import ONE, ZERO, Memory, State, count, lowest, without_lowest
from engine.stones.position import View
from engine.stones.squares import height, is_own, width
from features.feature import feature

__all__ = ["middle_stones", "open_lines"]

BOARD = np.uint64(sum(0b1111111 << 8 * row for row in range(6)))

LINES = [
    [(row + step * down, column + step * right) for step in range(4)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(6)
    for column in range(7)
    if row + 3 * down < 6 and 0 <= column + 3 * right < 7
]


def open_lines_twin(view: View, stones: int) -> float:
    """Look at the 69 lines, one by one."""
    return float(
        sum(view.opp.isdisjoint(line) and len(view.own & set(line)) == stones for line in LINES)
    )


def open_along(state: State, stones: int, step: int) -> int:
    """Count the open lines whose squares are so many bits apart."""
    free = BOARD & ~state[1]
    pairs = free & (free >> np.uint64(step))
    starts = pairs & (pairs >> np.uint64(2 * step))
    line = ONE | (ONE << np.uint64(step))
    line |= line << np.uint64(2 * step)
    found = 0
    while starts != ZERO:
        if count(state[0] & (line << np.uint64(lowest(starts)))) == stones:
            found += 1
        starts = without_lowest(starts)
    return found


@feature("connect_four", twin=open_lines_twin)
def open_lines(_board: Memory, state: State, stones: int) -> float:
    """Number of lines of four without a stone of the opponent and with so many of the side's."""
    return np.float64(
        open_along(state, stones, 1)
        + open_along(state, stones, 7)
        + open_along(state, stones, 8)
        + open_along(state, stones, 9)
    )


@feature("connect_four")
def middle_stones(board, side):
    """Number of stones in the middle column, through which most lines go."""
    count = 0
    for r in range(height(board)):
        count += is_own(board, side, r, width(board) // 2)
    return count
