"""Compare win rates that others have published: single games, without openings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import chdtrc

from tuner.stats.interval import StatisticsError

__all__ = [
    "Stratum",
    "counts_of_percent",
    "fewest_games",
    "homogeneity_p_value",
    "stratified_p_value",
]

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
        for wins, games in (
            (self.first_wins, self.first_games),
            (self.second_wins, self.second_games),
        ):
            if games < 1 or not 0 <= wins <= games:
                raise StatisticsError(f"{wins} wins of {games} games are impossible; correct them")

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
    def variance(self) -> float:
        """Return the variance of these wins, with the wins of both given (hypergeometric)."""
        if self.games < 2:
            return 0.0
        others = self.second_games / self.games * self.wins * (self.games - self.wins)
        return self.first_games * others / (self.games * (self.games - 1))


def stratified_p_value(strata: Sequence[Stratum]) -> tuple[float, str]:
    """Return the two-sided p-value of the hypothesis that two agents are equal, and the test.

    Opponent by opponent (Mantel & Haenszel 1959, Journal of the National Cancer Institute 22,
    719-748, without continuity correction). Where the games are too few for it (Mantel & Fleiss
    1980, American Journal of Epidemiology 112, 129-134), the exact test of Fisher on the sums.

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
    # Late: it takes a second.
    from scipy.stats import fisher_exact  # noqa: PLC0415

    rows = [
        [sum(one.first_wins for one in strata), sum(one.first_games for one in strata)],
        [sum(one.second_wins for one in strata), sum(one.second_games for one in strata)],
    ]
    table = [[wins, games - wins] for wins, games in rows]
    return min(1.0, float(fisher_exact(table).pvalue)), "exact"


def _can_be_normal(strata: Sequence[Stratum]) -> bool:
    """Return whether the first agent could win so many more, and fewer, games than expected."""
    expected = math.fsum(one.expected for one in strata)
    least = sum(max(0, one.wins - one.second_games) for one in strata)
    most = sum(min(one.wins, one.first_games) for one in strata)
    return min(expected - least, most - expected) >= _SPARSE


def homogeneity_p_value(wins: Sequence[int], games: Sequence[int]) -> float:
    """Return the p-value of the hypothesis that all agents have one win rate.

    Pearson's chi-square with one degree of freedom less than there are agents (Pearson 1900,
    Philosophical Magazine 50, 157-175); 1 where all games were won, or all lost.

    Args:
        wins: of each agent.
        games: of each agent, at least 1.

    Raises:
        StatisticsError: if somebody won more games than were played, or played none.
    """
    for won, played in zip(wins, games, strict=True):
        Stratum(won, played, won, played)
    rate = sum(wins) / sum(games)
    if rate in (0.0, 1.0) or len(wins) < 2:
        return 1.0
    square = math.fsum(
        (won - played * rate) ** 2 / (played * rate * (1 - rate))
        for won, played in zip(wins, games, strict=True)
    )
    return float(chdtrc(len(wins) - 1, square))


def counts_of_percent(percent: float, digits: int, games: int) -> int | None:
    """Return the number of wins that is printed as a percentage; None where no number is.

    Args:
        percent: as printed, from 0 to 100.
        digits: behind the point.
        games: how many were played, at least 1.
    """
    nearest = round(percent * games / 100)
    return nearest if _prints(nearest, games, percent, digits) else None


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
    # Half a unit of the last digit, either way it was rounded.
    return 0 <= wins <= games and abs(100 * wins / games - percent) <= 0.5 * 10**-digits + 1e-9
