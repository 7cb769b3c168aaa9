"""Draw with plotly how a number went on with the pairs of games, between its bounds."""

from __future__ import annotations

from typing import Any

from tuner.figures.chart import CourseChart
from tuner.figures.libraries import plotly_objects
from tuner.figures.looks import BOUND, COURSE
from tuner.figures.page import blank_figure, label_text, line_of

__all__ = ["draw_course"]

_HEIGHT = 320


def draw_course(chart: CourseChart) -> Any:
    """Return the figure of a course; each bound is a line that says what it decides."""
    figure = blank_figure(chart.caption, _HEIGHT)
    figure.add_trace(
        plotly_objects().Scatter(
            x=list(chart.pairs),
            y=list(chart.values),
            mode="lines+markers",
            line=line_of(COURSE),
            marker={"color": COURSE.colour, "symbol": COURSE.symbol, "size": 5},
            text=[
                f"{pairs:,} pairs<br>{label_text(chart.axis)} {value:+z.2f}"
                for pairs, value in zip(chart.pairs, chart.values, strict=True)
            ],
            hoverinfo="text",
            showlegend=False,
        )
    )
    for value, text in chart.bounds:
        figure.add_hline(
            y=value,
            line=line_of(BOUND),
            annotation={
                "text": label_text(f"{text} at {value:+z.2f}"),
                "showarrow": False,
                "x": 0,
                "xanchor": "left",
                "yanchor": "bottom" if value > 0 else "top",
            },
        )
    figure.update_xaxes(title_text="pairs of games", rangemode="tozero")
    figure.update_yaxes(title_text=chart.axis, range=_span(chart))
    return figure


def _span(chart: CourseChart) -> list[float]:
    """Return the range of the axis: all values, and the bounds with room for their words."""
    values = (*chart.values, *(value for value, _ in chart.bounds))
    low, high = min(values), max(values)
    room = 0.15 * (high - low)
    return [low - room, high + room]
