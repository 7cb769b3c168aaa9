"""Draw what trials scored over two parameters with plotly, through Optuna's own figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from features.parameter import Tunable
from tuner.figures.libraries import plotly_objects
from tuner.figures.looks import GREY
from tuner.figures.page import axis_range, label_text, legend_entry, settle
from tuner.figures.table import FEWEST_TRIALS, SearchTable
from tuner.samplers.space import Space, Vector

__all__ = [
    "Landscape",
    "cell_edges",
    "draw_landscape",
    "landscape_of",
    "mean_by_cell",
    "pairs_worth_drawing",
]

_SEQUENCE = "Cividis"
"""Plotly's colours for numbers: from dark to bright, also in grey, for colour-blind readers."""

_HEIGHT = 440
_CELLS = 8
"""So many cells along each parameter: a mean of some trials is less noisy than one trial."""

_FEWEST = 3
"""Trials in fewer rows or columns of cells make no landscape."""

_PARAMETERS = 3
"""Landscapes are drawn of the pairs of so many parameters."""


def pairs_worth_drawing(table: SearchTable) -> list[tuple[str, str]]:
    """Return the pairs of the most important parameters, the most important pair first.

    The names of a pair are in alphabetical order, as Optuna takes them for its axes.
    """
    pairs = combinations(table.by_importance[:_PARAMETERS], 2)
    return [(min(pair), max(pair)) for pair in pairs]


def mean_by_cell(
    pair: tuple[Tunable, Tunable], points: Sequence[Vector], values: Sequence[float]
) -> dict[tuple[int, int], float]:
    """Return the mean value of the points in each cell of a grid over two parameters."""
    shares = np.array([Space(pair).to_unit(point) for point in points])
    places = np.minimum((shares * _CELLS).astype(int), _CELLS - 1)
    found: dict[tuple[int, int], list[float]] = {}
    for (column, row), value in zip(places.tolist(), values, strict=True):
        found.setdefault((column, row), []).append(value)
    return {cell: float(np.mean(found[cell])) for cell in sorted(found)}


@dataclass(frozen=True)
class Landscape:
    """Hold what trials scored over two parameters.

    Attributes:
        pair: the parameters, as if none were whole numbers.
        points: of the trials.
        cells: column and row of the cells that have trials.
        means: of the trials in each of these cells, in percent.
    """

    pair: tuple[Tunable, Tunable]
    points: tuple[Vector, ...]
    cells: tuple[tuple[int, int], ...]
    means: tuple[float, ...]

    @property
    def centres(self) -> list[Vector]:
        """Return the vectors in the middle of the cells."""
        shares = [[(place + 0.5) / _CELLS for place in cell] for cell in self.cells]
        return [Space(self.pair).from_unit(share) for share in shares]


def cell_edges(parameter: Tunable) -> list[float]:
    """Return the values at which the cells of a parameter begin and end."""
    space = Space((parameter,))
    return [space.from_unit([edge / _CELLS])[0] for edge in range(_CELLS + 1)]


def landscape_of(table: SearchTable, names: tuple[str, str]) -> Landscape | None:
    """Return the landscape of two parameters; None where the trials fill no area."""
    if len(table.distinct) < FEWEST_TRIALS:
        return None
    columns = [table.index(name) for name in names]
    first, second = (replace(table.parameters[index], integer=False) for index in columns)
    points = [tuple(trial.vector[index] for index in columns) for trial in table.distinct]
    values = [100 * trial.value.estimate for trial in table.distinct]
    cells = mean_by_cell((first, second), points, values)
    if min(len(set(places)) for places in zip(*cells, strict=True)) < _FEWEST:
        return None
    means = tuple(round(value, 4) for value in cells.values())
    return Landscape((first, second), tuple(points), tuple(cells), means)


def draw_landscape(table: SearchTable, names: tuple[str, str]) -> Any | None:
    """Return the figure of two parameters; None where the trials fill no area."""
    from tuner.samplers.optuna_figures import contour_figure  # noqa: PLC0415 - as for slices

    landscape = landscape_of(table, names)
    if landscape is None:
        return None
    figure = contour_figure(Space(landscape.pair), landscape.centres, landscape.means)
    caption = (
        f"Mean {table.axis} of the trials over {names[0]} and {names[1]}, in {_CELLS} by {_CELLS} "
        "cells; where there were no trials, the colour is a guess between those around. The "
        "points are the trials."
    )
    settle(figure, caption, _HEIGHT)
    _restyle(figure, table.axis)
    _add_points(figure, landscape.points)
    columns = [table.index(name) for name in names]
    for look, vector in table.marked:
        marker = legend_entry(look)
        marker["marker"] |= {"size": 14}
        x, y = (vector[index] for index in columns)
        figure.add_trace(plotly_objects().Scatter(x=[x], y=[y], hoverinfo="name", **marker))
    for update, name, one in zip(
        (figure.update_xaxes, figure.update_yaxes), names, landscape.pair, strict=True
    ):
        update(title_text=label_text(name), range=axis_range(one))
    return figure


def _restyle(figure: Any, axis: str) -> None:
    """Keep of Optuna's figure the landscape alone, with its scale below."""
    contour = figure.data[0]
    figure.data = (contour,)
    contour.update(
        colorscale=_SEQUENCE,
        hoverinfo="skip",
        colorbar={
            "orientation": "h",
            "y": 1.0,
            "yanchor": "bottom",
            "thickness": 12,
            "title": {"text": axis, "side": "top", "font": {"size": 13}},
        },
    )


def _add_points(figure: Any, points: Sequence[Vector]) -> None:
    xs, ys = zip(*points, strict=True)
    marker = {"size": 4, "color": "#ffffff", "line": {"width": 0.5, "color": GREY}}
    figure.add_trace(
        plotly_objects().Scatter(
            x=xs, y=ys, mode="markers", marker=marker, name="trial", hoverinfo="skip"
        )
    )
