"""Hold what a tournament ends with: cells, standings, and what becomes of claims."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.matches.likeness import SameFunction
from tuner.matches.pairs import Pairs
from tuner.stats.interval import Interval, clustered_mean
from tuner.tournament.config import Claim, Tournament

__all__ = [
    "Cell",
    "ClaimResult",
    "Results",
    "Standing",
    "make_cell",
]


@dataclass(frozen=True)
class Cell:
    """Hold a match as the candidate sees it.

    Attributes:
        candidate: its name.
        opponent: the other's name.
        won: games won.
        lost: games lost.
        drawn: games drawn.
        score: share of the points, with a 95% interval over openings.
        as_first: the same of the games in which the candidate was to move in the opening.
        late: games that the candidate and its opponent lost on time.
    """

    candidate: str
    opponent: str
    won: int
    lost: int
    drawn: int
    score: Interval
    as_first: Interval
    late: tuple[int, int]


@dataclass(frozen=True)
class Standing:
    """Hold the results of a candidate over all its opponents.

    Attributes:
        candidate: its name.
        plays: what it is, in words.
        cells: its matches, in the order of the opponents.
        score: mean over the opponents, each weighing the same, with a 95% interval over openings.
    """

    candidate: str
    plays: str
    cells: tuple[Cell, ...]
    score: Interval


@dataclass(frozen=True)
class ClaimResult:
    """Hold what the games say of a claim.

    Attributes:
        claim: what the report says.
        difference: mean score of the one that is claimed better minus that of the other: over all
            opponents in a gauntlet, of their own match in a round robin.
        alike: whether both score the same from each opening.
    """

    claim: Claim
    difference: Interval
    alike: bool = False

    @property
    def verdict(self) -> str:
        """Return the verdict in words, each claim for itself at 95%."""
        if self.alike:
            return "the two score the same from every opening"
        if self.difference.low > 0:
            return "these games agree"
        if self.difference.high < 0:
            return "these games say the opposite"
        return "these games do not show it"


@dataclass(frozen=True)
class Results:
    """Hold a finished tournament.

    Attributes:
        tournament: what was played.
        standings: one for each candidate.
        openings: number of openings that differ up to symmetry, at least, in a cell.
        claims: what the games say of each claim.
        games: that were played.
        same: candidates that evaluate by the same function.
    """

    tournament: Tournament
    standings: tuple[Standing, ...]
    openings: int
    claims: tuple[ClaimResult, ...]
    games: int
    same: tuple[SameFunction, ...] = ()

    @property
    def reproducible(self) -> bool:
        """Return False if an agent has a limit in time."""
        agents = (*self.tournament.candidates, *self.tournament.opponents)
        return all(agent.search.reproducible for agent in agents)


def make_cell(candidate: str, opponent: str, pairs: Pairs, clusters: NDArray[np.int64]) -> Cell:
    """Return the cell of these pairs, as the candidate sees them."""
    results, late = pairs.results, pairs.late.sum(axis=(0, 1))
    return Cell(
        candidate,
        opponent,
        int((results > 0).sum()),
        int((results < 0).sum()),
        int((results == 0).sum()),
        clustered_mean(pairs.scores, clusters),
        clustered_mean((results[:, 0] + 1) / 2, clusters),
        (int(late[0]), int(late[1])),
    )
