"""Play knights Isolation as one first writes it: lists of squares, a new board for every move.

Built as course code is built: the evaluation first asks whether the game is over.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from benchmarks.plain_search import difference
from engine.isolation.position import Position

__all__ = ["PlainIsolation", "plain_isolation", "weighted_mobility"]

Square = tuple[int, int]

STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""They stand in the order of the squares that they lead to, row by row."""


@dataclass(slots=True)
class PlainIsolation:
    """Hold a position; `forecast` gives the next one and leaves this one as it is.

    Attributes:
        blank: for each row, whether nobody has visited its squares.
        squares: where the players stand, None before their placement.
        mover: 0 or 1.
    """

    blank: list[list[bool]]
    squares: list[Square | None]
    mover: int

    def is_open(self, square: Square) -> bool:
        """Return whether a square is on the board and nobody has visited it."""
        row, column = square
        return (
            0 <= row < len(self.blank)
            and 0 <= column < len(self.blank[0])
            and self.blank[row][column]
        )

    def moves(self, player: int) -> list[Square]:
        """Return where a player can go, row by row from the top left."""
        square = self.squares[player]
        if square is None:
            rows, columns = range(len(self.blank)), range(len(self.blank[0]))
            return [(row, column) for row in rows for column in columns if self.blank[row][column]]
        row, column = square
        targets = [(row + down, column + right) for down, right in STEPS]
        return [target for target in targets if self.is_open(target)]

    def result(self) -> int | None:
        """Return -1 where the mover cannot move, for then it has lost."""
        return None if self.moves(self.mover) else -1

    def is_loser(self, player: int) -> bool:
        """Return whether a player is to move and cannot."""
        return player == self.mover and not self.moves(player)

    def is_winner(self, player: int) -> bool:
        """Return whether the other player is to move and cannot."""
        return self.is_loser(1 - player)

    def forecast(self, move: Square) -> PlainIsolation:
        """Return the board after the mover went to a square."""
        blank = [row[:] for row in self.blank]
        squares = self.squares[:]
        row, column = move
        blank[row][column] = False
        squares[self.mover] = move
        return PlainIsolation(blank, squares, 1 - self.mover)


def weighted_mobility(board: PlainIsolation, player: int) -> float:
    """Return 0.4 of the player's moves minus 0.6 of the opponent's; infinite in a finished game."""
    if board.is_loser(player):
        return -math.inf
    if board.is_winner(player):
        return math.inf
    return difference(0.4 * len(board.moves(player)), 0.6 * len(board.moves(1 - player)))


def plain_isolation(position: Position) -> PlainIsolation:
    """Return the same position on a plain board."""
    width = position.width
    blank = [
        [bool(position.blanks >> row * width + column & 1) for column in range(width)]
        for row in range(position.height)
    ]
    squares = [position.square_of(player) for player in (1, 2)]
    places = [None if square is None else divmod(square, width) for square in squares]
    return PlainIsolation(blank, places, position.player - 1)
