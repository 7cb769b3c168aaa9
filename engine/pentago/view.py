"""Show a Pentago position as one side sees it, in plain sets: for twins, not for speed."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Square", "View"]

Square = tuple[int, int]
"""(row, column), row 0 on top, column 0 on the left."""


@dataclass(frozen=True)
class View:
    """A view is a position as one side ("own") sees it, whoever is to move.

    Attributes:
        own: squares of the stones of the side that sees.
        opp: squares of the other side's stones.
    """

    own: frozenset[Square]
    opp: frozenset[Square]

    def swapped(self) -> View:
        """Return the same position seen by the other side."""
        return View(self.opp, self.own)
