"""Define a position of Pentago, which is an immutable value."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SIDE", "SQUARES", "Position"]

SIDE = 6
SQUARES = SIDE * SIDE


@dataclass(frozen=True)
class Position:
    """A position is the stones of both colours.

    Attributes:
        black: bit row * 6 + column is set where a black stone lies, row 0 on top.
        white: the same of white.
    """

    black: int
    white: int

    @property
    def ply(self) -> int:
        """Return how many stones are on the board; every ply adds one."""
        return self.black.bit_count() + self.white.bit_count()

    @property
    def player(self) -> int:
        """Return the side to move: 1 (black, who begins) or 2 (white)."""
        return 1 + self.ply % 2

    def stones_of(self, player: int) -> int:
        """Return the stones of player 1 (black) or 2 (white)."""
        return self.black if player == 1 else self.white
