"""Hold the command that writes the report of a run, and the line that ends a run with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tuner.cli.options import DEFAULT_THREADS, Run, Threads
from tuner.cli.output import print_lines, with_hint

if TYPE_CHECKING:
    from tuner.tuning.run_folder import RunFolder

__all__ = ["report", "report_line"]


def report(
    run_path: Run,
    form: Annotated[str, typer.Option("--to", help="html or md.")] = "html",
    threads: Threads = DEFAULT_THREADS,
) -> None:
    """Write the report of a run into its folder, at any time, also while the run goes on.

    A finished run has its report.html already. Markdown has its pictures in plots beside it.

    Example: tune report runs/pressure-1a2b3c4d --to html
    """
    from tuner.report.write import write_report
    from tuner.tuning.run_folder import RunFolder

    print_lines([f"wrote {write_report(RunFolder(run_path), form, threads)}"])


def report_line(folder: RunFolder, threads: int) -> str:
    """Write the page of a finished run; return where it is, or what it needs."""
    from tuner.report.page import ReportError
    from tuner.report.write import write_report

    try:
        return f"Report: {write_report(folder, 'html', threads)}"
    except ReportError as error:
        return f"No report: {with_hint(error)}"
