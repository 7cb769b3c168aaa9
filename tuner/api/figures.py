"""Draw the figures of a run, by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import UnknownNameError
from tuner.figures import interactive
from tuner.figures.landscapes import draw_landscape
from tuner.figures.libraries import FigureError
from tuner.figures.slices import draw_slice
from tuner.report.collect import read_report
from tuner.report.search_table import search_table
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.model import Verdict

__all__ = ["FIGURES", "run_figure"]

_OF_VERDICT: dict[str, Callable[[Verdict], Any]] = {
    "claims": interactive.claims,
    "baselines": interactive.baselines,
    "conditions": interactive.conditions,
    "accuracy_by_stage": interactive.accuracy_by_stage,
}
_OF_PARAMETERS: dict[str, tuple[int, Callable[..., Any]]] = {
    "importances": (0, interactive.importances),
    "slice": (1, draw_slice),
    "landscape": (2, lambda table, *names: draw_landscape(table, names)),
}

FIGURES = ("search_history", *_OF_VERDICT, *_OF_PARAMETERS)
"""The names of all figures."""


def run_figure(folder: RunFolder, name: str, parameters: tuple[str, ...]) -> Any:
    """Return a figure of a run as plotly has it.

    Args:
        folder: of the run, finished or not.
        name: one of `FIGURES`.
        parameters: whose figure it is: one for a slice, two for a landscape.

    Raises:
        UnknownNameError: if there is no such figure or parameter.
        FigureError: if plotly is not installed, there are too many or too few parameters, or there
            is nothing to show.
    """
    if name not in FIGURES:
        raise UnknownNameError("figure", name, FIGURES)
    wanted, draw = _OF_PARAMETERS.get(name, (0, None))
    if len(parameters) != wanted:
        of = {0: "no parameter", 1: "one parameter", 2: "two parameters"}[wanted]
        raise FigureError(f"the figure '{name}' is of {of}; name as many, not {len(parameters)}")
    report = read_report(folder)
    known = [one.name for one in report.study.tune]
    for parameter in parameters:
        if parameter not in known:
            raise UnknownNameError("parameter", parameter, known)
    verdict, table = report.verdict, search_table(report)
    figure = None
    if name in _OF_VERDICT:
        figure = None if verdict is None else _OF_VERDICT[name](verdict)
    elif table is not None:
        figure = interactive.search_history(table, verdict) if draw is None else None
        if draw is not None and not table.constant:
            figure = draw(table, *parameters)
    if figure is None:
        raise FigureError(
            f"{folder.path} has nothing to show as '{name}'; finish the run, or look at another"
        )
    return figure
