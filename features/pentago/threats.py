"""Find the squares on which a stone wins at once."""

from __future__ import annotations

import numpy as np

from engine.pentago.bits import (
    Memory,
    State,
    Word,
    count,
    opp_stones,
    own_stones,
    spread_out,
)
from engine.pentago.view import Square, View
from features.feature import feature
from features.pentago.lines import (
    EAST,
    EAST_FIVES,
    FIVE_LINES,
    SOUTH,
    SOUTH_EAST,
    SOUTH_EAST_FIVES,
    SOUTH_FIVES,
    SOUTH_WEST,
    SOUTH_WEST_FIVES,
)
from features.pentago.potential import open_starts

__all__ = ["winning_square_count", "winning_squares", "winning_squares_twin"]

FOUR_STONES = 4


def fifth_squares(own: Word, opp: Word, step: Word, starts: Word) -> Word:
    """Return the empty squares of lines along a step with four own stones and an empty square."""
    first = open_starts(own, opp, step, FOUR_STONES) & starts
    two = first | (first << step)
    return (two | (two << (step + step)) | (first << (step + step + step + step))) & ~own


def winning_square_count(board: Memory, state: State) -> np.int64:
    """Return how many squares complete a line of own."""
    own = spread_out(board, own_stones(state))
    opp = spread_out(board, opp_stones(state))
    straight = fifth_squares(own, opp, EAST, EAST_FIVES) | fifth_squares(
        own, opp, SOUTH, SOUTH_FIVES
    )
    slanted = fifth_squares(own, opp, SOUTH_EAST, SOUTH_EAST_FIVES) | fifth_squares(
        own, opp, SOUTH_WEST, SOUTH_WEST_FIVES
    )
    return count(straight | slanted)


def winning_squares_twin(view: View) -> float:
    """Put a stone on each empty square and look whether it fills a line."""
    squares = {(row, column) for row in range(6) for column in range(6)} - view.own - view.opp
    return float(sum(_fills(view.own | {square}, square) for square in squares))


def _fills(stones: frozenset[Square], square: Square) -> bool:
    return any(square in line and stones.issuperset(line) for line in FIVE_LINES)


@feature("pentago", twin=winning_squares_twin)
def winning_squares(board: Memory, state: State) -> float:
    """Number of empty squares on which a stone makes five in a row: with two, a double threat.

    `open_lines(own, 4)` counts the lines, two of which may have the same square.
    """
    return np.float64(winning_square_count(board, state))
