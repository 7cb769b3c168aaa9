"""Read published tables of results, beside which ours are shown."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import TuneError
from tuner.stats.interval import Interval

__all__ = [
    "FORMER_KEYS",
    "PublishedError",
    "PublishedTable",
    "PublishedValue",
    "allowed_range",
    "read_all_published",
    "read_published",
]


_COLUMNS = ("report", "table", "kind", "agent", "opponent", "wins", "losses", "unit")

FORMER_KEYS = {"document": "report"}
"""Older files have the first word in place of the second."""


class PublishedError(TuneError):
    """A file of published tables cannot be used."""


@dataclass(frozen=True)
class PublishedValue:
    """Hold a published result.

    Attributes:
        wins: games won; of a table in percent, the percentage.
        losses: the same of lost games.
        games: number of games, None where the report does not say.
    """

    wins: int
    losses: int
    games: int | None

    @property
    def rate(self) -> float:
        """Return the share of games won."""
        return self.wins / (self.wins + self.losses)

    @property
    def text(self) -> str:
        """Return the value as printed, for example "167-33" or "70%"."""
        return f"{self.wins}%" if self.games is None else f"{self.wins}-{self.losses}"


@dataclass(frozen=True)
class PublishedTable:
    """Hold the cells and totals of one table under our names.

    Attributes:
        cells: by agent and opponent; batches of one cell are added up.
        totals: by agent.
        batches: the totals of an agent's batches, in their order, where the table has some.
        printed: by agent, the win rate that stands beside its total, in percent.
        notes: what whoever copied the table says of a cell, such as a digit that is restored.
    """

    cells: Mapping[tuple[str, str], PublishedValue]
    totals: Mapping[str, PublishedValue]
    batches: Mapping[str, tuple[PublishedValue, ...]] = field(default_factory=dict)
    printed: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def percent(self) -> bool:
        """Return whether cells are percentages, of games in which the row's agent moves first."""
        return any(value.games is None for value in self.cells.values())

    @property
    def names(self) -> frozenset[str]:
        """Return all agents and opponents."""
        return frozenset(name for cell in self.cells for name in cell) | frozenset(self.totals)


def read_published(path: Path, report: str, table: str, names: Mapping[str, str]) -> PublishedTable:
    """Read one table.

    Args:
        path: CSV with the columns report, table, kind (cell, total, batch total), agent,
            opponent, wins, losses and unit (games, percent), and where there is more to say batch,
            printed_win_rate (in percent) and note.
        report: which report.
        table: the beginning of the table's name; "" for the only one.
        names: the published name of each of our names that differs.

    Raises:
        PublishedError: if the file cannot be read, has no such table or several, or a row of it
            is no result.
    """
    return _table(path, _fitting(path, _rows(path), report, table), names)


def read_all_published(path: Path) -> dict[tuple[str, str], PublishedTable]:
    """Read all tables of a file at once, by report and table, in the order of their first rows.

    Its argument and errors are those of `read_published`.
    """
    tables: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for row in _rows(path):
        tables.setdefault((row["report"], row["table"]), []).append(row)
    return {name: _table(path, rows, {}) for name, rows in tables.items()}


def _table(
    path: Path, rows: Sequence[Mapping[str, str]], names: Mapping[str, str]
) -> PublishedTable:
    ours = {published: own for own, published in names.items()}
    if len(ours) < len(names):
        raise PublishedError("two names stand for one published name; leave one of them out")
    cells: dict[tuple[str, str], PublishedValue] = {}
    totals: dict[str, PublishedValue] = {}
    batches: dict[str, tuple[PublishedValue, ...]] = {}
    printed: dict[str, float] = {}
    notes: list[str] = []
    for row in rows:
        agent = ours.get(row["agent"], row["agent"])
        opponent = ours.get(row["opponent"], row["opponent"])
        value = _value(path, row)
        if row["kind"] == "cell":
            cells[agent, opponent] = _sum(cells.get((agent, opponent)), value)
            if row.get("note"):
                notes.append(f"{agent} against {opponent}{_batch(row)}: {row['note']}")
        elif row["kind"] == "total":
            totals[agent] = value
            if row.get("printed_win_rate"):
                printed[agent] = _rate(path, row)
        elif row["kind"] == "batch total":
            batches[agent] = (*batches.get(agent, ()), value)
    return PublishedTable(cells, totals, batches, printed, tuple(notes))


def allowed_range(ours: Interval, games: int) -> tuple[float, float]:
    """Return the shares that `games` games of an agent of our strength give at
    least 95 times in 100.

    The binomial quantiles at both ends of our own interval, so that its uncertainty counts, too.
    Games against several opponents vary less than a binomial number, so this is wide rather than
    narrow.

    Args:
        ours: our score, a share.
        games: the published number of games.
    """
    # Late: it takes a second.
    from scipy.stats import binom  # noqa: PLC0415

    low, high = binom.ppf(0.025, games, ours.low), binom.ppf(0.975, games, ours.high)
    return float(low) / games, float(high) / games


def _rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            # A line that begins so is a comment.
            lines = (line for line in file if not line.startswith("#"))
            reader = csv.DictReader(lines, restval="")
            columns = [FORMER_KEYS.get(name, name) for name in reader.fieldnames or ()]
            reader.fieldnames = columns
            missing = [name for name in _COLUMNS if name not in columns]
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        cause = (isinstance(error, OSError) and error.strerror) or "not CSV in UTF-8"
        raise PublishedError(f"cannot read {path} ({cause}); name a CSV of tables") from error
    if missing:
        raise PublishedError(f"{path} has no column '{missing[0]}'; name a CSV of published tables")
    return rows


def _fitting(
    path: Path, rows: Sequence[dict[str, str]], report: str, table: str
) -> list[dict[str, str]]:
    """Return the rows of the only table that fits."""
    rows = [row for row in rows if row["report"] == report and row["table"].startswith(table)]
    found = list(dict.fromkeys(row["table"] for row in rows))
    if not rows:
        raise PublishedError(f"{path} has no table '{table}' of report {report}; name another")
    if len(found) > 1:
        known = ", ".join(f"'{name}'" for name in found)
        raise PublishedError(
            f"report {report} has {len(found)} tables '{table}...'; write one of {known}"
        )
    return rows


def _value(path: Path, row: Mapping[str, str]) -> PublishedValue:
    try:
        wins, losses = int(row["wins"]), int(row["losses"])
    except ValueError:
        wins = losses = 0
    if min(wins, losses) < 0 or wins + losses == 0:
        raise PublishedError(
            f"{path} says {row['agent']} won '{row['wins']}' and lost '{row['losses']}'; "
            "write whole numbers of games"
        )
    return PublishedValue(wins, losses, None if row["unit"] == "percent" else wins + losses)


def _rate(path: Path, row: Mapping[str, str]) -> float:
    try:
        rate = float(row["printed_win_rate"])
    except ValueError:
        rate = math.nan
    if not 0 <= rate <= 100:
        raise PublishedError(
            f"{path} says {row['agent']} won '{row['printed_win_rate']}' percent; "
            "write a number from 0 to 100"
        )
    return rate


def _batch(row: Mapping[str, str]) -> str:
    return f", batch {row['batch']}" if row.get("batch") else ""


def _sum(old: PublishedValue | None, new: PublishedValue) -> PublishedValue:
    if old is None or old.games is None or new.games is None:
        return new
    return PublishedValue(old.wins + new.wins, old.losses + new.losses, old.games + new.games)
