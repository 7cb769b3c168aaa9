"""Define a position of knights Isolation, which is an immutable value."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Position"]


@dataclass(frozen=True)
class Position:
    """A position is who stands where, and which squares nobody has visited.

    Attributes:
        height: rows of the board.
        width: columns of the board.
        blanks: bit row * width + column is set where the square (row, column) was never visited.
        mover: square of the side to move, None before its placement.
        waiter: square of the other side, None before its placement.
    """

    height: int
    width: int
    blanks: int
    mover: int | None
    waiter: int | None

    @property
    def ply(self) -> int:
        """Return plies since the start; every ply visits one square."""
        return self.height * self.width - self.blanks.bit_count()

    @property
    def player(self) -> int:
        """Return the side to move: 1 or 2."""
        return 1 + self.ply % 2

    def square_of(self, player: int) -> int | None:
        """Return where a player (1 or 2) stands."""
        return self.mover if player == self.player else self.waiter
