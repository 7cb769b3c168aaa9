"""What a game's solver gives, by the names that `engine.solve` calls.

A game offers a solver by a module `engine.<family>.solver` that has
`find_solver(game) -> Solver | None`; None says that this board has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

__all__ = ["Outcome", "Proof", "Solver"]

Outcome = Literal["win", "loss", "unknown"]
"""With perfect play of both sides, as the side to move sees it; "unknown" is never a guess."""


@dataclass(frozen=True)
class Proof:
    """What was proven of a position.

    Attributes:
        outcome: "unknown" if the budget ended first.
        move: a move that keeps a win, else None.
        nodes: steps of the proof.
    """

    outcome: Outcome
    move: int | None
    nodes: int


class Solver(Protocol):
    """Proves positions of one game."""

    def prove(self, position: Any, nodes: int) -> Proof:
        """The outcome of a position that is not over, within so many steps."""
