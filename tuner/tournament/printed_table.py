"""Hold a table of results as somebody printed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tuner.tournament.published import PublishedTable

__all__ = ["PrintedTable", "no_games"]


@dataclass(frozen=True)
class PrintedTable:
    """Hold one table of a file.

    Attributes:
        name: its report and name, or that of the file.
        values: cells and totals whose games are known, or whole percentages.
        shares: by agent and opponent, each cell as a share of the games.
        impossible: cells that no number of games gives, in words.
        fewest: the fewest games a cell that give all percentages; None where games are known.
        roundings: by agent and opponent, how far from its share a cell may be, in points; cells
            whose games are known are exact, and not named.
        total_roundings: by agent, the same of the win rate in `values.printed`.
    """

    name: str
    values: PublishedTable
    shares: Mapping[tuple[str, str], float] = field(default_factory=dict)
    impossible: tuple[str, ...] = ()
    fewest: int | None = None
    roundings: Mapping[tuple[str, str], float] = field(default_factory=dict)
    total_roundings: Mapping[str, float] = field(default_factory=dict)

    def mean(self, agent: str) -> tuple[float, float] | None:
        """Return the mean of an agent's cells in percent, and how far off rounding may make it.

        None where it has no cell.
        """
        row = [cell for cell in self.shares if cell[0] == agent]
        if not row:
            return None
        off = sum(self.roundings.get(cell, 0.0) for cell in row) / len(row)
        return 100 * sum(self.shares[cell] for cell in row) / len(row), off


def no_games(percents: Sequence[tuple[float, int]], fewest: int | None) -> tuple[str, ...]:
    """Return that the percentages cannot be of equally many games, if that is so."""
    if not percents or fewest is not None:
        return ()
    return ("no number of games up to 10,000 a cell gives all these percentages",)
