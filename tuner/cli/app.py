"""Translate the words of the command line to calls, results to text, errors to one line.

Exit status: 0 success, 1 a question has no answer (the command's help says so), 2 the input is
wrong, 130 interrupted. Results go to standard output,
progress and errors to standard error.
"""

from __future__ import annotations

import copy
import shlex
import sys
import warnings
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import TuneError
from engine.link.compiling import tell_of_compiling, tell_what_takes_long
from tuner.cli.ablate import ablate
from tuner.cli.bench import bench
from tuner.cli.check import check
from tuner.cli.dashboard import dashboard
from tuner.cli.explain import explain
from tuner.cli.files import book, export, init
from tuner.cli.game_list import games
from tuner.cli.games import accuracy, compare, solve, tournament
from tuner.cli.kinds import list_command
from tuner.cli.league import league
from tuner.cli.mistakes import fail_at_words
from tuner.cli.options import (
    DEFAULT_THREADS,
    Cluster,
    Config,
    Device,
    Fork,
    Json,
    Runs,
    Threads,
    Yes,
)
from tuner.cli.output import (
    cause_of,
    fail,
    flush,
    print_json,
    print_lines,
    print_next,
    say,
    show_warning,
    whole_paragraphs,
    with_hint,
)
from tuner.cli.plain_command import PlainCommand, PlainProgram
from tuner.cli.play import play
from tuner.cli.report import note_missing_reports, report, report_lines
from tuner.cli.runs import runs_command
from tuner.cli.sprt import sprt
from tuner.cli.status import status
from tuner.cli.table import table

if TYPE_CHECKING:
    from tuner.config.study import Study
    from tuner.tuning.run_folder import RunFolder
    from tuner.verdict.model import Verdict

__all__ = ["app", "goes_on", "interrupted_text", "main"]

app = typer.Typer(
    name="tune",
    help="Tune the numbers of a board game heuristic by playing, and get an honest verdict.",
    no_args_is_help=True,
    cls=PlainProgram,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib import metadata

        print_lines([f"tune {metadata.version('tune')}"])
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
]


@app.callback()
def options(version: Version = False) -> None:
    """Take the options of the program itself."""


@app.command()
def run(  # noqa: PLR0913, PLR0917 - one option a parameter
    config: Config,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    as_json: Json = False,
    yes: Yes = False,
    fork: Fork = False,
) -> None:
    """Run a study: search, selection, verdict. Give the command again to go on after a stop.

    With more trials, finalists or pairs of selection and verdict in its file a run goes on and
    plays what is missing. After any other change, --fork begins a new run that takes over the
    trials that are still comparable.

    On a terminal, a study that will take more than an hour asks before it begins.

    Example: tune run pressure
    """
    from engine.link.elsewhere import expect_to_compile

    # First, since it takes long where no code is compiled yet.
    expect_to_compile(say)
    from tuner.cli.console import ConsoleProgress
    from tuner.cluster.executors import open_executors
    from tuner.tuning.forecast import Forecast, forecast_text
    from tuner.tuning.preflight import preflight_reported
    from tuner.tuning.run import run_study_on
    from tuner.tuning.run_choice import choose_run
    from tuner.tuning.study_lookup import find_study

    study, runs = find_study(config, runs)
    choice = choose_run(study, runs, fork=fork)
    title = f"{study.name}, {study.game.name}"
    with preflight_reported(config), ConsoleProgress(title) as progress:

        def begin(found: Forecast) -> None:
            progress.note(forecast_text(found, gpu=device is not None))
            if found.long and progress.on_terminal and not yes:
                with progress.paused():
                    typer.confirm("That is more than an hour. Begin?", abort=True, err=True)

        with open_executors(threads, cluster, progress, device) as executors:
            verdict = run_study_on(executors, study, choice, progress, begin)
    _show_verdict(study, verdict, choice.folder, threads, as_json)


def _show_verdict(
    study: Study, verdict: Verdict, folder: RunFolder, threads: int, as_json: bool
) -> None:
    """Show how a study has ended, and its ablation if it wants one."""
    from tuner.stats.decision import BETTER
    from tuner.stats.text import seconds_text
    from tuner.verdict.json import verdict_json
    from tuner.verdict.text import verdict_lines

    ablation = None
    if study.ablation:
        from tuner.ablation.json import ablation_json
        from tuner.ablation.text import ablation_lines
        from tuner.tuning.ablation import find_ablation

        ablation = find_ablation(folder, verdict)
    if as_json:
        parts = {"ablation": ablation_json(ablation)} if ablation else {}
        print_json({"run": str(folder.path), **verdict_json(verdict), **parts})
        flush()
        note_missing_reports(folder, threads)
        return
    headline, *details = verdict_lines(verdict)
    style = "bold green" if verdict.verdict == BETTER else "bold yellow"
    took = seconds_text(f"{verdict.seconds:.0f}")
    more = f", and {ablation.games:,} more in the ablation" if ablation else ""
    games = f"{verdict.games:,} games in {took}{more}. Results: {folder.path}"
    print_lines([headline], style)
    print_lines([*details, *(ablation_lines(ablation) if ablation else []), games])
    # Behind the verdict, which must be read whatever becomes of them.
    flush()
    print_lines(report_lines(folder, threads))
    # Again: what is asked first must not have scrolled away.
    print_lines([headline], style)
    print_next("tune", "export", str(folder.path), "--to", "yaml")


app.command()(check)
app.command()(status)
app.command("runs")(runs_command)
app.command("list")(list_command)
for command in (
    *(init, dashboard, export, report, ablate, book, explain, solve, accuracy),
    *(compare, league, sprt, tournament, table, games, play, bench),
):
    app.command()(command)
for registered in app.registered_commands:
    registered.help = whole_paragraphs(getdoc(registered.callback) or "")
    registered.cls = PlainCommand


_INTERRUPTED = 130
"""Typer turns Ctrl-C into a silent end with this status."""

_GO_ON = ("run", "ablate", "compare", "league", "sprt", "tournament", "book")
"""These commands keep what was played."""


def goes_on() -> bool:
    """Return whether the command that was given keeps what was played."""
    return sys.argv[1:2] != [] and sys.argv[1] in _GO_ON


def interrupted_text() -> str:
    """Return what is said of the command that was given when it is interrupted."""
    return (
        f"interrupted; to go on: {shlex.join(['tune', *sys.argv[1:]])}"
        if goes_on()
        else "interrupted"
    )


def _program(words: list[str]) -> typer.Typer:
    """Return the program with the one command that is meant: Typer takes as long to prepare all of
    them as to import a tenth of what a command needs.
    """
    meant = [
        one
        for one in app.registered_commands
        if one.callback and words[:1] == [one.name or one.callback.__name__]
    ]
    if not meant:
        return app
    program = copy.copy(app)
    program.registered_commands = meant
    return program


def main() -> None:
    """Run the command line; every expected error is one line and status 2."""
    warnings.showwarning = show_warning
    tell_of_compiling(say)
    tell_what_takes_long(say)
    try:
        status = _program(sys.argv[1:])(prog_name="tune", standalone_mode=False)
        flush()
    except KeyboardInterrupt:
        # Before the command has begun.
        status = _INTERRUPTED
    except TuneError as error:
        fail(with_hint(error), 2)
    except typer.TyperException as error:
        fail_at_words(error)
    except MemoryError:
        fail("the memory is too small for this; ask for fewer pairs", 2)
    except OSError as error:
        fail(cause_of(error), 2)
    except typer.Abort:
        fail("not begun; nothing was written", 1)
    if status == _INTERRUPTED:
        fail(interrupted_text(), status)
    sys.exit(status or 0)
