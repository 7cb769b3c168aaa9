"""Give the trials of a report to the figures."""

from __future__ import annotations

from tuner.figures.table import SearchTable
from tuner.report.model import RunReport

__all__ = ["search_table"]


def search_table(report: RunReport) -> SearchTable | None:
    """Return the trials as figures read them; None before the first."""
    if not report.trials:
        return None
    verdict, parameters = report.verdict, report.study.tune
    tuned = None if verdict is None else tuple(verdict.tuned[one.name] for one in parameters)
    # A score against another trial cannot stand beside scores against the baselines.
    trials = tuple(trial for trial in report.trials if not trial.duelled)
    return SearchTable(tuple(parameters), trials, tuned, report.study.objective)
