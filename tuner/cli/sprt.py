"""Hold the command that plays a sequential match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tuner.cli.options import (
    AGENT,
    DEFAULT_THREADS,
    MOST,
    Cluster,
    Depth,
    Device,
    GameName,
    Json,
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

if TYPE_CHECKING:
    from tuner.stats.sprt import Model, Sprt

__all__ = ["sprt"]


def sprt(  # noqa: PLR0913, PLR0917 - one option a parameter
    first: Annotated[str, typer.Argument(help=f"Whose view is taken: {AGENT}.")],
    second: Annotated[str, typer.Argument(help="Its opponent, written likewise.")],
    elo0: Annotated[
        float, typer.Option("--elo0", help="The test fails where the difference is this.")
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option("--elo1", help="The test passes where the difference is this.")
    ] = 5.0,
    alpha: Annotated[
        float, typer.Option("--alpha", help="How often it may pass where it should fail.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option("--beta", help="How often it may fail where it should pass.")
    ] = 0.05,
    model: Annotated[
        str, typer.Option("--model", help="In which Elo both are: logistic or normalized.")
    ] = "logistic",
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=2, max=MOST, help="Pairs at most; the match ends there.")
    ] = 20_000,
    plies: Plies = 6,
    seed: MatchSeed = 1,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    as_json: Json = False,
) -> None:
    """Play two agents until a sequential test has decided whether the first is stronger.

    Status 1 if it says no, or has not decided after the last pair; more --pairs go on from there.

    Example: tune sprt pressure weighted_center --elo0 0 --elo1 20
    """
    from tuner.cli.console import ConsoleProgress
    from tuner.comparison.model import Matches
    from tuner.config.games import resolve_game
    from tuner.sequential.files import save_match, sequential_json
    from tuner.sequential.match import play_match, sequential_folder
    from tuner.sequential.model import sequential_lines
    from tuner.tuning.lookup import find_agents, find_common_game

    test = _test(elo0, elo1, alpha, beta, model)
    names = [first, second]
    game = resolve_game(game_name) if game_name else find_common_game(names)
    agents = find_agents(names, game, chosen_search(depth, nodes), variant)
    matches = Matches(pairs, plies, seed, threads, cluster, device=device)
    with ConsoleProgress(f"{agents[0].name} against {agents[1].name}, {game.name}") as progress:
        match = play_match(game, agents, test, matches, runs, progress)
    folder = sequential_folder(game, matches, runs)
    save_match(match, folder)
    written = results_line(folder.path, threads)
    if as_json:
        print_json(sequential_json(match))
    else:
        print_lines([*sequential_lines(match), f"Results: {folder.path}", written])
    if not match.passed:
        raise typer.Exit(1)


def _test(elo0: float, elo1: float, alpha: float, beta: float, model: str) -> Sprt:
    from typing import cast

    from tuner.stats.sprt import asked_test

    # The test itself refuses another word.
    return asked_test(elo0, elo1, alpha, beta, cast("Model", model))
