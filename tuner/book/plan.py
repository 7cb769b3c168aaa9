"""Say how large a book shall be."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import TuneError
from engine.play.proving import DEFAULT_NODES

__all__ = ["FIRST_SHARE", "BookError", "BookPlan"]

FIRST_SHARE = 8
"""One game in so many is played to find the few moves that are worth the others."""

FEWEST_GAMES = 2 * FIRST_SHARE

MOST_PLIES = 8


class BookError(TuneError):
    """A book cannot be made as it was asked for."""


@dataclass(frozen=True)
class BookPlan:
    """Say how large a book shall be.

    Attributes:
        plies: it has moves for positions after fewer plies than this, 1 to `MOST_PLIES`.
        games: of each of the best few moves of a position.
        seed: of all games.
        proofs: steps of the proof of each move, where the game has an exact solver; 0 for none.

    Raises:
        BookError: if a number is out of range.
    """

    plies: int = 4
    games: int = 400
    seed: int = 1
    proofs: int = DEFAULT_NODES

    def __post_init__(self) -> None:
        if not 1 <= self.plies <= MOST_PLIES:
            raise BookError(
                f"a book of {self.plies} plies cannot be made; give 1 to {MOST_PLIES}", hint="plies"
            )
        if self.games < FEWEST_GAMES:
            raise BookError(f"{self.games} games say too little; give {FEWEST_GAMES} or more")
        if self.seed < 0:
            raise BookError(f"a seed is 0 or more, not {self.seed}")
