"""docs/samplers.md says what the data say that `tune check` rests on."""

from __future__ import annotations

import json
import re
import statistics

from checkout import ROOT
from scipy.stats import binomtest, t

from makers.sampler_problems import PROBLEMS
from makers.samplers_page import page
from tuner.samplers.table import SAMPLERS
from tuner.tuning.sampler_advice import MEASURED

ROWS = json.loads(MEASURED.read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "samplers.md").read_text(encoding="utf-8")


def test_the_page_is_the_one_that_the_data_give() -> None:
    assert page(ROWS) == PAGE


def test_a_cell_is_a_mean_with_students_interval() -> None:
    (row,) = (
        one
        for one in ROWS
        if (one["problem"], one["parameters"], one["sampler"]) == ("landscape", 5, "cmaes")
    )
    values = row["strength"]
    mean = statistics.fmean(values)
    margin = t.ppf(0.975, 9) * statistics.stdev(values) / 10**0.5
    (line,) = re.findall(r"## A made-up landscape.*?^(\| `cmaes` .*?)$", PAGE, re.M | re.S)
    cell = line.split("|")[3].strip()
    assert cell == f"{mean:.1f} ({mean - margin:.1f} to {mean + margin:.1f})"


def test_the_hand_set_vector_has_the_interval_of_the_openings_that_measure() -> None:
    """A seed adds nothing to it; SciPy's interval of a share of 10,000 games is of that size."""
    lines = re.findall(r"^\| `hand-set` \|.*$", PAGE, re.M)
    assert lines[0].split(" | ")[1:5] == ["0.0"] * 4
    for cell in lines[1].split(" | ")[1:3]:
        value, low, high = (float(one) for one in re.findall(r"[\d.]+", cell))
        games = binomtest(round(100 * value), 10_000).proportion_ci()
        assert 0.8 < (high - low) / (100 * (games.high - games.low)) < 1.6


def test_the_page_names_who_played_fewer_games() -> None:
    """A grid of 5 parameters has 2 points in each: 32 with the hand-set vector between them."""
    assert "`grid` with 5 only 1,980" in PAGE
    assert 1_980 == 33 * 30 * 2


def test_it_was_measured_with_the_problems_and_samplers_of_now() -> None:
    now = {(one.name, one.parameters, one.trials) for one in PROBLEMS}
    assert {(row["problem"], row["parameters"], row["trials"]) for row in ROWS} == now
    assert {row["sampler"] for row in ROWS} == {*SAMPLERS, "hand-set"}
