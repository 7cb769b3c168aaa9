"""Read the tables of a file as somebody printed them: a row a cell, or a row an agent."""

from __future__ import annotations

import csv
from pathlib import Path

from tuner.stats.proportions import fewest_games, rounding
from tuner.tournament.printed_table import PrintedTable, no_games
from tuner.tournament.published import FORMER_KEYS, PublishedError, read_all_published
from tuner.tournament.wide_table import wide_table

__all__ = ["read_tables"]


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
        return _long(path)
    return (wide_table(path, head, rows[1:], games),)


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


def _long(path: Path) -> tuple[PrintedTable, ...]:
    """Return the tables of a file with a row a cell, in the order of their first rows."""
    found = []
    for (report, table), values in read_all_published(path).items():
        shares = {cell: value.rate for cell, value in values.cells.items()}
        percents = [(float(one.wins), 0) for one in values.cells.values() if one.games is None]
        fewest = fewest_games(percents) if percents else None
        name = ", ".join(one for one in (report, table) if one)
        # Cells in percent are whole numbers there.
        roundings = {cell: rounding(0) for cell, one in values.cells.items() if one.games is None}
        impossible = no_games(percents, fewest)
        found.append(PrintedTable(name, values, shares, impossible, fewest, roundings))
    return tuple(found)
