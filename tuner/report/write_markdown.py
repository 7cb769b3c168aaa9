"""Write the report of a run as Markdown into its folder, with the pictures beside it."""

from __future__ import annotations

from pathlib import Path

from tuner.files import save_bytes, save_text
from tuner.report.collect import read_report
from tuner.report.markdown_report import markdown_report
from tuner.report.plots import FOLDER, PLOTS, Plot, plots_of
from tuner.tuning.run_folder import RunFolder

__all__ = ["write_markdown"]


def write_markdown(folder: RunFolder) -> Path:
    """Write report.md and its pictures; return the path of the report.

    Pictures of an earlier report are replaced or removed, and no other file is. At no time does a
    report lack a picture that it shows.

    Raises:
        FigureError: if a library is not installed.
        RunError: if the folder is no run, was played with other files, or cannot be read.
        ConfigError: if its study cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    report = read_report(folder)
    plots = plots_of(report)
    if plots:
        (folder.path / FOLDER).mkdir(exist_ok=True)
    for name, plot in plots.items():
        save_bytes(folder.path / Plot.path(name), plot.png)
    save_text(folder.report_md, markdown_report(report, plots))
    # Last: until now the earlier report may have shown them.
    for name in PLOTS.keys() - plots.keys():
        (folder.path / Plot.path(name)).unlink(missing_ok=True)
    return folder.report_md
