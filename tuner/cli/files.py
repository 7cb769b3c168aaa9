"""Hold the commands that write files: what a study begins with, and for people's own programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import (
    AGENT,
    DEFAULT_THREADS,
    MOST,
    Depth,
    Json,
    Nodes,
    Run,
    Threads,
    Variant,
    chosen_search,
)
from tuner.cli.output import print_json, print_lines, print_next, print_text

__all__ = ["book", "export", "init"]


def init(
    name: Annotated[str, typer.Argument(help="Of the study, and of its files.")],
    game_name: Annotated[
        str | None, typer.Option("--game", help="isolation, isolation-9x11, pentago ...; else 7x7.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", help="Copy this study of the package; 'tune list studies' has all."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for the files.")] = Path(),
) -> None:
    """Write a commented study to start from, a file with a feature of your own, and its test.

    No file is replaced. With --from there is only the study, a copy with another name.

    Example: tune init mine --game isolation-9x11
    """
    from engine.games import DEFAULT_GAME
    from tuner.config.games import resolve_game
    from tuner.files import save_files
    from tuner.starter.files import copied_study, new_study

    if source is not None:
        files = copied_study(name, source, game_name)
    else:
        files = new_study(name, resolve_game(game_name or DEFAULT_GAME))
    paths = save_files(out, files)
    print_lines([f"wrote {path}" for path in paths])
    print_next("tune", "check", str(paths[0]))


def export(
    run_path: Run,
    form: Annotated[
        str, typer.Option("--to", help="The format; 'tune list formats' shows all.")
    ] = "yaml",
    out: Annotated[
        Path | None, typer.Option(help="Write files into this folder, and print nothing of them.")
    ] = None,
) -> None:
    """Write the exported agent of a finished run for another program.

    Example: tune export runs/pressure-1a2b3c4d --to json
    """
    from tuner.export.export import export_text, save_export
    from tuner.tuning.run_folder import RunFolder

    if out is None:
        print_text(export_text(RunFolder(run_path), form))
        return
    print_lines([f"wrote {path}" for path in save_export(RunFolder(run_path), form, out)])


def book(  # noqa: PLR0913, PLR0917 - one option a parameter
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="isolation, isolation-9x11 ...")],
    agent: Annotated[str, typer.Option("--agent", help=f"Whose book: {AGENT}.")],
    plies: Annotated[int, typer.Option("--plies", help="How many plies it has moves for.")] = 4,
    games: Annotated[
        int, typer.Option("--games", max=MOST, help="Of each of the best few moves.")
    ] = 400,
    out: Annotated[Path, typer.Option("--out", help="Folder for the files.")] = Path("book"),
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the games.")] = 1,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Make an opening book from an agent's own games, proven where the game can be solved.

    It follows the agent's best moves as either player, against every reply, and writes book.yaml,
    book.csv and for 9x11 the course's data.pickle.

    Example: tune book isolation-9x11 --agent liberty_center --plies 4
    """
    from tuner.book.files import book_files, book_json, book_lines
    from tuner.book.journal import Journal, journal_name
    from tuner.book.make import make_book
    from tuner.book.plan import BookPlan
    from tuner.cli.console import ConsoleProgress
    from tuner.config.games import resolve_game
    from tuner.files import require_free, save_files
    from tuner.tuning.lookup import find_agent

    game, plan = resolve_game(game_name), BookPlan(plies, games, seed)
    found = find_agent(agent, game, chosen_search(depth, nodes), variant)
    # Before the games: they take a while.
    require_free(out, "book.yaml")
    path = out / journal_name(game, found, plan)
    with ConsoleProgress() as progress, Journal(path) as journal:
        made = make_book(game, found, plan, threads, progress, journal)
        paths = save_files(out, book_files(made))
        journal.remove()
    if as_json:
        print_json(book_json(made))
        return
    print_lines([*book_lines(made), *(f"wrote {path}" for path in paths)])
