"""The command about solved positions: tune accuracy."""

from __future__ import annotations

from typing import Annotated

import typer

from tuner.cli.options import (
    AGENT,
    DEFAULT_THREADS,
    Depth,
    GameName,
    Json,
    Nodes,
    Threads,
    Variant,
    chosen_search,
)
from tuner.cli.output import print_json, print_lines

__all__ = ["accuracy"]


def accuracy(  # noqa: PLR0913, PLR0917 - one option a parameter
    agents: Annotated[list[str], typer.Argument(help=f"One or more, each {AGENT}.")],
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="By which ties are broken.")] = 1,
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Measure how often agents keep a won position won, on solved positions, by stage of the game.

    Two agents are compared position by position, more of them each with the first. The positions
    are the half of the package's that no study tunes on.

    Example: tune accuracy improved pressure --depth 3
    """
    from engine.games import find_game
    from tuner.solved.accuracy import measure_accuracy
    from tuner.solved.text import accuracy_json, accuracy_lines
    from tuner.tuning.agent_file import find_agents, find_common_game

    game = find_game(game_name) if game_name else find_common_game(agents)
    search = chosen_search(depth, nodes)
    found = find_agents(agents, game, search, variant)
    report = measure_accuracy(game, found, "verdict", seed, threads)
    if as_json:
        print_json(accuracy_json(report))
        return
    print_lines(accuracy_lines(report))
