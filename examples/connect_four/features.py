"""Features of Connect Four: open lines, and stones of the middle column."""

import numpy as np

from engine.stones.kernels import ONE, ZERO, Memory, State, count, lowest, without_lowest
from engine.stones.position import View
from features.feature import feature

__all__ = ["middle_stones", "open_lines"]

BOARD = np.uint64(sum(0b1111111 << 8 * row for row in range(6)))
MIDDLE = np.uint64(sum(1 << 8 * row + 3 for row in range(6)))

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


def middle_stones_twin(view: View) -> float:
    """Count the stones of the fourth column."""
    return float(sum(column == 3 for _, column in view.own))


@feature("connect_four", twin=middle_stones_twin)
def middle_stones(_board: Memory, state: State) -> float:
    """Number of stones in the middle column, through which most lines go."""
    return np.float64(count(state[0] & MIDDLE))
