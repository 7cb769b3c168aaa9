"""Hold the command that checks a table of results which somebody has printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import MOST, Json
from tuner.cli.output import print_json, print_lines

__all__ = ["table"]


def table(
    file: Annotated[Path, typer.Argument(help="CSV: a row an agent, a column an opponent.")],
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, max=MOST, help="Games of each cell, for percentages."),
    ] = None,
    only: Annotated[
        str, typer.Option("--only", help="Only tables whose name has this in it.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Check a published table: impossible cells, totals that do not follow, which rows differ.

    Example: tune table results.csv --games 20
    """
    from tuner.tournament.printed import read_tables
    from tuner.tournament.published import PublishedError
    from tuner.tournament.table_check import check_table
    from tuner.tournament.table_text import table_json, table_lines

    tables = [one for one in read_tables(file, games) if only in one.name]
    if not tables:
        raise PublishedError(f"{file} has no table with '{only}' in its name; name another part")
    checks = [check_table(one) for one in tables]
    if as_json:
        print_json([table_json(one) for one in checks])
        return
    for check in checks:
        print_lines(table_lines(check))
