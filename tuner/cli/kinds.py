"""Hold the command that lists what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import Json, Runs
from tuner.cli.output import print_json, print_lines

__all__ = ["list_command"]


def list_command(
    kind: Annotated[
        str,
        typer.Argument(
            help="presets, features, studies, heuristics, tournaments, games, baselines, samplers, "
            "formats or runs."
        ),
    ],
    word: Annotated[str, typer.Argument(help="Only what holds this word.")] = "",
    game_name: Annotated[str, typer.Option("--game", help="Only what this game has.")] = "",
    runs: Runs = Path("runs"),
    as_json: Json = False,
) -> None:
    """List what there is; a word or a game makes the list shorter.

    Example: tune list presets distance --game isolation
    """
    from tuner.cli.listing import list_kind, list_remark
    from tuner.cli.row import row_json, row_lines

    rows = list_kind(kind, runs, word, game_name)
    if as_json:
        print_json([row_json(row) for row in rows])
        return
    if word and not rows:
        print_lines([f"no {kind} with '{word}'; leave the word out to see all"])
        return
    remark = list_remark(kind) if rows else ""
    print_lines([*row_lines(rows), *([remark] if remark else [])])
