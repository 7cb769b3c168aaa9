"""Write the reports of a run at its end, whatever becomes of them."""

from __future__ import annotations

from pathlib import Path

from tuner.report.write import write_report
from tuner.tuning.run_folder import RunFolder

__all__ = ["write_at_end"]


def write_at_end(folder: RunFolder, threads: int) -> dict[Path, Exception | None]:
    """Write the page of a finished run, and anew the Markdown that it may have from before its end.

    Nothing is raised: the verdict is there, and no defect of a figure may hide it.

    Args:
        folder: of the run.
        threads: that play games again.

    Returns:
        The path of each report, with what hindered it: None where it is written.
    """
    forms = {"html": folder.report_html}
    if folder.report_md.exists():
        forms["md"] = folder.report_md
    return {path: _hindrance(folder, form, threads) for form, path in forms.items()}


def _hindrance(folder: RunFolder, form: str, threads: int) -> Exception | None:
    try:
        write_report(folder, form, threads)
    except Exception as error:
        return error
    return None
