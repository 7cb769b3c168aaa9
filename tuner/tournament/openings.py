"""Say where the games of a tournament begin, in one class for each mode of a tournament file.

A further mode is a class here, with an entry of `OPENING_MODES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from tuner.matches.openings import ALL_OPENINGS, FAIR_PLIES, OpeningSet, draw_openings

__all__ = ["OPENING_MODES", "FairOpenings", "RandomOpenings", "TournamentOpenings"]


@dataclass(frozen=True)
class TournamentOpenings(ABC):
    """Give a tournament its openings, and its reports what they say of them.

    Attributes:
        plies: that are played before the agents' games are their own.
        mode: what files call this way to begin.
    """

    plies: int
    mode: ClassVar[str]

    @abstractmethod
    def common(self, game: Game[Any], pairs: int, seed: int) -> OpeningSet | None:
        """Return the openings of every cell; None where each cell has its own.

        Raises:
            OpeningError: if there are too few.
        """

    @abstractmethod
    def clusters(self, openings: OpeningSet) -> NDArray[np.int64]:
        """Return the cluster of each pair: pairs of one are no independent samples."""

    @property
    @abstractmethod
    def text(self) -> str:
        """Return where games begin, as the start of a phrase that ends with how many differ."""


@dataclass(frozen=True)
class RandomOpenings(TournamentOpenings):
    """Begin all cells with the same uniformly random plies."""

    mode: ClassVar[str] = "random"

    def common(self, game: Game[Any], pairs: int, seed: int) -> OpeningSet:
        """Return the openings, drawn by the seed."""
        return draw_openings(game, self.plies, ALL_OPENINGS, pairs, seed)

    def clusters(self, openings: OpeningSet) -> NDArray[np.int64]:
        """Return those of the openings, which stand for all: pairs that share one are related."""
        return openings.clusters

    @property
    def text(self) -> str:
        """Return how many plies are random."""
        return f"from openings of {self.plies} random plies,"


@dataclass(frozen=True)
class FairOpenings(TournamentOpenings):
    """Begin each cell with its agents' own first plies, sides swapped."""

    plies: int = FAIR_PLIES
    mode: ClassVar[str] = "fair"

    def common(self, _game: Game[Any], _pairs: int, _seed: int) -> None:
        """Return None: `tuner.matches.openings.draw_fair_openings` plays those of a cell."""
        return

    def clusters(self, openings: OpeningSet) -> NDArray[np.int64]:
        """Return a cluster for each pair: its opening is the agents' own play, drawn anew."""
        return np.arange(len(openings), dtype=np.int64)

    @property
    def text(self) -> str:
        """Return whose plies they are; each cell has openings of its own."""
        return "from fair openings, the agents' own first two plies, at least"


OPENING_MODES: dict[str, type[TournamentOpenings]] = {
    one.mode: one for one in (RandomOpenings, FairOpenings)
}
"""The class of each mode."""
