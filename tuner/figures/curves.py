"""Draw the courses of several searches with plotly."""

from __future__ import annotations

from typing import Any

from tuner.figures.chart import Curve, CurvesChart
from tuner.figures.libraries import plotly_objects
from tuner.figures.page import blank_figure, label_text, legend_entry

__all__ = ["draw_curves"]

_HEIGHT = 320
_ENTRY = 22
"""Height of an entry of the legend, in pixels: on a phone each has a line of its own."""


def draw_curves(chart: CurvesChart) -> Any:
    """Return the figure of several searches, told apart by colour, dash and mark."""
    room = 60 + _ENTRY * len(chart.curves)
    figure = blank_figure(chart.caption, _HEIGHT + room)
    for curve in chart.curves:
        figure.add_trace(_course(curve))
        figure.add_trace(_leader(curve))
    figure.update_xaxes(title_text="trial", rangemode="nonnegative")
    figure.update_yaxes(title_text=chart.axis)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 8, "b": room})
    return figure


def _course(curve: Curve) -> Any:
    look = curve.leader.look
    return plotly_objects().Scatter(
        x=list(curve.numbers),
        y=list(curve.best),
        mode="lines",
        line={"color": look.colour, "dash": look.dash, "width": 2, "shape": "hv"},
        hoverinfo="skip",
        showlegend=False,
    )


def _leader(curve: Curve) -> Any:
    mark = curve.leader
    entry = legend_entry(mark.look)
    entry["name"] = label_text(mark.look.label)
    return plotly_objects().Scatter(
        x=[curve.numbers[-1]],
        y=[mark.value],
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [round(mark.high - mark.value, 4)],
            "arrayminus": [round(mark.value - mark.low, 4)],
            "color": mark.look.colour,
            "thickness": 2,
            "width": 4,
        },
        text=[f"{entry['name']}<br>{mark.text}"],
        hoverinfo="text",
        **entry,
    )
