"""Hold the command that rates agents of several runs beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import (
    AGENT,
    DEFAULT_THREADS,
    Cluster,
    Depth,
    Device,
    GameName,
    Json,
    MatchPairs,
    MatchSeed,
    Nodes,
    Plies,
    Runs,
    Threads,
    Variant,
    chosen_search,
)
from tuner.cli.output import print_json, print_lines
from tuner.cli.report import results_line

__all__ = ["league"]


def league(  # noqa: PLR0913, PLR0917 - one option a parameter
    agents: Annotated[
        list[str] | None,
        typer.Argument(help=f"Each {AGENT}; without any, all finished runs of the folder."),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", help="Who is rated 0; without it the first that was not tuned."),
    ] = None,
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    pairs: MatchPairs = 2000,
    plies: Plies = 6,
    seed: MatchSeed = 1,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    as_json: Json = False,
) -> None:
    """Let tuned agents of runs, their hand-set ones and others meet each other, and rate them.

    A run enters its tuned and its hand-set agent; one that is damaged or not finished is left out,
    which is told. Give the command again to go on after a stop,
    or with another run: what was played is not played again.

    Example: tune league pressure improved open --pairs 500
    """
    from tuner.cli.console import ConsoleProgress
    from tuner.comparison.entrants import anchor_of, find_entrants
    from tuner.comparison.league import (
        league_folder,
        league_json,
        league_lines,
        play_league,
        save_league,
    )
    from tuner.comparison.model import Matches
    from tuner.comparison.sources import read_sources, sources_of_folder
    from tuner.config.games import resolve_game
    from tuner.tuning.lookup import find_agent, find_common_game

    named = resolve_game(game_name) if game_name else None
    found = read_sources(agents) if agents else sources_of_folder(runs, named)
    game = named or find_common_game(found.others, played=found.games)
    sources = found.playing(game)
    search = chosen_search(depth, nodes)
    entrants = find_entrants(sources, lambda word: find_agent(word, game, search, variant), search)
    zero = anchor_of(entrants, anchor)
    matches = Matches(pairs, plies, seed, threads, cluster, device=device, anchor=zero)
    with ConsoleProgress() as progress:
        played = play_league(game, entrants, matches, runs, progress, sources.left_out)
    folder = league_folder(game, matches, runs)
    save_league(played, folder)
    written = results_line(folder.path, threads)
    if as_json:
        print_json(league_json(played))
        return
    print_lines([*league_lines(played), f"Results: {folder.path}", written])
