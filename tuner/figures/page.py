"""Set what all plotly figures share: no colours of a theme, room for a phone, a stable JSON."""

from __future__ import annotations

import math
from html import escape
from textwrap import wrap
from typing import Any

from features.parameter import Tunable
from tuner.figures.libraries import plotly_objects
from tuner.figures.looks import GREY, Look

__all__ = [
    "CONFIG",
    "CSS",
    "axis_range",
    "blank_figure",
    "figure_json",
    "key_of_line",
    "label_text",
    "legend_entry",
    "line_of",
    "settle",
]

CONFIG = {"displayModeBar": False, "responsive": True, "scrollZoom": False}
"""What the page passes to `Plotly.newPlot`: no buttons, the width of the page."""

CSS = """\
.js-plotly-plot .infolayer text, .js-plotly-plot .cartesianlayer text {
  fill: currentColor !important;
}
.js-plotly-plot .legend .bg { fill: transparent !important; }
"""
"""Gives the text of all figures the colour of the page's own, in light and in dark."""

_GRID = "rgba(128,128,128,0.25)"
_LABEL_WIDTH = 44


def blank_figure(caption: str, height: int) -> Any:
    """Return a figure without traces; its caption is `layout.meta["caption"]`."""
    figure = plotly_objects().Figure()
    settle(figure, caption, height)
    return figure


def settle(figure: Any, caption: str, height: int) -> None:
    """Give a figure the layout of all figures, whoever made its traces."""
    axis: dict[str, Any] = {
        "gridcolor": _GRID,
        "zeroline": False,
        "linecolor": GREY,
        "fixedrange": True,
    }
    axis["title"] = {"font": {"size": 13}, "standoff": 6}
    figure.update_layout(
        # The default template is 8 kB of colours in each figure.
        template=plotly_objects().layout.Template(),
        title=None,
        meta={"caption": caption},
        height=height,
        width=None,
        autosize=True,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": GREY, "size": 13},
        margin={"l": 12, "r": 12, "t": 12, "b": 12},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 0, "yref": "container"},
        hoverlabel={"bgcolor": "#ffffff", "font": {"color": "#000000"}},
        dragmode=False,
    )
    figure.update_xaxes(automargin=True, **axis)
    figure.update_yaxes(automargin=True, **axis)


def label_text(text: str) -> str:
    """Return text that plotly shows as it is, in lines that fit a phone.

    Plotly reads some tags of HTML in texts.
    """
    lines = wrap(text, _LABEL_WIDTH) or [""]
    return "<br>".join(escape(line, quote=False) for line in lines)


def legend_entry(look: Look) -> dict[str, Any]:
    """Return what a trace of marks with this look has besides its values."""
    return {
        "mode": "markers",
        "name": look.label,
        "legendgroup": look.label,
        "marker": {
            "color": look.colour,
            "symbol": look.full_symbol,
            "size": 11 if look.symbol == "star" else 9,
            "line": {"width": 2, "color": look.colour} if not look.filled else {"width": 0},
        },
    }


def figure_json(figure: Any) -> str:
    """Return a figure as JSON, the same text for the same figure."""
    # orjson, where it is installed, writes numbers otherwise.
    return str(figure.to_json(engine="json"))


def key_of_line(look: Look) -> Any:
    """Return an entry of the legend for lines that are no traces."""
    return plotly_objects().Scatter(
        x=[None], y=[None], mode="lines", name=look.label, line=line_of(look)
    )


def line_of(look: Look) -> dict[str, Any]:
    """Return how a line with this look is drawn."""
    return {"color": look.colour, "dash": look.dash, "width": 2}


def axis_range(parameter: Tunable) -> list[float]:
    """Return the range of the axis of a parameter: its own with some room, as plotly wants it."""
    ends = parameter.low, parameter.high
    low, high = map(math.log10, ends) if parameter.log else ends
    room = 0.04 * (high - low)
    return [low - room, high + room]
