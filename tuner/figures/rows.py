"""Draw rows of intervals with plotly: labels above the marks, so that long ones fit a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuner.figures.chart import IntervalChart, Mark
from tuner.figures.libraries import plotly_objects
from tuner.figures.looks import GREY, Look
from tuner.figures.page import blank_figure, label_text, legend_entry

__all__ = ["draw_rows"]

_LINE = 18
"""Height of a line of a label, and of a mark, in pixels."""

_GAP = 8
_BOTTOM = 58
"""For numbers and the axis, in pixels."""

_LEGEND = 34


def draw_rows(chart: IntervalChart) -> Any:
    """Return the figure of a chart of intervals."""
    heights = [_LINE * (_lines(row.label) + len(row.marks)) + _GAP for row in chart.rows]
    several = len(chart.looks) > 1
    bottom = _BOTTOM + (_LEGEND if several else 0)
    figure = blank_figure(chart.caption, sum(heights) + bottom)
    for look in chart.looks:
        figure.add_trace(_trace(look, list(_placed(chart, look)), several))
    top = 0
    for row, height in zip(chart.rows, heights, strict=True):
        figure.add_annotation(
            text=label_text(row.label),
            x=0,
            xref="paper",
            xanchor="left",
            y=top,
            yanchor="top",
            align="left",
            showarrow=False,
            borderpad=0,
        )
        if chart.from_zero:
            _add_zero(figure, top + _LINE * _lines(row.label), top + height - _GAP)
        top += height
    low, high = _ends(chart)
    figure.update_xaxes(title_text=chart.axis, range=[low, high], side="bottom")
    # One unit is one pixel, where the page does not scale the figure.
    figure.update_yaxes(range=[top, 0], showticklabels=False, showgrid=False)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 4, "b": bottom - 4})
    return figure


def _add_zero(figure: Any, top: int, bottom: int) -> None:
    """Show where 0 is beside the marks of a row, but not behind its label."""
    line = {"color": GREY, "width": 2}
    figure.add_shape(type="line", x0=0, x1=0, y0=top, y1=bottom, line=line)


def _lines(label: str) -> int:
    return label_text(label).count("<br>") + 1


def _placed(chart: IntervalChart, look: Look) -> Iterator[tuple[int, str, Mark]]:
    """Return the place and the label of each mark with a look."""
    top = 0
    for row in chart.rows:
        place = top + _LINE * _lines(row.label)
        for index, mark in enumerate(row.marks):
            if mark.look == look:
                yield place + _LINE * index + _LINE // 2, row.label, mark
        top = place + _LINE * len(row.marks) + _GAP


def _trace(look: Look, placed: list[tuple[int, str, Mark]], named: bool) -> Any:
    marks = [mark for _, _, mark in placed]
    return plotly_objects().Scatter(
        x=[mark.value for mark in marks],
        y=[place for place, _, _ in placed],
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [round(mark.high - mark.value, 4) for mark in marks],
            "arrayminus": [round(mark.value - mark.low, 4) for mark in marks],
            "color": look.colour,
            "thickness": 2,
            "width": 5,
        },
        text=[f"{label_text(label)}<br>{look.label}: {mark.text}" for _, label, mark in placed],
        hoverinfo="text",
        showlegend=named,
        **legend_entry(look),
    )


def _ends(chart: IntervalChart) -> tuple[float, float]:
    """Return the ends of the axis, with some room beside the outermost intervals."""
    marks = [mark for row in chart.rows for mark in row.marks]
    lows, highs = [mark.low for mark in marks], [mark.high for mark in marks]
    low, high = min(lows), max(highs)
    if chart.from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    room = 0.06 * (high - low) or 1.0
    return round(low - room, 4), round(high + room, 4)
