"""Draw one parameter against what the trials scored, with plotly, through Optuna's own figure."""

from __future__ import annotations

from typing import Any

from tuner.figures.looks import GREY
from tuner.figures.page import axis_range, key_of_line, label_text, line_of, settle
from tuner.figures.table import SearchTable

__all__ = ["draw_slice"]

_HEIGHT = 290


def draw_slice(table: SearchTable, name: str) -> Any:
    """Return the figure of one parameter against the values, hand-set and tuned marked."""
    figure = table.scored.slice_figure(name)
    caption = f"{name} against the {table.axis} of each trial; hand-set dashed, tuned solid."
    settle(figure, caption, _HEIGHT)
    (trials,) = figure.data
    trials.update(name="trial", hovertemplate="%{x:.4g}: %{y:.1f}%<extra></extra>")
    # Optuna's colours, from white to dark blue, are lost on one page or the other.
    trials.marker = {"color": GREY, "opacity": 0.7, "size": 6}
    index = table.index(name)
    for look, vector in table.marked:
        figure.add_vline(x=vector[index], line=line_of(look))
        figure.add_trace(key_of_line(look))
    figure.update_xaxes(title_text=label_text(name), range=axis_range(table.parameters[index]))
    figure.update_yaxes(title_text=table.axis)
    return figure
