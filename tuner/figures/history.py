"""Draw the history of a search with plotly."""

from __future__ import annotations

from typing import Any

from tuner.figures.chart import HistoryChart, Mark
from tuner.figures.libraries import plotly_objects
from tuner.figures.looks import BEST, HAND_SET, TRIAL, Look
from tuner.figures.page import blank_figure, legend_entry

__all__ = ["MOST_BARS", "draw_history"]

MOST_BARS = 60
"""So many trials have their intervals drawn; of more, the band of one trial stands for all."""

_HEIGHT = 440
_BAND = "rgba(213,94,0,0.13)"


def draw_history(chart: HistoryChart) -> Any:
    """Return the figure of a history."""
    figure = blank_figure(chart.caption, _HEIGHT)
    last = chart.numbers[-1]
    step = max(1.0, 0.08 * last)
    end = last + step * (len(chart.ends) + 1)
    hand_set = chart.hand_set
    figure.add_hrect(y0=hand_set.low, y1=hand_set.high, fillcolor=_BAND, line_width=0)
    figure.add_trace(_trials(chart))
    figure.add_trace(_line(HAND_SET, [0, end], [hand_set.value] * 2, "hand-set in the search"))
    figure.add_trace(_line(BEST, [*chart.numbers], [*chart.best], BEST.label, "hv"))
    for index, mark in enumerate(chart.ends):
        figure.add_trace(_end(mark, last + step * (index + 1)))
    if chart.ends:
        figure.add_vline(x=last + step / 2, line={"color": TRIAL.colour, "width": 1})
    figure.update_xaxes(title_text="trial", range=[-0.02 * end - 0.5, end], rangemode="nonnegative")
    figure.update_yaxes(title_text=chart.axis)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 8, "b": 130})
    return figure


def _trials(chart: HistoryChart) -> Any:
    bars = len(chart.marks) <= MOST_BARS
    entry = legend_entry(TRIAL)
    entry["marker"] |= {"size": 5, "opacity": 0.6}
    return plotly_objects().Scatter(
        x=list(chart.numbers),
        y=[mark.value for mark in chart.marks],
        error_y=_error(list(chart.marks), TRIAL, 1) if bars else None,
        hovertemplate="trial %{x}: %{y:.1f}%<extra></extra>",
        **entry,
    )


def _end(mark: Mark, place: float) -> Any:
    entry = legend_entry(mark.look)
    entry["name"] = f"verdict: {mark.look.label}"
    return plotly_objects().Scatter(
        x=[round(place, 4)],
        y=[mark.value],
        error_y=_error([mark], mark.look, 2),
        text=[f"{entry['name']} {mark.text}"],
        hoverinfo="text",
        **entry,
    )


def _error(marks: list[Mark], look: Look, thickness: int) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [round(mark.high - mark.value, 4) for mark in marks],
        "arrayminus": [round(mark.value - mark.low, 4) for mark in marks],
        "color": look.colour,
        "thickness": thickness,
        "width": 2 * thickness,
    }


def _line(look: Look, xs: list[Any], ys: list[float], name: str, shape: str = "linear") -> Any:
    return plotly_objects().Scatter(
        x=xs,
        y=ys,
        mode="lines",
        name=name,
        line={"color": look.colour, "dash": look.dash, "width": 2, "shape": shape},
        hoverinfo="skip",
    )
