"""The figures for pages: where each trace lies, and what is the same in all of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from search_tables import FIVE, FLOOR, many, trial
from verdicts import HAND_MADE, verdict_with

from features.parameter import Tunable
from tuner.figures import interactive, libraries
from tuner.figures.chart import CourseChart
from tuner.figures.course import draw_course
from tuner.figures.history import MOST_BARS
from tuner.figures.landscapes import mean_by_cell, pairs_worth_drawing
from tuner.figures.libraries import FigureError
from tuner.figures.page import figure_json
from tuner.figures.table import SearchTable

MANY = many(40)


def trace(figure: Any, name: str) -> Any:
    (found,) = (one for one in figure.data if one.name == name)
    return found


def all_figures(table: SearchTable = FIVE) -> list[Any]:
    found = [
        interactive.search_history(table, HAND_MADE),
        interactive.claims(HAND_MADE),
        interactive.baselines(HAND_MADE),
        interactive.conditions(HAND_MADE),
        interactive.importances(MANY),
        *interactive.slices(table),
        *interactive.landscapes(MANY),
    ]
    assert None not in found
    return found


def test_the_history_shows_trials_best_so_far_and_verdict() -> None:
    figure = interactive.search_history(FIVE, HAND_MADE)
    assert figure is not None
    trials = trace(figure, "trial")
    assert list(trials.y) == [50.0, 62.0, 55.0, 62.0, 70.0]
    assert list(trials.error_y.array) == [6.0] * 5
    assert list(trials.error_y.arrayminus) == [4.0] * 5
    assert list(trace(figure, "best so far").y) == [50.0, 62.0, 62.0, 62.0, 70.0]
    assert set(trace(figure, "hand-set in the search").y) == {50.0}
    (band,) = (one for one in figure.layout.shapes if one.type == "rect")
    assert (band.y0, band.y1) == (46.0, 56.0)
    assert list(trace(figure, "verdict: best of the search").y) == [60.81]
    assert trace(figure, "verdict: tuned").x[0] > 4


def test_many_trials_are_points_without_bars() -> None:
    assert trace(interactive.search_history(many(MOST_BARS)), "trial").error_y.array is not None
    assert trace(interactive.search_history(many(MOST_BARS + 1)), "trial").error_y.array is None


def test_the_marks_of_a_baseline_stand_below_its_name() -> None:
    figure = interactive.baselines(HAND_MADE)
    labels = {one.text: one.y for one in figure.layout.annotations}
    tuned, hand_set = trace(figure, "tuned"), trace(figure, "hand-set")
    assert list(tuned.x) == [100.0, 52.0]
    assert list(hand_set.x) == [95.0, 51.0]
    assert labels["Random"] < tuned.y[0] < hand_set.y[0] < labels["AB_improved"] < tuned.y[1]
    assert list(hand_set.error_x.array) == [1.0, 1.0]
    assert "52.0% (51.0 to 53.0)" in tuned.text[1]


def test_slices_mark_the_hand_set_and_the_tuned_value() -> None:
    floor, reach = interactive.slices(FIVE)
    assert list(trace(floor, "trial").x) == [0.3, 0.5, 0.9, 0.7]
    assert list(trace(floor, "trial").y) == [50.0, 62.0, 55.0, 70.0]
    assert [line.x0 for line in floor.layout.shapes] == [0.3, 0.7]
    assert floor.layout.shapes[0].line.dash == "dash"
    assert reach.layout.xaxis.type == "log"
    # From 1 to 100 are two decades, and there is a little room beside them.
    low, high = reach.layout.xaxis.range
    assert -0.2 < low < 0.0
    assert 2.0 < high < 2.2


def test_the_most_important_parameter_has_the_first_slice() -> None:
    table = many(60, parameters=3)
    turned = replace(
        table,
        parameters=table.parameters[::-1],
        trials=tuple(replace(one, vector=one.vector[::-1]) for one in table.trials),
    )
    first, *_ = interactive.slices(turned)
    assert first.layout.xaxis.title.text == "weight_0"


def test_a_landscape_is_of_means_over_cells() -> None:
    pair = (FLOOR, Tunable("count", 4, 0, 8, integer=True))
    points = [(0.0, 0.0), (0.1, 0.9), (0.13, 0.0), (1.0, 8.0)]
    # Eight cells along each: 0.125 of the floor and 1 of the count a cell; the end is in the last.
    assert mean_by_cell(pair, points, [50.0, 60.0, 70.0, 80.0]) == {
        (0, 0): 55.0,
        (1, 0): 70.0,
        (7, 7): 80.0,
    }


def test_landscapes_mark_both_vectors_and_show_each_trial() -> None:
    table = many(60)
    (figure,) = interactive.landscapes(table)
    assert (trace(figure, "hand-set").x, trace(figure, "hand-set").y) == ((0.5,), (0.5,))
    assert (trace(figure, "tuned").x, trace(figure, "tuned").y) == ((0.9,), (0.9,))
    assert len(trace(figure, "trial").x) == 60


def test_the_axes_of_a_landscape_are_those_of_its_colours() -> None:
    narrow, wide = Tunable("narrow", 0.5, 0.0, 1.0), Tunable("a_wide", 50.0, 0.0, 100.0)
    points = [(one.vector[0], 100 * one.vector[1]) for one in many(60).trials]
    trials = tuple(trial(number, point, point[0] / 2) for number, point in enumerate(points))
    (figure,) = interactive.landscapes(SearchTable((narrow, wide), trials))
    titles = [figure.layout.xaxis.title.text, figure.layout.yaxis.title.text]
    ends = [max(figure.data[0].x), max(figure.data[0].y)]
    assert dict(zip(titles, [end > 1 for end in ends], strict=True)) == {
        "a_wide": True,
        "narrow": False,
    }


def test_three_parameters_have_three_landscapes_and_twenty_no_more() -> None:
    assert len(interactive.landscapes(many(40, parameters=3))) == 3
    assert len(pairs_worth_drawing(many(24, parameters=20))) == 3


@pytest.mark.parametrize(
    "table",
    [
        replace(FIVE, trials=FIVE.trials[:1]),
        many(30, constant=True),
    ],
    ids=["one trial", "constant"],
)
def test_there_is_no_figure_where_there_is_nothing_to_see(table: SearchTable) -> None:
    assert interactive.search_history(table) is None
    assert interactive.importances(table) is None
    assert interactive.slices(table) == ()
    assert interactive.landscapes(table) == ()


def test_one_parameter_has_a_slice_and_no_landscape() -> None:
    table = many(30, parameters=1)
    assert len(interactive.slices(table)) == 1
    assert interactive.landscapes(table) == ()


def test_trials_on_a_line_make_no_landscape() -> None:
    rows = tuple(trial(number, (number / 30, 0.5), 0.5 + number / 100) for number in range(30))
    table = replace(many(30), trials=rows)
    assert interactive.landscapes(table) == ()


def test_figures_take_their_colours_from_the_page_and_have_a_caption() -> None:
    for figure in all_figures():
        layout = figure.layout
        assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
        assert layout.meta["caption"].endswith(".")
        assert layout.width is None
        assert layout.title.text is None


def test_figures_are_the_same_text_each_time() -> None:
    texts = [[figure_json(figure) for figure in all_figures()] for _ in range(2)]
    assert texts[0] == texts[1]
    assert all(json.loads(text)["data"] for text in texts[0])


def test_two_thousand_trials_stay_small() -> None:
    table = many(2_000)
    figures = [
        interactive.search_history(table, HAND_MADE),
        *interactive.slices(table),
        *interactive.landscapes(table),
    ]
    assert max(len(figure_json(figure)) for figure in figures) < 120_000


def test_names_are_text() -> None:
    name = "<script>alert('x')</script> & \"friends\" \N{SNOWMAN}"
    rows = (
        (name, *HAND_MADE.against_baselines.by_baseline[0][1:]),
        ("n" * 64, *HAND_MADE.against_baselines.by_baseline[1][1:]),
    )
    versus = replace(HAND_MADE.against_baselines, by_baseline=rows)
    figure = interactive.baselines(verdict_with(against_baselines=versus))
    first, second = (one.text for one in figure.layout.annotations)
    assert "<" not in first.replace("<br>", "")
    assert "&lt;script&gt;" in first
    assert max(map(len, second.split("<br>"))) <= 44


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    with pytest.raises(FigureError, match="need plotly, which is not installed") as caught:
        interactive.claims(HAND_MADE)
    assert caught.value.hint == "report extra"


def test_the_course_of_a_test_has_a_line_for_each_bound_with_room_for_its_words() -> None:
    bounds = ((2.94, "passes"), (-2.94, "fails"))
    chart = CourseChart("a caption", "log-likelihood ratio", (64, 80), (-0.7, 3.1), bounds)
    figure = draw_course(chart)
    (course,) = figure.data
    assert (list(course.x), list(course.y)) == ([64, 80], [-0.7, 3.1])
    assert course.text[1] == "80 pairs<br>log-likelihood ratio +3.10"
    assert [(one.y0, one.y1) for one in figure.layout.shapes] == [(2.94, 2.94), (-2.94, -2.94)]
    assert [one.text for one in figure.layout.annotations] == [
        "passes at +2.94",
        "fails at -2.94",
    ]
    low, high = figure.layout.yaxis.range
    assert (low < -3.5, high > 3.5) == (True, True)
    assert figure.layout.meta["caption"] == "a caption"
