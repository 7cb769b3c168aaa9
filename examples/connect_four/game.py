"""Connect Four: a stone falls in a column, four in a line win, a full board is a draw.

The rules are kernels: plain functions that are compiled (see docs/add_a_game.md). A set of squares
is one word. The square (row, column), row 0 on top, is bit 8 * row + column; the eighth bit of each
row is never set, so that no line goes on at the other edge.
"""

import numpy as np

from engine.kernels.interface import DRAWN, GOING, LOST, WON
from engine.stones.kernels import ZERO, Memory, State, Word, empties
from engine.stones.position import Position
from engine.stones.stones_game import StonesGame

__all__ = ["GAME"]

HEIGHT, WIDTH, STRIDE = 6, 7, 8
ROW = np.uint64(STRIDE)
BOTTOM_ROW = np.uint64(0b1111111 << STRIDE * (HEIGHT - 1))


def open_moves(board: Memory, state: State) -> Word:
    """Return the square of each column on which a stone would land."""
    supported = ((state[0] | state[1]) >> ROW) | BOTTOM_ROW
    return empties(board, state) & supported


def four_along(stones: Word, step: int) -> bool:
    """Return whether four stones stand in a line whose squares are so many bits apart."""
    pairs = stones & (stones >> np.uint64(step))
    return bool(pairs & (pairs >> np.uint64(2 * step)) != ZERO)


def has_four(stones: Word) -> bool:
    """Return whether four stones stand in a line: across, down, or on a diagonal."""
    return (
        four_along(stones, 1)
        or four_along(stones, STRIDE)
        or four_along(stones, STRIDE - 1)
        or four_along(stones, STRIDE + 1)
    )


def outcome(_board: Memory, state: State, cursor: Word) -> int:
    """Return who has won, as own sees it, who is to move; a full board is a draw."""
    if has_four(state[1]):
        return LOST
    if has_four(state[0]):
        return WON
    return DRAWN if cursor == ZERO else GOING


class ConnectFour(StonesGame):
    """The notation: a move is the number of its column, 1 to 7."""

    def format_move(self, move: int) -> str:
        """Return the number of the column of a square."""
        return str(move % STRIDE + 1)

    def fault_of(self, position: Position) -> str:
        """Refuse a position that somebody types with a stone in the air."""
        taken = position.first | position.second
        if taken & ~(taken >> STRIDE | int(BOTTOM_ROW)):
            return "a stone has nothing below it; let it fall"
        return ""


GAME = ConnectFour(
    name="connect-four",
    height=HEIGHT,
    width=WIDTH,
    gap=STRIDE - WIDTH,
    rules=(open_moves, outcome),
    symmetries=("left-right",),
)
