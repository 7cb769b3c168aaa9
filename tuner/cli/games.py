"""Hold the commands that need no study: one position, solved positions, agents, tournaments."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    MatchPairs,
    MatchSeed,
    Nodes,
    Plies,
    Runs,
    Threads,
    TieSeed,
    Variant,
    chosen_search,
    require_writable,
)
from tuner.cli.output import print_json, print_lines
from tuner.cli.report import results_line

if TYPE_CHECKING:
    from engine.game import Game
    from tuner.comparison.model import Matches
    from tuner.matches.agent import Agent

__all__ = ["accuracy", "compare", "solve", "tournament"]


_POSITION = typer.Argument(
    help="Rows from the top, joined by /: . x 1 2 or . B W; or as a course prints it."
)


def solve(
    position: Annotated[str, _POSITION],
    game_name: Annotated[
        str | None, typer.Option("--game", help="isolation-5x6, pentago; without it 7x7.")
    ] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, max=MOST, help="Steps of the proof at most.")
    ] = 100_000_000,
    as_json: Json = False,
) -> None:
    """Prove who wins with perfect play, and a move that keeps it. Status 1 if it stays unknown.

    For Isolation on at most 64 squares, and for Pentago with at least 19 stones.

    Example: tune solve ......./......./..1..../......./....2../......./.......
    """
    from engine.games import DEFAULT_GAME, game_of_position
    from engine.play.proving import prove
    from tuner.config.games import resolve_game
    from tuner.solved.proof import proof_json, proof_lines, proven_position

    game = resolve_game(game_name or game_of_position(position) or DEFAULT_GAME)
    start = game.parse_position(position)
    found = proven_position(game, start, prove(game, start, nodes))
    if as_json:
        print_json(proof_json(found))
    else:
        print_lines(proof_lines(found, "--nodes"))
    if found.proven.outcome == "unknown":
        raise typer.Exit(1)


def accuracy(  # noqa: PLR0913, PLR0917 - one option a parameter
    agents: Annotated[list[str], typer.Argument(help=f"One or more, each {AGENT}.")],
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: TieSeed = 1,
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Measure how often agents keep a won position won, on solved positions, by stage of the game.

    Two agents are compared position by position, more of them each with the first. The positions
    are the half of the package's that no study tunes on.

    Example: tune accuracy improved pressure --depth 3
    """
    from tuner.config.games import resolve_game
    from tuner.solved.accuracy import measure_accuracy
    from tuner.solved.text import accuracy_json, accuracy_lines
    from tuner.tuning.lookup import find_agents, find_common_game

    game = resolve_game(game_name) if game_name else find_common_game(agents)
    search = chosen_search(depth, nodes)
    found = find_agents(agents, game, search, variant)
    report = measure_accuracy(game, found, "verdict", seed, threads)
    if as_json:
        print_json(accuracy_json(report))
        return
    print_lines(accuracy_lines(report))


def compare(  # noqa: PLR0913, PLR0917 - one option a parameter
    agents: Annotated[list[str], typer.Argument(help=f"Two or more, each {AGENT}.")],
    null: Annotated[
        bool,
        typer.Option(
            "--null", help="Play one agent against itself: the noise of such comparisons."
        ),
    ] = False,
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    baselines: Annotated[
        str | None,
        typer.Option("--baselines", help="A set of baselines, or none."),
    ] = None,
    pairs: MatchPairs = 5000,
    plies: Plies = 6,
    seed: MatchSeed = 1,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    as_json: Json = False,
) -> None:
    """Compare agents: the same function or not, head to head, and against baselines.

    More than two are rated, and their matches corrected for their number.

    Example: tune compare pressure weighted_center improved
    """
    from tuner.cli.console import ConsoleProgress
    from tuner.comparison.compare import compare_agents, comparison_folder
    from tuner.comparison.files import comparison_json, save_comparison
    from tuner.comparison.model import Matches, comparison_lines
    from tuner.config.games import resolve_game
    from tuner.matches.agent import compared_baselines
    from tuner.tuning.lookup import find_agents, find_common_game

    game = resolve_game(game_name) if game_name else find_common_game(agents)
    search = chosen_search(depth, nodes)
    found = find_agents(agents, game, search, variant)
    name, opponents = compared_baselines(game, baselines)
    matches = Matches(pairs, plies, seed, threads, cluster, device=device)
    if null:
        _show_noise(game, found, matches, runs, as_json)
        return
    with ConsoleProgress() as progress:
        comparison = compare_agents(game, found, (name, opponents), matches, runs, progress)
    folder = comparison_folder(game, matches, runs)
    save_comparison(comparison, folder)
    written = results_line(folder.path, threads)
    if as_json:
        print_json(comparison_json(comparison))
        return
    print_lines([*comparison_lines(comparison), f"Results: {folder.path}", written])


def _show_noise(
    game: Game[Any], agents: Sequence[Agent], matches: Matches, runs: Path, as_json: bool
) -> None:
    """Play one agent against itself, and show what chance does."""
    from tuner.cli.console import ConsoleProgress
    from tuner.comparison.noise import noise_folder, play_noise
    from tuner.comparison.noise_band import noise_lines
    from tuner.comparison.noise_files import noise_json, save_noise

    if len(agents) != 1:
        message = f"it takes one agent, not {len(agents)}"
        raise typer.BadParameter(message, param_hint="--null")
    with ConsoleProgress() as progress:
        band = play_noise(game, agents[0], matches, runs, progress)
    folder = noise_folder(game, matches, runs)
    save_noise(band, folder)
    written = results_line(folder.path, matches.threads)
    if as_json:
        print_json(noise_json(band))
    else:
        print_lines([*noise_lines(band), f"Results: {folder.path}", written])


def tournament(  # noqa: PLR0913, PLR0917 - one option a parameter
    configs: Annotated[
        list[Path],
        typer.Argument(help="Tournaments as YAML, or names of those that come with the package."),
    ],
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    write: Annotated[
        Path | None, typer.Option("--write", help="Markdown file for tables and claims.")
    ] = None,
    title: Annotated[
        str, typer.Option("--title", help="Of that file; without it the tournaments' names.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Play a gauntlet or a round robin; the published tables are such tournaments.

    Example: tune tournament udacity_2017_pressure
    """
    from tuner.cli.console import ConsoleProgress
    from tuner.tournament.config import load_tournament
    from tuner.tournament.files import save_results, tournament_json, write_markdown
    from tuner.tournament.play import play_tournament
    from tuner.tournament.text import tournament_lines

    if title and write is None:
        message = "a title is that of the file that --write names; name one"
        raise typer.BadParameter(message, param_hint="--title")
    require_writable(write)
    found = [load_tournament(path) for path in configs]
    results = []
    for one in found:
        with ConsoleProgress() as progress:
            results.append(play_tournament(one, runs, threads, progress, cluster, device))
        folder = save_results(results[-1], runs)
        said = [f"Results: {folder}", results_line(folder, threads), ""]
        if not as_json:
            print_lines([*tournament_lines(results[-1]), *said])
    if as_json:
        print_json([tournament_json(one) for one in results])
    if write is not None:
        words = ["tune", "tournament", *(config.as_posix() for config in configs)]
        words += ["--write", write.as_posix(), *(["--title", title] if title else [])]
        write_markdown(write, shlex.join(words), results, title)
