"""The pictures beside a report: the same bytes each time, and nothing of another drawing."""

from __future__ import annotations

import io

import matplotlib as mpl
import matplotlib.image
import numpy as np
import pytest
from search_tables import many
from verdicts import HAND_MADE

from features.parameter import Tunable
from tuner.figures.landscapes import cell_edges, landscape_of
from tuner.figures.looks import HAND_SET, TUNED
from tuner.figures.png import landscape_png, rows_png
from tuner.figures.verdict_charts import baselines_chart


def colours(png: bytes) -> set[str]:
    pixels = matplotlib.image.imread(io.BytesIO(png))[:, :, :3]
    rows = np.unique((255 * pixels).round().astype(int).reshape(-1, 3), axis=0)
    return {"#{:02X}{:02X}{:02X}".format(*row) for row in rows}


def test_a_picture_has_the_colours_of_both_agents_and_the_same_bytes_each_time() -> None:
    chart = baselines_chart(HAND_MADE)
    first = rows_png(chart)
    with mpl.rc_context({"figure.facecolor": "black", "font.size": 30}):
        second = rows_png(chart)
    assert first == second
    assert {TUNED.colour, HAND_SET.colour} <= colours(first)
    assert b"matplotlib" not in first
    assert b"tEXt" not in first


def test_a_landscape_is_drawn_in_its_cells() -> None:
    table = many(60)
    landscape = landscape_of(table, ("weight_0", "weight_1"))
    assert landscape is not None
    # 0 to 1 in eight cells.
    assert cell_edges(landscape.pair[0]) == [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]
    # From 1 to 256 by ratios: each cell is twice the one before.
    edges = cell_edges(Tunable("reach", 1.0, 1.0, 256.0, log=True))
    assert edges == pytest.approx([1, 2, 4, 8, 16, 32, 64, 128, 256])
    assert {TUNED.colour, HAND_SET.colour} <= colours(landscape_png(table, landscape))
