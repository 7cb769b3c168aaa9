"""Read a table of results with agents below each other, and opponents beside each other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tuner.stats.proportions import counts_of_percent, fewest_games, rounding
from tuner.tournament.printed_table import PrintedTable, no_games
from tuner.tournament.published import PublishedError, PublishedTable, PublishedValue

__all__ = ["wide_table"]

_MOST_GAMES = 10**9
"""More than anybody has played; the sums of tests stay exact below it."""

_TOTALS = ("total", "all", "win rate", "sum")
_RESULT = re.compile(r"\s*(\d+)\s*[-:/]\s*(\d+)\s*")
_PERCENT = re.compile(r"\s*(\d+(?:\.(\d+))?)\s*%?\s*")


def wide_table(
    path: Path, head: list[str], rows: list[list[str]], games: int | None
) -> PrintedTable:
    """Return the table of a file with a row an agent.

    Args:
        path: of the file.
        head: its first line; all columns but the first one name opponents, games or the total.
        rows: all others, as long as the head.
        games: of each cell, for percentages of a table without a column "games".

    Raises:
        PublishedError: if a cell is no result, or an agent has two rows or an opponent two columns.
    """
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
            (*self._impossible, *no_games(self._percents, fewest)),
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
