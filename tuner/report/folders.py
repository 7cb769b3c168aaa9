"""Write the report of whatever a folder holds: a run, matches of any kind; or of several runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tuner.files import RESULTS, RunError, load_results
from tuner.report.collect import read_report
from tuner.report.comparison_sheet import comparison_sheet
from tuner.report.match_replays import replays_part
from tuner.report.noise_sheet import noise_sheet
from tuner.report.runs_sheet import runs_sheet
from tuner.report.sequential_sheet import sequential_sheet
from tuner.report.sheet import Sheet, require_form, write_sheet
from tuner.report.tournament_sheet import tournament_sheet
from tuner.report.write import write_report
from tuner.tuning.run_folder import RunFolder

__all__ = ["write_reports", "write_results"]

_LONGEST = 80

_SHEETS: tuple[tuple[str, Callable[[Mapping[str, Any]], Sheet]], ...] = (
    ("tournament", tournament_sheet),
    ("head_to_head", comparison_sheet),
    ("log_likelihood_ratio", sequential_sheet),
    ("intervals_without_half", noise_sheet),
)
"""A key that only one kind of results has, and what makes its sheet."""


def write_reports(folders: Sequence[Path], form: str, threads: int) -> Path:
    """Write the report of a folder into it; that of several runs stands in the first one's parent.

    Args:
        folders: one of a run or of matches, or several runs.
        form: "html" or "md".
        threads: that play games again.

    Raises:
        TuneError: if there is no such form or folder, a library is not installed, or the runs say
            nothing of each other.
    """
    if len(folders) > 1:
        require_form(form)
        sheet = runs_sheet([read_report(RunFolder(folder)) for folder in folders])
        names = "-and-".join(folder.resolve().name for folder in folders)
        if len(names) > _LONGEST:
            names = f"{folders[0].resolve().name}-and-{len(folders) - 1}-more"
        return write_sheet(sheet, form, folders[0].resolve().parent, f"report-{names}")
    (folder,) = folders
    if (folder / RESULTS).exists():
        return write_results(folder, form, threads)
    return write_report(RunFolder(folder), form, threads)


def write_results(folder: Path, form: str, threads: int) -> Path:
    """Write the report of matches that belong to no study into their folder, from their results.

    Args:
        folder: of it.
        form: "html" or "md".
        threads: that play games again.

    Raises:
        RunError: if its results cannot be read.
        TuneError: if there is no such form, or a library is not installed.
    """
    content = load_results(folder)
    make = next((make for key, make in _SHEETS if key in content), None)
    try:
        sheet = None if make is None else make(content)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        sheet = None
    if sheet is None:
        raise RunError(
            f"{folder / RESULTS} is of another version, or damaged; play it again to write it anew"
        )
    require_form(form)
    if form == "html" and make is not noise_sheet:
        # Above what repeats it, as in the page of a run. Markdown cannot show moving boards.
        *parts, repeat = sheet.parts
        parts += [replays_part(folder, threads), repeat]
        sheet = replace(sheet, parts=tuple(parts))
    return write_sheet(sheet, form, folder)
