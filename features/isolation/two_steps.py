"""Count what lies two knight's moves away, square by square and path by path."""

from __future__ import annotations

import numpy as np

from engine.isolation.bits import (
    Memory,
    State,
    blanks,
    common,
    count,
    is_empty,
    knight_targets,
    lowest,
    own_square,
    spread,
    without_lowest,
)
from engine.isolation.view import View
from features.feature import feature
from features.isolation.mobility import legal_moves

__all__ = ["second_squares", "two_step_ways"]


def second_squares_twin(view: View) -> float:
    """Take the first step over a board without blocked squares, the second to a blank one."""
    board = frozenset((r, c) for r in range(view.height) for c in range(view.width))
    empty = View(view.height, view.width, board, view.own, None)
    return float(len({end for middle in empty.targets(view.own) for end in view.targets(middle)}))


@feature("isolation", twin=second_squares_twin)
def second_squares(board: Memory, state: State) -> float:
    """Number of distinct blank squares two knight's moves away, through blocked squares as well.

    `second_moves` counts only those to which a blank square between leads. Before the placement
    the first step goes to any square of the board.
    """
    between = knight_targets(board, own_square(state))
    return np.float64(count(common(blanks(state), spread(board, between))))


def two_step_ways_twin(view: View) -> float:
    """Add up how many moves each legal move leads to."""
    return float(sum(len(view.targets(middle)) for middle in view.targets(view.own)))


@feature("isolation", twin=two_step_ways_twin)
def two_step_ways(board: Memory, state: State) -> float:
    """Number of ways to make two steps: the sum, over the legal moves, of the moves from there.

    As if the other side stood still. A square that two moves lead to counts twice; `second_moves`
    counts it once.
    """
    middles = legal_moves(board, state)
    paths = np.int64(0)
    while not is_empty(middles):
        paths += count(common(blanks(state), knight_targets(board, lowest(middles))))
        middles = without_lowest(middles)
    return np.float64(paths)
