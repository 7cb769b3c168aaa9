"""Published tables of results, beside which ours are shown."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scipy.stats import binom

from engine.errors import TuneError
from tuner.interval import Interval

__all__ = ["PublishedTable", "PublishedValue", "allowed_range", "read_published"]


class PublishedError(TuneError):
    """A file of published tables cannot be used."""


@dataclass(frozen=True)
class PublishedValue:
    """A published result.

    Attributes:
        wins: games won; of a table in percent, the percentage.
        losses: the same of lost games.
        games: number of games, None where the document does not say.
    """

    wins: int
    losses: int
    games: int | None

    @property
    def rate(self) -> float:
        """Share of games won."""
        return self.wins / (self.wins + self.losses)

    @property
    def text(self) -> str:
        """As printed, for example "167-33" or "70%"."""
        return f"{self.wins}%" if self.games is None else f"{self.wins}-{self.losses}"


@dataclass(frozen=True)
class PublishedTable:
    """The cells and totals of one table, by the names of ours.

    Attributes:
        cells: by agent and opponent; batches of one cell are added up.
        totals: by agent.
    """

    cells: Mapping[tuple[str, str], PublishedValue]
    totals: Mapping[str, PublishedValue]


def read_published(
    path: Path, document: str, table: str, names: Mapping[str, str]
) -> PublishedTable:
    """Read one table.

    Args:
        path: CSV with the columns document, table, kind (cell, total), agent, opponent, wins,
            losses and unit (games, percent).
        document: which document.
        table: the beginning of the table's name; "" for the only one.
        names: the published name of each of our names that differs.

    Raises:
        PublishedError: if the file is missing or has no such table.
    """
    ours = {published: own for own, published in names.items()}
    cells: dict[tuple[str, str], PublishedValue] = {}
    totals: dict[str, PublishedValue] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [
                row
                for row in csv.DictReader(file)
                if row["document"] == document and row["table"].startswith(table)
            ]
    except (OSError, KeyError, UnicodeDecodeError) as error:
        raise PublishedError(
            f"{path} is no file of published tables ({error}); name one"
        ) from error
    if not rows:
        raise PublishedError(f"{path} has no table '{table}' of document {document}; name another")
    for row in rows:
        agent = ours.get(row["agent"], row["agent"])
        opponent = ours.get(row["opponent"], row["opponent"])
        games = None if row["unit"] == "percent" else int(row["wins"]) + int(row["losses"])
        value = PublishedValue(int(row["wins"]), int(row["losses"]), games)
        if row["kind"] == "cell":
            cells[agent, opponent] = _sum(cells.get((agent, opponent)), value)
        elif row["kind"] == "total":
            totals[agent] = value
    return PublishedTable(cells, totals)


def allowed_range(ours: Interval, games: int) -> tuple[float, float]:
    """The shares that `games` games of an agent of our strength give 95 times in 100.

    The binomial quantiles at both ends of our own interval, so that its uncertainty counts, too.
    """
    low, high = binom.ppf(0.025, games, ours.low), binom.ppf(0.975, games, ours.high)
    return float(low) / games, float(high) / games


def _sum(old: PublishedValue | None, new: PublishedValue) -> PublishedValue:
    if old is None or old.games is None or new.games is None:
        return new
    return PublishedValue(old.wins + new.wins, old.losses + new.losses, old.games + new.games)
