"""Hold the command that writes reports, and the lines that end what has one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import TuneError
from tuner.cli.options import DEFAULT_THREADS, Threads
from tuner.cli.output import cause_of, print_lines, say, show_warning, with_hint

if TYPE_CHECKING:
    from tuner.tuning.run_folder import RunFolder

__all__ = ["note_missing_reports", "report", "report_lines", "results_line"]

_WRITING = "writing the report"
"""Said before it: that compiles what plays games again, and may take many seconds."""

_FOLDERS = typer.Argument(
    help="Folder of a run, a comparison or a tournament; or of several runs, side by side."
)


def report(
    folders: Annotated[list[Path], _FOLDERS],
    form: Annotated[str, typer.Option("--to", help="html or md.")] = "html",
    threads: Threads = DEFAULT_THREADS,
) -> None:
    """Write the report of a run into its folder, at any time, also while the run goes on.

    A finished run has its report.html already, and so has a comparison or a tournament. The report
    of several runs stands beside their folders. Markdown has its pictures in plots beside it.

    Example: tune report runs/pressure-1a2b3c4d --to html
    """
    from tuner.report.folders import write_reports

    print_lines([f"wrote {write_reports(folders, form, threads)}"])


def results_line(folder: Path, threads: int) -> str:
    """Write the page of a comparison or a tournament; return where it is, or what it needs."""
    from tuner.report.folders import write_results
    from tuner.report.page import ReportError

    say(_WRITING)
    try:
        return f"Report: {write_results(folder, 'html', threads)}"
    except ReportError as error:
        return f"No report: {with_hint(error)}"


def report_lines(folder: RunFolder, threads: int) -> list[str]:
    """Write the reports of a finished run; return where each is, or why it is not written."""
    return [
        f"Report: {path}" if error is None else _not_written(path, error)
        for path, error in _written(folder, threads).items()
    ]


def note_missing_reports(folder: RunFolder, threads: int) -> None:
    """Write the reports of a finished run; note on standard error those that cannot be."""
    for path, error in _written(folder, threads).items():
        if error is not None:
            show_warning(_not_written(path, error))


def _written(folder: RunFolder, threads: int) -> dict[Path, Exception | None]:
    say(_WRITING)
    from tuner.report.at_end import write_at_end

    return write_at_end(folder, threads)


def _not_written(path: Path, error: Exception) -> str:
    if isinstance(error, TuneError):
        reason = with_hint(error)
    elif isinstance(error, OSError):
        reason = cause_of(error)
    else:
        reason = f"{type(error).__name__}, {error}"
    if path.exists():
        return f"{path} is as it was before the end, it could not be written anew: {reason}"
    return f"No report: {reason}"
