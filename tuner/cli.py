"""The command line: translates words to calls, results to text, errors to one line.

Exit status: 0 success, 2 the input is wrong, 130 interrupted. Results go to standard output,
progress and errors to standard error.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

from tuner.output import fail, print_json, print_lines, show_warning

__all__ = ["app", "main"]

app = typer.Typer(
    name="tune",
    help="Tune the numbers of a board game heuristic by playing, and get an honest verdict.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

MOST = 1_000_000_000
"""The largest count that a command takes, as in configurations."""

Config = Annotated[Path, typer.Argument(help="Study as YAML, for example configs/pressure.yaml.")]
Run = Annotated[Path, typer.Argument(help="Folder of a run, for example runs/pressure-1a2b3c4d.")]
Runs = Annotated[Path, typer.Option("--runs", help="Folder for results.")]
Threads = Annotated[int, typer.Option("--threads", min=1, help="Threads that play games.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
GameName = Annotated[
    str | None,
    typer.Option("--game", help="Such as isolation-5x6; without it that of the files, or 7x7."),
]
Variant = Annotated[
    str | None, typer.Option("--variant", help="Of presets that have some: as_written ...")
]
Depth = Annotated[int | None, typer.Option("--depth", help="Alpha-beta to this depth.")]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", min=1, max=MOST, help="Alpha-beta with this many nodes."),
]

AGENT = "a preset, a YAML file (heuristic, agent or study) or a run folder"

DEFAULT_THREADS = os.cpu_count() or 1


@app.command()
def run(
    config: Config,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Tune: search, selection, verdict. Run it again to go on where it was stopped.

    Example: tune run configs/pressure.yaml
    """
    from tuner.config import load_study
    from tuner.console import ConsoleProgress
    from tuner.run import run_folder, run_study
    from tuner.verdictfile import verdict_json
    from tuner.words import verdict_lines

    study = load_study(config)
    with ConsoleProgress() as progress:
        verdict = run_study(study, runs, threads, progress)
    folder = run_folder(study, runs).path
    if as_json:
        print_json({"run": str(folder), **verdict_json(verdict)})
        return
    print_lines(
        [
            *verdict_lines(verdict),
            f"{verdict.games:,} games in {verdict.seconds:.0f} seconds. Results: {folder}",
            f"Next: tune export {folder} --to yaml",
        ]
    )


@app.command()
def check(config: Config, as_json: Json = False) -> None:
    """Validate a study and say what it would do. Writes and plays nothing.

    Example: tune check configs/pressure.yaml
    """
    from tuner.config import effective_config, load_study, study_digest
    from tuner.plan import plan_lines, plan_study
    from tuner.preflight import preflight
    from tuner.workshop import draw_all_openings

    study = load_study(config)
    draw_all_openings(study)
    notes = preflight(study)
    if as_json:
        print_json(
            {
                "digest": study_digest(study),
                "reproducible": study.reproducible,
                "config": effective_config(study),
                "notes": notes,
            }
        )
        return
    lines = plan_lines(study, plan_study(study))
    print_lines([*lines, *(f"  note: {note}" for note in notes), f"{config} is fine"])


@app.command()
def status(run_path: Run, as_json: Json = False) -> None:
    """Where a run stands, even while it is going on.

    Example: tune status runs/pressure-1a2b3c4d
    """
    from tuner.folder import RunFolder
    from tuner.status import read_status, status_json, status_lines

    found = read_status(RunFolder(run_path))
    if as_json:
        print_json(status_json(found))
        return
    print_lines(status_lines(found))


@app.command("list")
def list_command(
    kind: Annotated[
        str, typer.Argument(help="presets, features, games, baselines, samplers or runs.")
    ],
    runs: Runs = Path("runs"),
    as_json: Json = False,
) -> None:
    """List what there is.

    Example: tune list presets
    """
    from tuner.listing import list_kind

    rows = list_kind(kind, runs)
    if as_json:
        print_json([{"name": name, "summary": summary} for name, summary in rows])
        return
    width = max((len(name) for name, _ in rows), default=0)
    print_lines([f"{name:<{width}}  {summary}".rstrip() for name, summary in rows])


@app.command()
def explain(  # noqa: PLR0913, PLR0917 - one option a parameter
    heuristic: Annotated[str, typer.Argument(help=f"Whose: {AGENT}.")],
    position: Annotated[str, typer.Argument(help="Rows from the top, joined by /: . x 1 2")],
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """What a heuristic sees in a position: features, terms, value, the chosen move.

    Example: tune explain pressure ......./......./..1..../......./....2../......./.......
    """
    from engine.games import find_game
    from tuner.agentfile import find_agent, find_common_game
    from tuner.explain import explain_position, report_json, report_lines

    game = find_game(game_name) if game_name else find_common_game([heuristic])
    agent = find_agent(heuristic, game, _search(depth, nodes), variant)
    report = explain_position(game, agent, game.parse_position(position))
    if as_json:
        print_json(report_json(report))
        return
    print_lines(report_lines(report, agent))


@app.command()
def export(
    run_path: Run,
    form: Annotated[str, typer.Option("--to", help="yaml, json or csv.")] = "yaml",
) -> None:
    """Print the exported agent of a finished run.

    Example: tune export runs/pressure-1a2b3c4d --to json
    """
    from tuner.exports import export_run
    from tuner.folder import RunFolder

    sys.stdout.write(export_run(RunFolder(run_path), form))


@app.command()
def compare(  # noqa: PLR0913, PLR0917 - one option a parameter
    agents: Annotated[list[str], typer.Argument(help=f"Two or more, each {AGENT}.")],
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    baselines: Annotated[
        str, typer.Option("--baselines", help="A set of baselines, or none.")
    ] = "udacity-2017-02",
    pairs: Annotated[
        int, typer.Option("--pairs", min=2, max=MOST, help="Pairs of each match.")
    ] = 5000,
    plies: Annotated[int, typer.Option("--plies", min=0, help="Random plies of openings.")] = 6,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of openings and games.")] = 1,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Compare agents: the same function or not, head to head, and against baselines.

    Example: tune compare pressure weighted_center improved
    """
    from engine.games import find_game
    from tuner.agentfile import find_agent, find_common_game
    from tuner.baselines import find_baselines
    from tuner.compare import Matches, compare_agents, comparison_json
    from tuner.comparison_words import comparison_lines
    from tuner.console import ConsoleProgress

    game = find_game(game_name) if game_name else find_common_game(agents)
    search = _search(depth, nodes)
    found = [find_agent(word, game, search, variant) for word in agents]
    opponents = () if baselines == "none" else find_baselines(baselines).agents()
    matches = Matches(pairs, plies, seed, threads)
    with ConsoleProgress() as progress:
        comparison = compare_agents(game, found, (baselines, opponents), matches, (runs, progress))
    if as_json:
        print_json(comparison_json(comparison))
        return
    print_lines(comparison_lines(comparison))


@app.command()
def tournament(
    configs: Annotated[list[Path], typer.Argument(help="Tournaments as YAML.")],
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    write: Annotated[
        Path | None, typer.Option("--write", help="Markdown file for tables and claims.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play a gauntlet or a round robin; the published tables are such tournaments.

    Example: tune tournament configs/tournaments/001.yaml
    """
    from tuner.console import ConsoleProgress
    from tuner.tournament import play_tournament
    from tuner.tournament_config import load_tournament
    from tuner.tournament_files import save_results, tournament_json, write_markdown
    from tuner.tournament_words import tournament_lines

    found = [load_tournament(path) for path in configs]
    results = []
    for one in found:
        with ConsoleProgress() as progress:
            results.append(play_tournament(one, runs, threads, progress))
        folder = save_results(results[-1], runs)
        if not as_json:
            print_lines([*tournament_lines(results[-1]), f"Results: {folder}", ""])
    if as_json:
        print_json([tournament_json(one) for one in results])
    if write is not None:
        write_markdown(write, configs, results)


def main() -> None:
    """Run the command line; every expected error is one line and status 2."""
    from engine.errors import TuneError

    warnings.showwarning = show_warning
    try:
        app(standalone_mode=True)
    except TuneError as error:
        fail(str(error), 2)
    except SystemExit as end:
        # Typer turns Ctrl-C into a silent end.
        if end.code == 130:
            fail("interrupted; run the same command again to go on", 130)
        raise
    except MemoryError:
        fail("the memory is too small for this; ask for fewer pairs", 2)
    except OSError as error:
        fail(f"{error.filename or 'a file'}: {error.strerror or error}", 2)


def _search(depth: int | None, nodes: int | None) -> Any:
    from engine.search import Search

    if depth is None and nodes is None:
        return None
    return Search("alphabeta", depth=depth, nodes=nodes)
