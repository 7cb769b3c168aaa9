"""Hold the command that lists what a folder of runs holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import Json
from tuner.cli.output import print_json, print_lines, print_next

__all__ = ["runs_command"]

_FOLDER = typer.Argument(metavar="[FOLDER]", help="The folder that holds the folders of runs.")


def runs_command(folder: Annotated[Path, _FOLDER] = Path("runs"), as_json: Json = False) -> None:
    """List the runs, comparisons and tournaments of a folder, the last written to first.

    Each has its verdict with interval and condition, or how far it is.

    Example: tune runs runs
    """
    import time

    from tuner.overview.entry import DAMAGED, RUN, STOPPED, find_entries
    from tuner.overview.text import entries_json, entries_lines

    entries = find_entries(folder)
    if as_json:
        print_json(entries_json(entries))
        return
    print_lines(entries_lines(folder, entries, time.time()))
    first = next((one for one in entries if one.kind == RUN and one.state != DAMAGED), None)
    if first is not None:
        print_next("tune", "run" if first.state == STOPPED else "status", str(first.folder))
