"""The command that measures speed."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from tuner.cli_options import Json
from tuner.output import print_json, print_lines

__all__ = ["bench"]


def bench(
    game: Annotated[
        str | None,
        typer.Option("--game", help="isolation, isolation-9x11 or pentago; without it all."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Seconds in place of minutes.")] = False,
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="Compared with one, and play the study.")
    ] = min(2, os.cpu_count() or 1),
    as_json: Json = False,
) -> None:
    """Measure speed on this machine, as ratios to equal C and plain Python programs.

    Nothing is compared before the C programs have found the same values in as many nodes, and the
    plain Python boards the same moves and values.

    Example: tune bench --quick
    """
    from tuner.bench.figures import report_json, report_lines
    from tuner.bench.whole import QUICK, THOROUGH, measure

    report = measure(QUICK if quick else THOROUGH, game, threads, _say)
    if as_json:
        print_json(report_json(report))
        return
    print_lines(report_lines(report))


def _say(text: str) -> None:
    sys.stderr.write(f"measuring {text}\n")
