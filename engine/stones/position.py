"""Define a position of a game of stones, and how one side sees it; both are immutable values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Position", "Square", "View"]

Square = tuple[int, int]
"""(row, column), row 0 on top, column 0 on the left."""


@dataclass(frozen=True)
class Position:
    """A position is the stones of both players, and how many plies led to it.

    Attributes:
        first: stones of player 1, who begins, by the bits of the board.
        second: stones of player 2.
        ply: plies since the start.
    """

    first: int
    second: int
    ply: int

    @property
    def player(self) -> int:
        """Return the side to move: 1 or 2."""
        return 1 + self.ply % 2

    def stones_of(self, player: int) -> int:
        """Return the stones of player 1 or 2."""
        return self.first if player == 1 else self.second


@dataclass(frozen=True)
class View:
    """A view is a position as one side ("own") sees it, in plain sets: for twins of features.

    Attributes:
        height: rows of the board.
        width: columns of the board.
        own: squares of the stones of the side that sees.
        opp: squares of the other side's stones.
    """

    height: int
    width: int
    own: frozenset[Square]
    opp: frozenset[Square]

    def swapped(self) -> View:
        """Return the same position seen by the other side."""
        return View(self.height, self.width, self.opp, self.own)
