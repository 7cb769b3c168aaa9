"""Compare win rates that others have published: single games, without openings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.interval import StatisticsError
from tuner.stats.special import chdtrc

__all__ = [
    "Cells",
    "Stratum",
    "counts_of_percent",
    "fewest_games",
    "homogeneity_p_value",
    "rounding",
    "stratified_p_value",
]

Cells = Mapping[tuple[str, str], tuple[int, int]]
"""By agent and opponent: how many games the agent won, and how many were played."""

_SPARSE = 5.0
"""Mantel and Fleiss: with fewer games to spare than these the normal form is not used."""

_MOST_GAMES = 10_000


@dataclass(frozen=True)
class Stratum:
    """Hold the games of two agents against the same opponent.

    Attributes:
        first_wins: of the first agent.
        first_games: of the first agent, at least 1.
        second_wins: of the second agent.
        second_games: of the second agent, at least 1.

    Raises:
        StatisticsError: if somebody won more games than were played, or played none.
    """

    first_wins: int
    first_games: int
    second_wins: int
    second_games: int

    def __post_init__(self) -> None:
        _check(self.first_wins, self.first_games)
        _check(self.second_wins, self.second_games)

    @property
    def wins(self) -> int:
        """Return the wins of both."""
        return self.first_wins + self.second_wins

    @property
    def games(self) -> int:
        """Return the games of both."""
        return self.first_games + self.second_games

    @property
    def expected(self) -> float:
        """Return the wins of the first agent that are expected if both are equal."""
        return self.first_games * self.wins / self.games

    @property
    def weight(self) -> float:
        """Return what a difference of the win rates weighs (Mantel & Haenszel)."""
        return self.first_games * self.second_games / self.games

    @property
    def variance(self) -> float:
        """Return the variance of these wins, with the wins of both given (hypergeometric)."""
        if self.games < 2:
            return 0.0
        others = self.second_games / self.games * self.wins * (self.games - self.wins)
        return self.first_games * others / (self.games * (self.games - 1))

    @property
    def range(self) -> tuple[int, int]:
        """Return the fewest and the most of these wins that the first agent may have."""
        return max(0, self.wins - self.second_games), min(self.wins, self.first_games)


def _check(wins: int, games: int) -> None:
    if games < 1 or not 0 <= wins <= games:
        raise StatisticsError(f"{wins} wins of {games} games are impossible; correct them")


def stratified_p_value(strata: Sequence[Stratum]) -> tuple[float, str]:
    """Return the two-sided p-value of the hypothesis that two agents are equal, and the test.

    Opponent by opponent (Mantel & Haenszel 1959, Journal of the National Cancer Institute 22,
    719-748, without continuity correction). Where the games are too few for it (Mantel & Fleiss
    1980, American Journal of Epidemiology 112, 129-134), the exact test, opponent by opponent as
    well. In both the first agent is the better one where the sum of its wins less the `expected`
    ones is above 0.

    Args:
        strata: games against the same opponents.

    Returns:
        The p-value, and "stratified" or "exact".

    Raises:
        StatisticsError: if there are none.
    """
    if not strata:
        raise StatisticsError("two agents without a common opponent cannot be compared; add one")
    if _can_be_normal(strata):
        deviation = math.fsum(one.first_wins - one.expected for one in strata)
        variance = math.fsum(one.variance for one in strata)
        return float(chdtrc(1, deviation**2 / variance)), "stratified"
    return _exact_p_value(strata), "exact"


def _can_be_normal(strata: Sequence[Stratum]) -> bool:
    """Return whether the first agent could win so many more, and fewer, games than expected."""
    expected = math.fsum(one.expected for one in strata)
    least = sum(one.range[0] for one in strata)
    most = sum(one.range[1] for one in strata)
    return min(expected - least, most - expected) >= _SPARSE


def _exact_p_value(strata: Sequence[Stratum]) -> float:
    """Return the chance of a sum of the first agent's wins that is no likelier than what it is.

    With the wins against each opponent given, the first agent's are hypergeometric, opponent by
    opponent: their sum is the convolution (Gart 1970, Biometrika 57, 471-475). Of one opponent it
    is Fisher's exact test.
    """
    # Late: it takes a second.
    from scipy.stats import hypergeom  # noqa: PLC0415

    chances = np.ones(1)
    for one in strata:
        least, most = one.range
        wins = np.arange(least, most + 1)
        drawn = hypergeom.pmf(wins, one.games, one.wins, one.first_games)
        chances = np.convolve(chances, drawn)
    seen = chances[sum(one.first_wins - one.range[0] for one in strata)]
    # Sums that are equally likely differ by rounding.
    return min(1.0, float(chances[chances <= seen * (1 + 1e-9)].sum()))


def homogeneity_p_value(rows: Sequence[str], cells: Cells) -> float:
    """Return the p-value of the hypothesis that the agents of all rows are equally strong.

    Games of two agents that both have rows are then won by either with chance 1/2; against any
    other opponent all rows have one win rate, whatever it is. The wins of each row less those
    expected, over their covariance, are chi-square: a sum of the score test of Bradley & Terry
    1952 (Biometrika 39, 324-345) and of the general test of Mantel & Haenszel (Birch 1965, Journal
    of the Royal Statistical Society B 27, 111-124).

    Args:
        rows: names of the agents, each once.
        cells: what they won, each of other games than all others.

    Returns:
        The p-value; 1 where nothing compares any two rows, or no row could have won more or less.

    Raises:
        StatisticsError: if somebody won more games than were played, or played none.
    """
    for won, played in cells.values():
        _check(won, played)
    if not cells:
        return 1.0
    parts = [_against(name, rows, cells) for name in dict.fromkeys(name for _, name in cells)]
    surplus, covariance = (sum(part) for part in zip(*parts, strict=True))
    values, directions = np.linalg.eigh(covariance)
    # What is fixed by the sums of the table has no spread.
    free = values > 1e-9 * max(1.0, float(values[-1]))
    if not free.any():
        return 1.0
    square = float((((directions.T @ surplus)[free]) ** 2 / values[free]).sum())
    return float(chdtrc(int(free.sum()), square))


def _against(
    opponent: str, rows: Sequence[str], cells: Cells
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what rows won against an opponent less what was expected, and its covariance."""
    found = [cells.get((row, opponent), (0, 0)) for row in rows]
    wins, games = np.array(found, dtype=np.float64).T
    if opponent in rows:
        # Each game is won by one of two equal rows. Games against oneself say nothing.
        place = rows.index(opponent)
        wins[place] = games[place] = 0.0
        surplus = wins - games / 2
        surplus[place] = -surplus.sum()
        covariance = np.diag(games)
        covariance[place] = covariance[:, place] = -games
        covariance[place, place] = games.sum()
        return surplus, covariance / 4
    total = games.sum()
    rate = wins.sum() / total
    spread = rate * (1 - rate) * total / max(1.0, total - 1)
    return wins - games * rate, spread * (np.diag(games) - np.outer(games, games) / total)


def counts_of_percent(percent: float, digits: int, games: int) -> int | None:
    """Return the number of wins that is printed as a percentage; None where no number is.

    Args:
        percent: as printed, from 0 to 100.
        digits: behind the point.
        games: how many were played, at least 1.
    """
    nearest = round(percent * games / 100)
    return nearest if _prints(nearest, games, percent, digits) else None


def rounding(digits: int) -> float:
    """Return by how much a percentage with so many digits behind its point may be rounded."""
    return 0.5 * 10.0**-digits


def fewest_games(percentages: Sequence[tuple[float, int]]) -> int | None:
    """Return the smallest number of games that gives all percentages, if all cells have as many.

    Args:
        percentages: each with its digits behind the point.

    Returns:
        None where not even 10,000 games do.
    """
    return next(
        (
            games
            for games in range(1, _MOST_GAMES + 1)
            if all(counts_of_percent(*one, games) is not None for one in percentages)
        ),
        None,
    )


def _prints(wins: int, games: int, percent: float, digits: int) -> bool:
    return 0 <= wins <= games and abs(100 * wins / games - percent) <= rounding(digits) + 1e-9
