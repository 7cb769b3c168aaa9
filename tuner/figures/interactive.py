"""Draw every figure of a run with plotly, for pages and notebooks.

Each function returns a plotly `Figure`, whose caption is `layout.meta["caption"]`, or None where
there is nothing worth showing; those that draw one figure a parameter return a tuple of them.
"""

from __future__ import annotations

from typing import Any

from tuner.figures.chart import IntervalChart
from tuner.figures.history import draw_history
from tuner.figures.landscapes import draw_landscape, pairs_worth_drawing
from tuner.figures.rows import draw_rows
from tuner.figures.search_charts import history_chart, importance_chart
from tuner.figures.slices import draw_slice
from tuner.figures.table import SearchTable
from tuner.figures.verdict_charts import (
    accuracy_chart,
    baselines_chart,
    claims_chart,
    conditions_chart,
)
from tuner.verdict.model import Verdict

__all__ = [
    "accuracy_by_stage",
    "baselines",
    "claims",
    "conditions",
    "importances",
    "landscapes",
    "search_history",
    "slices",
]


def search_history(table: SearchTable, verdict: Verdict | None = None) -> Any | None:
    """Return the search as it went, and where the verdict ended up if there is one."""
    chart = history_chart(table, verdict)
    return None if chart is None else draw_history(chart)


def claims(verdict: Verdict) -> Any | None:
    """Return what search, selection and verdict say, beside hand-set."""
    return _rows(claims_chart(verdict))


def baselines(verdict: Verdict) -> Any:
    """Return tuned and hand-set against each baseline."""
    return _rows(baselines_chart(verdict))


def conditions(verdict: Verdict) -> Any | None:
    """Return what the tuned values gain under other conditions, such as equal time."""
    return _rows(conditions_chart(verdict))


def accuracy_by_stage(verdict: Verdict) -> Any | None:
    """Return how often both agents keep a won position won, by stage of the game."""
    return _rows(accuracy_chart(verdict))


def importances(table: SearchTable) -> Any | None:
    """Return how much each parameter matters."""
    return _rows(importance_chart(table))


def slices(table: SearchTable) -> tuple[Any, ...]:
    """Return one small figure for each parameter, the most important first."""
    if table.constant:
        return ()
    return tuple(draw_slice(table, name) for name in table.by_importance)


def landscapes(table: SearchTable) -> tuple[Any, ...]:
    """Return the landscapes of the most important pairs of parameters."""
    if table.constant:
        return ()
    drawn = (draw_landscape(table, pair) for pair in pairs_worth_drawing(table))
    return tuple(figure for figure in drawn if figure is not None)


def _rows(chart: IntervalChart | None) -> Any | None:
    return None if chart is None else draw_rows(chart)
