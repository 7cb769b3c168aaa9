"""Define the arguments and options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tuner.cluster.threads import MOST_THREADS

if TYPE_CHECKING:
    from engine.play.search import Search

__all__ = [
    "AGENT",
    "DEFAULT_THREADS",
    "MOST",
    "Cluster",
    "Config",
    "Depth",
    "Device",
    "Fork",
    "GameName",
    "Json",
    "MatchPairs",
    "MatchSeed",
    "Nodes",
    "Plies",
    "Run",
    "Runs",
    "Threads",
    "TieSeed",
    "Variant",
    "Yes",
    "chosen_search",
    "require_writable",
]

MOST = 1_000_000_000
"""A command takes no larger count, and neither does a configuration."""

Config = Annotated[
    Path,
    typer.Argument(
        help="Study as YAML, the name of one that comes with the package, or a run's folder."
    ),
]
Run = Annotated[Path, typer.Argument(help="Folder of a run, for example runs/pressure-1a2b3c4d.")]
Runs = Annotated[Path, typer.Option("--runs", help="Folder for results.")]
Threads = Annotated[
    int, typer.Option("--threads", min=1, max=MOST_THREADS, help="Threads that play games.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Play on the workers of a Dask scheduler, such as tcp://10.0.0.5:8786; "
        "local:4 starts four here.",
    ),
]
Device = Annotated[
    str | None,
    typer.Option("--device", help="Play on a GPU of NVIDIA's: cuda. Its games are the CPU's."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Yes = Annotated[bool, typer.Option("--yes", help="Begin without asking, however long it takes.")]
Fork = Annotated[
    bool,
    typer.Option(
        "--fork",
        help="Begin a new run with the comparable trials of the latest one of this name.",
    ),
]
GameName = Annotated[
    str | None,
    typer.Option(
        "--game", help="Such as isolation-5x6 or pentago; without it that of the files, or 7x7."
    ),
]
Variant = Annotated[
    str | None, typer.Option("--variant", help="Of presets that have some: as_written ...")
]
Depth = Annotated[int | None, typer.Option("--depth", help="Alpha-beta to this depth.")]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", min=1, max=MOST, help="Alpha-beta with this many nodes."),
]
MatchPairs = Annotated[int, typer.Option("--pairs", min=2, max=MOST, help="Pairs of each match.")]
Plies = Annotated[int, typer.Option("--plies", min=0, help="Random plies of openings.")]
MatchSeed = Annotated[int, typer.Option("--seed", min=0, help="Of openings and games.")]
TieSeed = Annotated[int, typer.Option("--seed", min=0, help="By which ties are broken.")]

AGENT = (
    "a preset, a YAML file (heuristic, agent or study), the name of one that comes with the "
    "package, or a run folder"
)

DEFAULT_THREADS = min(os.cpu_count() or 1, MOST_THREADS)


def chosen_search(depth: int | None, nodes: int | None) -> Search | None:
    """Return the search that --depth or --nodes asks for; None leaves each agent its own."""
    from engine.play.searches import make_search

    if depth is None and nodes is None:
        return None
    return make_search("alphabeta", depth=depth, nodes=nodes)


def require_writable(write: Path | None) -> None:
    """Refuse a file of --write that cannot be written, before any game is played for it."""
    if write is None:
        return
    if write.is_dir():
        raise typer.BadParameter(f"{write} is a folder; name a file", param_hint="--write")
    from tuner.files import refusal

    if refusal(write.resolve().parent) or (write.exists() and not os.access(write, os.W_OK)):
        message = f"{write} cannot be written; name a file in a folder of yours"
        raise typer.BadParameter(message, param_hint="--write")
