"""Write the report of a run into its folder."""

from __future__ import annotations

from pathlib import Path

from tuner.files import save_text
from tuner.report.collect import read_report
from tuner.report.model import RunReport
from tuner.report.page import Page, page_html, require_report
from tuner.report.repeat_section import repeat_section
from tuner.report.search_sections import closing_sections, search_sections
from tuner.report.sentences import game_sentence
from tuner.report.verdict_sections import claims_section, condition_sections, verdict_sections
from tuner.tuning.run_folder import RunFolder

__all__ = ["report_page", "write_html"]


def report_page(report: RunReport, replays: str = "") -> Page:
    """Return the page of a run's report.

    Args:
        report: of the run.
        replays: HTML of the games to replay, "" where there are none.
    """
    return Page(
        report.study.name,
        game_sentence(report),
        (
            *verdict_sections(report),
            claims_section(report),
            *search_sections(report),
            *condition_sections(report),
            *closing_sections(report, replays),
            repeat_section(report),
        ),
    )


def write_html(folder: RunFolder) -> Path:
    """Write report.html into the folder of a run, finished or not; return its path.

    Raises:
        ReportError: if a library is not installed.
        RunError: if the folder is no run, was played with other files, or cannot be read.
    """
    require_report()
    save_text(folder.report_html, page_html(report_page(read_report(folder))))
    return folder.report_html
