"""Make the part of several runs that shows how their searches went, on the same axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tuner.figures.chart import Curve, CurvesChart, score_mark
from tuner.figures.looks import Look
from tuner.report.model import RunReport
from tuner.report.search_table import search_table
from tuner.report.sheet import Part

__all__ = ["history_part"]

_LOOKS = (
    Look("", "#0072B2", "circle", "o"),
    Look("", "#D55E00", "square", "s", "dash"),
    Look("", "#009E73", "diamond", "D", "dot"),
    Look("", "#CC79A7", "triangle-up", "^", "solid", filled=False),
    Look("", "#808080", "star", "*", "dash", filled=False),
    Look("", "#E69F00", "x", "x", "dot"),
)
"""Colours of Okabe and Ito, told apart in grey by dash and mark."""

_CAPTION = (
    "The best value so far of each search, and at its end the 95% interval of that trial alone. "
    "The best of many values is partly luck: the verdicts above are from games that no search saw."
)


def history_part(reports: Sequence[RunReport]) -> Part:
    """Return the courses of the searches, or why they are not drawn together."""
    found = [(one.folder, table) for one in reports if (table := search_table(one)) is not None]
    axes = {table.axis for _, table in found}
    if not found:
        return Part("history", "The searches", ("No search has a trial yet.",))
    if len(axes) > 1:
        said = "The searches have different objectives, so their values have no axis in common."
        return Part("history", "The searches", (said,))
    curves = []
    for index, (folder, table) in enumerate(found):
        look = replace(_LOOKS[index % len(_LOOKS)], label=folder)
        numbers = tuple(one.number for one in table.trials)
        curves.append(Curve(numbers, table.course, score_mark(look, table.best.value)))
    return Part("history", "The searches", (CurvesChart(_CAPTION, axes.pop(), tuple(curves)),))
