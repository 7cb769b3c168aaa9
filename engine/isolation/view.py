"""Show an Isolation position as one side sees it, in plain sets: for twins, not for speed."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KNIGHT_STEPS", "Square", "View"]

Square = tuple[int, int]
"""(row, column), row 0 on top, column 0 on the left."""

KNIGHT_STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""The eight (row, column) steps of a knight."""


@dataclass(frozen=True)
class View:
    """A view is a position as one side ("own") sees it, whoever is to move.

    Attributes:
        height: rows of the board.
        width: columns of the board.
        blanks: the squares that nobody has visited.
        own: the square of the side that sees, None before its placement.
        opp: the square of the other side, None before its placement.
    """

    height: int
    width: int
    blanks: frozenset[Square]
    own: Square | None
    opp: Square | None

    def swapped(self) -> View:
        """Return the same position seen by the other side."""
        return View(self.height, self.width, self.blanks, self.opp, self.own)

    def targets(self, square: Square | None) -> frozenset[Square]:
        """Return the blank squares a knight's move from `square`; all blank squares for None."""
        if square is None:
            return self.blanks
        row, column = square
        reached = {(row + down, column + right) for down, right in KNIGHT_STEPS}
        return self.blanks & reached
