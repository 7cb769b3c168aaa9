"""Draw charts of a run with matplotlib, as PNG that is the same byte for byte each time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from tuner.figures.chart import CourseChart, CurvesChart, HistoryChart, IntervalChart, Mark
from tuner.figures.landscapes import Landscape, cell_edges
from tuner.figures.libraries import require_drawing
from tuner.figures.looks import BEST, BOUND, COURSE, GREY, HAND_SET, Look
from tuner.figures.table import SearchTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["course_png", "curves_png", "history_png", "landscape_png", "rows_png"]

_WIDTH = 7.0
_DOTS = 120
_LABEL_WIDTH = 90


def rows_png(chart: IntervalChart) -> bytes:
    """Return rows of intervals, labels above the marks."""
    lines = [wrap(row.label, _LABEL_WIDTH) for row in chart.rows]
    height = sum(
        len(text) + len(row.marks) + 0.5 for text, row in zip(lines, chart.rows, strict=True)
    )
    with _drawing(0.22 * height + 0.9) as (figure, axes):
        place = 0.0
        for text, row in zip(lines, chart.rows, strict=True):
            label = "\n".join(text)
            axes.text(0.005, place, label, va="top", transform=axes.get_yaxis_transform())
            place += len(text)
            if chart.from_zero:
                axes.plot([0, 0], [place, place + len(row.marks)], color=GREY, linewidth=1.5)
            for mark in row.marks:
                place += 0.5
                _interval(axes, mark, place, vertical=False)
                place += 0.5
            place += 0.5
        axes.set_ylim(place, -0.2)
        axes.set_yticks([])
        axes.set_xlabel(chart.axis)
        axes.grid(axis="x", alpha=0.3)
        _legend(figure, axes, len(chart.looks))
        return _bytes(figure)


def history_png(chart: HistoryChart) -> bytes:
    """Return the search as it went, and what the verdict says of it."""
    last = chart.numbers[-1]
    step = max(1.0, 0.06 * last)
    band = chart.hand_set
    with _drawing(3.6) as (figure, axes):
        axes.axhspan(band.low, band.high, color=HAND_SET.colour, alpha=0.13, linewidth=0)
        axes.axhline(band.value, color=HAND_SET.colour, linestyle="--", label="hand-set, one trial")
        values = [mark.value for mark in chart.marks]
        axes.plot(chart.numbers, values, "o", color=GREY, markersize=3, alpha=0.6, label="trial")
        axes.step(chart.numbers, chart.best, where="post", color=BEST.colour, label=BEST.label)
        for index, mark in enumerate(chart.ends):
            _interval(axes, mark, last + step * (index + 1), vertical=True, before="verdict: ")
        if chart.ends:
            axes.axvline(last + step / 2, color=GREY, linewidth=1)
        axes.set_xlabel("trial")
        axes.set_ylabel(chart.axis)
        axes.grid(alpha=0.3)
        _legend(figure, axes, 3)
        return _bytes(figure)


def curves_png(chart: CurvesChart) -> bytes:
    """Return the courses of several searches, told apart by colour, dash and mark."""
    with _drawing(3.6 + 0.2 * len(chart.curves)) as (figure, axes):
        for curve in chart.curves:
            look = curve.leader.look
            line: dict[str, Any] = {"color": look.colour, "linestyle": look.line_style}
            axes.step(curve.numbers, curve.best, where="post", **line)
            _interval(axes, curve.leader, curve.numbers[-1], vertical=True)
        axes.set_xlabel("trial")
        axes.set_ylabel(chart.axis)
        axes.grid(alpha=0.3)
        _legend(figure, axes, 1)
        return _bytes(figure)


def course_png(chart: CourseChart) -> bytes:
    """Return how a number went on with the pairs of games; each bound says what it decides."""
    with _drawing(3.6) as (figure, axes):
        line: dict[str, Any] = {"color": COURSE.colour, "marker": COURSE.marker, "markersize": 3}
        axes.plot(chart.pairs, chart.values, **line)
        for value, text in chart.bounds:
            axes.axhline(value, color=BOUND.colour, linestyle=BOUND.line_style)
            axes.annotate(
                f"{text} at {value:+z.2f}",
                (0, value),
                (4, 3 if value > 0 else -3),
                xycoords=axes.get_yaxis_transform(),
                textcoords="offset points",
                va="bottom" if value > 0 else "top",
            )
        axes.margins(y=0.15)
        axes.set_xlim(left=0)
        axes.set_xlabel("pairs of games")
        axes.set_ylabel(chart.axis)
        axes.grid(alpha=0.3)
        return _bytes(figure)


def landscape_png(table: SearchTable, landscape: Landscape) -> bytes:
    """Return the mean of the trials in each cell of two parameters; empty cells stay white."""
    first, second = landscape.pair
    edges = [cell_edges(one) for one in landscape.pair]
    grid = np.full((len(edges[1]) - 1, len(edges[0]) - 1), np.nan)
    for (column, row), mean in zip(landscape.cells, landscape.means, strict=True):
        grid[row, column] = mean
    with _drawing(4.6) as (figure, axes):
        colours = axes.pcolormesh(*edges, np.ma.masked_invalid(grid), cmap="cividis")
        figure.colorbar(colours, label=f"mean {table.axis}")
        columns = [table.index(one.name) for one in landscape.pair]
        for look, vector in table.marked:
            place = [[vector[index]] for index in columns]
            axes.plot(*place, linestyle="", label=look.label, **_marker(look, 11))
        for one, scale, label in (
            (first, axes.set_xscale, axes.set_xlabel),
            (second, axes.set_yscale, axes.set_ylabel),
        ):
            scale("log" if one.log else "linear")
            label(_plain(one.name))
        _legend(figure, axes, 2)
        return _bytes(figure)


@contextmanager
def _drawing(height: float) -> Iterator[tuple[Figure, Axes]]:
    """Give a figure that no other drawing of the process shares or changes."""
    require_drawing()
    # Late: an extra. Without pyplot, which keeps figures and may open windows.
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context({**mpl.rcParamsDefault, "text.parse_math": False, "font.size": 9}):
        figure = Figure(figsize=(_WIDTH, height), dpi=_DOTS, layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        yield figure, axes


def _interval(axes: Axes, mark: Mark, place: float, *, vertical: bool, before: str = "") -> None:
    ends = [[mark.value - mark.low], [mark.high - mark.value]]
    look: dict[str, Any] = {
        "linestyle": "",
        "color": mark.look.colour,
        "capsize": 3,
        "label": f"{before}{mark.look.label}",
        **_marker(mark.look, 6),
    }
    if vertical:
        axes.errorbar([place], [mark.value], yerr=ends, **look)
    else:
        axes.errorbar([mark.value], [place], xerr=ends, **look)


def _marker(look: Look, size: int) -> dict[str, Any]:
    return {
        "marker": look.marker,
        "markersize": size,
        "markeredgecolor": look.colour,
        "markerfacecolor": look.colour if look.filled else "none",
        "markeredgewidth": 1.5,
    }


def _legend(figure: Figure, axes: Axes, columns: int) -> None:
    """Put each look once below the axes, where there are several."""
    handles, labels = axes.get_legend_handles_labels()
    entries = dict(zip(labels, handles, strict=True))
    if len(entries) > 1:
        figure.legend(
            entries.values(), entries.keys(), loc="outside lower left", ncols=columns, frameon=False
        )


def _plain(name: str) -> str:
    return "\n".join(wrap(name, 40))


def _bytes(figure: Figure) -> bytes:
    stream = io.BytesIO()
    # The version of matplotlib would stand in it.
    figure.savefig(stream, format="png", metadata={"Software": None})
    return stream.getvalue()
