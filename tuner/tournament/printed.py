"""Read a table of results as somebody printed it: agents below each other, opponents beside."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tuner.stats.proportions import counts_of_percent, fewest_games, rounding
from tuner.tournament.published import (
    FORMER_KEYS,
    PublishedError,
    PublishedTable,
    PublishedValue,
    read_published,
)

__all__ = ["PrintedTable", "read_tables"]

_MOST_GAMES = 10**9
"""More than anybody has played; the sums of tests stay exact below it."""

_TOTALS = ("total", "all", "win rate", "sum")
_RESULT = re.compile(r"\s*(\d+)\s*[-:/]\s*(\d+)\s*")
_PERCENT = re.compile(r"\s*(\d+(?:\.(\d+))?)\s*%?\s*")


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


def read_tables(path: Path, games: int | None = None) -> tuple[PrintedTable, ...]:
    """Return the tables of a CSV file.

    Either a row a cell, in the columns of `read_published`, or a row an agent: its name, then a
    column for each opponent, and if there is one the total in a last column. A cell is wins and
    losses ("24-6") or a percentage ("80%", "80.0"). A column "games" says how many games each cell
    of a row has.

    Args:
        path: of the file.
        games: of each cell, for percentages of a table without such a column.

    Raises:
        PublishedError: if the file cannot be read, a cell is no result, or an agent has two rows
            or an opponent two columns.
    """
    rows = _rows(path)
    head = [FORMER_KEYS.get(name.strip(), name.strip()) for name in rows[0]]
    if "opponent" in head:
        return _long(path, head, rows[1:])
    return (_wide(path, head, rows[1:], games),)


def _rows(path: Path) -> list[list[str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if any(cell.strip() for cell in row)]
            rows = [row for row in rows if not row[0].startswith("#")]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        cause = (isinstance(error, OSError) and error.strerror) or "not CSV in UTF-8"
        raise PublishedError(f"cannot read {path} ({cause}); name a CSV of a table") from error
    if len(rows) < 2 or len(rows[0]) < 2:
        raise PublishedError(
            f"{path} has no table; write a line with the opponents, and one for each agent, with "
            "commas between the cells"
        )
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            raise PublishedError(
                f"{path} has {len(rows[0])} cells in its first line and {len(row)} in that of "
                f"{row[0]}; write '-' where no games were played"
            )
    return rows


def _long(path: Path, head: list[str], rows: list[list[str]]) -> tuple[PrintedTable, ...]:
    """Return the tables of a file with a row a cell, in the order of their first rows."""
    missing = [name for name in ("report", "table") if name not in head]
    if missing:
        raise PublishedError(f"{path} has no column '{missing[0]}'; name a CSV of published tables")
    places = head.index("report"), head.index("table")
    names = dict.fromkeys(tuple(row[at] for at in places) for row in rows if len(row) > max(places))
    found = []
    for report, table in names:
        values = read_published(path, report, table, {})
        shares = {cell: value.rate for cell, value in values.cells.items()}
        percents = [(float(one.wins), 0) for one in values.cells.values() if one.games is None]
        fewest = fewest_games(percents) if percents else None
        name = ", ".join(one for one in (report, table) if one)
        # Cells in percent are whole numbers there.
        roundings = {cell: rounding(0) for cell, one in values.cells.items() if one.games is None}
        impossible = _no_games(percents, fewest)
        found.append(PrintedTable(name, values, shares, impossible, fewest, roundings))
    return tuple(found)


def _no_games(percents: Sequence[tuple[float, int]], fewest: int | None) -> tuple[str, ...]:
    """Return that the percentages cannot be of equally many games, if that is so."""
    if not percents or fewest is not None:
        return ()
    return ("no number of games up to 10,000 a cell gives all these percentages",)


def _wide(path: Path, head: list[str], rows: list[list[str]], games: int | None) -> PrintedTable:
    names = [name for name in head[1:] if name]
    agents = [row[0].strip() for row in rows]
    for kind, found in (("columns", names), ("rows", agents)):
        if twice := [name for name in dict.fromkeys(found) if found.count(name) > 1]:
            raise PublishedError(
                f"{path} has several {kind} '{twice[0]}'; add them up, or give each a name of its "
                "own"
            )
    reader = _Wide(path, head, games)
    for row in rows:
        reader.read(row)
    return reader.table()


class _Wide:
    """Read a table with a row an agent."""

    def __init__(self, path: Path, head: list[str], games: int | None) -> None:
        self._path = path
        self._head = head
        self._games = games
        self._values: dict[tuple[str, str], PublishedValue] = {}
        self._totals: dict[str, PublishedValue] = {}
        self._printed: dict[str, float] = {}
        self._shares: dict[tuple[str, str], float] = {}
        self._percents: list[tuple[float, int]] = []
        self._roundings: dict[tuple[str, str], float] = {}
        self._total_roundings: dict[str, float] = {}
        self._impossible: list[str] = []

    def read(self, row: Sequence[str]) -> None:
        """Read the row of an agent."""
        agent = row[0].strip()
        named = dict(zip(self._head[1:], (cell.strip() for cell in row[1:]), strict=False))
        games = self._row_games(agent, named)
        for opponent, text in named.items():
            if opponent.casefold() in _TOTALS:
                self._total(agent, text)
            elif opponent != "games" and text and text != "-":
                self._cell(agent, opponent, text, games)

    def table(self) -> PrintedTable:
        """Return what was read."""
        fewest = fewest_games(self._percents) if self._percents else None
        return PrintedTable(
            self._path.stem,
            PublishedTable(self._values, self._totals, {}, self._printed),
            self._shares,
            (*self._impossible, *_no_games(self._percents, fewest)),
            fewest,
            self._roundings,
            self._total_roundings,
        )

    def _row_games(self, agent: str, named: Mapping[str, str]) -> int | None:
        text = named.get("games", "")
        if not text:
            return self._games
        if not text.isdecimal() or int(text) < 1:
            raise PublishedError(
                f"{self._path} says {agent} played '{text}' games; write a whole number above 0"
            )
        return int(text)

    def _cell(self, agent: str, opponent: str, text: str, games: int | None) -> None:
        if result := _RESULT.fullmatch(text):
            wins, losses = self._counts(agent, result)
            if not wins + losses:
                return
            self._values[agent, opponent] = PublishedValue(wins, losses, wins + losses)
            self._shares[agent, opponent] = wins / (wins + losses)
            return
        percent, digits = self._percent(agent, opponent, text)
        self._shares[agent, opponent] = percent / 100
        self._roundings[agent, opponent] = rounding(digits)
        if games is None:
            self._percents.append((percent, digits))
            return
        found = counts_of_percent(percent, digits, games)
        if found is None:
            self._impossible.append(
                f"{agent} against {opponent}: no number of wins in {games:,} games is {text}"
            )
            return
        self._values[agent, opponent] = PublishedValue(found, games - found, games)
        self._shares[agent, opponent] = found / games
        del self._roundings[agent, opponent]

    def _total(self, agent: str, text: str) -> None:
        if not text:
            return
        if result := _RESULT.fullmatch(text):
            wins, losses = self._counts(agent, result)
            if wins + losses:
                self._totals[agent] = PublishedValue(wins, losses, wins + losses)
            return
        self._printed[agent], digits = self._percent(agent, "all", text)
        self._total_roundings[agent] = rounding(digits)

    def _counts(self, agent: str, result: re.Match[str]) -> tuple[int, int]:
        wins, losses = int(result[1]), int(result[2])
        if wins + losses > _MOST_GAMES:
            raise PublishedError(
                f"{self._path} says '{result[0].strip()}' for {agent}: those are more than "
                f"{_MOST_GAMES:,} games; correct it"
            )
        return wins, losses

    def _percent(self, agent: str, opponent: str, text: str) -> tuple[float, int]:
        found = _PERCENT.fullmatch(text)
        if found is None or float(found[1]) > 100:
            raise PublishedError(
                f"{self._path} says '{text}' for {agent} against {opponent}; write wins and losses "
                "such as 24-6, or a percentage such as 80.0%"
            )
        return float(found[1]), len(found[2] or "")
