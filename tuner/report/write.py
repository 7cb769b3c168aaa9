"""Write the report of a run into its folder."""

from __future__ import annotations

from pathlib import Path

from tuner.files import save_text
from tuner.replay.chosen import replay_chosen
from tuner.replay.fragment import replay_fragment
from tuner.replay.model import ReplayError
from tuner.report.ablation_section import ablation_sections
from tuner.report.collect import read_report
from tuner.report.condition_sections import condition_sections
from tuner.report.model import RunReport
from tuner.report.page import Page, page_html
from tuner.report.repeat_section import repeat_section
from tuner.report.search_sections import closing_sections, search_sections
from tuner.report.sentences import game_sentence
from tuner.report.sheet import require_form
from tuner.report.verdict_sections import claims_section, verdict_sections
from tuner.report.write_markdown import write_markdown
from tuner.tuning.run_folder import RunFolder

__all__ = ["report_page", "write_report"]


def report_page(report: RunReport, replays: str, no_replays: str) -> Page:
    """Return the page of a run's report.

    Args:
        report: of the run.
        replays: HTML of the games to replay, "" where there are none.
        no_replays: why there are none.
    """
    return Page(
        report.study.name,
        game_sentence(report),
        (
            *verdict_sections(report),
            claims_section(report),
            *search_sections(report),
            *condition_sections(report),
            *ablation_sections(report),
            *closing_sections(report, replays, no_replays),
            repeat_section(report),
        ),
    )


def write_report(folder: RunFolder, form: str, threads: int) -> Path:
    """Write the report into the folder of a run, finished or not; return its path.

    Args:
        folder: of the run.
        form: "html" or "md".
        threads: that play games again.

    Raises:
        UnknownNameError: if there is no such form.
        ReportError, FigureError: if a library is not installed.
        RunError: if the folder is no run, was played with other files, or cannot be read.
        ConfigError: if its study cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    require_form(form)
    return _write_html(folder, threads) if form == "html" else write_markdown(folder)


def _write_html(folder: RunFolder, threads: int) -> Path:
    report = read_report(folder)
    page = report_page(report, *_replays(folder, threads, report))
    save_text(folder.report_html, page_html(page))
    return folder.report_html


def _replays(folder: RunFolder, threads: int, report: RunReport) -> tuple[str, str]:
    """Return the games to replay as HTML, and else why there are none."""
    if report.verdict is None:
        return "", "Games are chosen from those of the verdict, which is not played yet."
    try:
        replays = replay_fragment(replay_chosen(folder, threads))
    except ReplayError as error:
        # With a limit in time a game need not come out as it did.
        return "", f"No game is shown: {error}."
    return replays, "No game of the verdict tells the two agents apart."
