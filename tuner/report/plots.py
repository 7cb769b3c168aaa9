"""Draw the pictures beside a report in Markdown."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.figures.chart import IntervalChart
from tuner.figures.landscapes import landscape_of, pairs_worth_drawing
from tuner.figures.png import history_png, landscape_png, rows_png
from tuner.figures.search_charts import history_chart, importance_chart
from tuner.figures.table import SearchTable
from tuner.figures.verdict_charts import (
    accuracy_chart,
    baselines_chart,
    claims_chart,
    conditions_chart,
)
from tuner.report.model import RunReport
from tuner.report.search_table import search_table

__all__ = ["FOLDER", "PLOTS", "Plot", "plots_of"]

FOLDER = "plots"
"""Beside the report, in the folder of the run."""

PLOTS = {
    "history": "The search as it went",
    "claims": "Search, selection and verdict",
    "baselines": "Against the baselines",
    "conditions": "Other depths and equal time",
    "accuracy": "Accuracy on solved positions",
    "importances": "Which parameters matter",
    "landscape": "Two parameters together",
}
"""Every picture that there may be, with its title."""


@dataclass(frozen=True)
class Plot:
    """Hold a picture beside a report.

    Attributes:
        caption: what is to be seen.
        png: its file.
    """

    caption: str
    png: bytes

    @staticmethod
    def path(name: str) -> str:
        """Return where a picture lies, as seen from the report."""
        return f"{FOLDER}/{name}.png"


def plots_of(report: RunReport) -> dict[str, Plot]:
    """Return the pictures that show something, by their names in `PLOTS`."""
    verdict, search = report.verdict, search_table(report)
    charts: dict[str, IntervalChart | None] = {}
    if verdict is not None:
        charts |= {
            "claims": claims_chart(verdict),
            "baselines": baselines_chart(verdict),
            "conditions": conditions_chart(verdict),
            "accuracy": accuracy_chart(verdict),
        }
    found = {} if search is None else _search_plots(report, search)
    if search is not None:
        charts["importances"] = importance_chart(search)
    rows = {name: chart for name, chart in charts.items() if chart is not None}
    found |= {name: Plot(chart.caption, rows_png(chart)) for name, chart in rows.items()}
    return {name: found[name] for name in PLOTS if name in found}


def _search_plots(report: RunReport, search: SearchTable) -> dict[str, Plot]:
    found = {}
    history = history_chart(search, report.verdict)
    if history is None:
        return {}
    found["history"] = Plot(history.caption, history_png(history))
    for pair in pairs_worth_drawing(search)[:1]:
        landscape = landscape_of(search, pair)
        if landscape is not None:
            caption = (
                f"Mean {search.axis} of the trials over {pair[0]} and {pair[1]}, by cells; white "
                "cells have no trials."
            )
            found["landscape"] = Plot(caption, landscape_png(search, landscape))
    return found
