"""Hold the command that measures speed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import tuner
from engine.errors import TuneError
from tuner.cli.options import Json
from tuner.cli.output import print_json, print_lines, say
from tuner.cluster.threads import MOST_THREADS

__all__ = ["CHECKOUT", "bench"]

CHECKOUT = Path(tuner.__path__[0]).parent
"""The packages lie in this folder; in a checkout the benchmarks lie beside them."""


def bench(
    game: Annotated[
        str | None,
        typer.Option("--game", help="isolation, isolation-9x11 or pentago; without it all."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A second for each ratio in place of a minute.")
    ] = False,
    threads: Annotated[
        int,
        typer.Option(
            "--threads", min=1, max=MOST_THREADS, help="Compared with one, and play the study."
        ),
    ] = min(2, os.cpu_count() or 1),
    as_json: Json = False,
) -> None:
    """Measure speed on this machine, as ratios to equal C and plain Python programs.

    Nothing is compared before the C programs have found the same values in as many nodes and
    played the same games, and the plain Python boards the same moves and values. It takes up
    to 40 minutes, and about seven with --quick.

    Example: tune bench --quick
    """
    _find_benchmarks()
    from benchmarks.figures import report_json, report_lines
    from benchmarks.whole import QUICK, THOROUGH, measure

    report = measure(
        QUICK if quick else THOROUGH, game, threads, lambda text: say(f"measuring {text}")
    )
    if as_json:
        print_json(report_json(report))
        return
    print_lines(report_lines(report))


def _find_benchmarks() -> None:
    """Make the benchmarks of the checkout importable.

    Raises:
        TuneError: if there are none: an installed package comes without them.
    """
    if not (CHECKOUT / "benchmarks" / "whole.py").exists():
        raise TuneError(
            "the benchmarks are not installed; clone the repository, 'pip install -e .' there, and "
            "ask again"
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
