"""Straights and all its readings give the golden values, in plain Python and compiled."""

from __future__ import annotations

import re

import numpy as np
import pytest
from pentago_golden import (
    COMPONENTS,
    FIGURES,
    GAME,
    READINGS,
    ROWS,
    compiled,
    figures,
    rows,
    states_of,
    view_of,
)

from engine.pentago.view import View
from features.catalogue import find_features
from features.compiled import evaluate
from features.interpret import interpret
from features.language.expression import FeatureCall
from features.presets import find_preset, presets

FEATURES = find_features("pentago")
FOURS = FeatureCall("fours", "own")
WINNING = FeatureCall("winning_squares", "own")
COLOURS = ("black", "white")


def seen(side: int) -> list[View]:
    return [row.views[side] for row in rows()]


def test_golden_positions_are_complete() -> None:
    assert len(rows()) == ROWS
    assert len(figures()) == FIGURES
    for row in rows():
        for side in range(2):
            assert set(row.components[side]) == set(COMPONENTS)
            assert set(row.totals[side]) == set(READINGS)


def test_every_reading_is_a_variant() -> None:
    variants = [preset.variant for preset in presets() if preset.name == "straights"]
    assert variants == list(READINGS)
    assert find_preset("straights").variant == "runs"


@pytest.mark.parametrize("reading", READINGS)
def test_the_document_s_numbers_are_parameters(reading: str) -> None:
    preset = find_preset("straights", reading)
    assert {one.name: one.default for one in preset.parameters} == {
        "horizontal_weight": 1,
        "vertical_weight": 1,
        "diagonal_weight": 1,
        "four_bonus": 100,
        "five_value": 999_999,
    }
    texts = [preset.formula, *(text for _, text in preset.where)]
    numbers = {number for text in texts for number in re.findall(r"\b[0-9.]+\b", text)}
    # What is left beside zero is the length of a diagonal.
    assert numbers == {"0"} | {"runs_d4": {"4"}, "runs_d5": {"5"}}.get(reading, set())


@pytest.mark.parametrize("side", range(2), ids=COLOURS)
@pytest.mark.parametrize("key", COMPONENTS)
def test_twins_give_the_golden_components(key: str, side: int) -> None:
    calls = COMPONENTS[key]
    for row in rows():
        found = tuple(FEATURES[one.feature].twin(row.views[side], *one.integers) for one in calls)
        assert found == row.components[side][key], row.text


@pytest.mark.parametrize("side", range(2), ids=COLOURS)
def test_kernels_give_the_golden_components(side: int) -> None:
    found = compiled(seen(side))
    for key, several in COMPONENTS.items():
        expected = np.array([row.components[side][key] for row in rows()]).T
        np.testing.assert_array_equal([found[call] for call in several], expected, err_msg=key)
    all_fours = [sum(row.components[side]["four"]) for row in rows()]
    np.testing.assert_array_equal(found[FOURS], all_fours)
    assert [FEATURES["fours"].twin(row.views[side]) for row in rows()] == all_fours


@pytest.mark.parametrize("side", range(2), ids=COLOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_straights_in_plain_python_give_the_golden_totals(reading: str, side: int) -> None:
    preset = find_preset("straights", reading)
    for row in rows():
        value = interpret(preset, preset.defaults, row.views[side])
        assert value == row.totals[side][reading], row.text


@pytest.mark.parametrize("side", range(2), ids=COLOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_compiled_straights_give_the_golden_totals(reading: str, side: int) -> None:
    preset = find_preset("straights", reading)
    values = evaluate(GAME, preset, preset.defaults, states_of(seen(side)))
    np.testing.assert_array_equal(values, [row.totals[side][reading] for row in rows()])


def test_the_golden_positions_tell_the_readings_apart() -> None:
    totals = {reading: [row.totals[0][reading] for row in rows()] for reading in READINGS}
    for reading in READINGS[1:]:
        assert totals[reading] != totals["runs"], reading


def test_the_figure_of_the_document() -> None:
    """Its 107 and 3 are sums of one colour: without the opponent's stones."""
    preset = find_preset("straights")
    for figure in figures():
        black, white = view_of(figure["board"], "B"), view_of(figure["board"], "W")
        for view, colour in ((black, "black"), (white, "white")):
            alone = View(view.own, frozenset())
            assert interpret(preset, preset.defaults, alone) == figure[colour]["gross"]
            net = interpret(preset, preset.defaults, view)
            assert net == figure[f"net_{colour}"]
            (compiled,) = evaluate(GAME, preset, preset.defaults, states_of([view]))
            assert compiled == net
        for key in ("horizontal", "vertical", "diagonal"):
            twin = FEATURES[f"{key}_stones"].twin
            assert (twin(black), twin(white)) == (figure["black"][key], figure["white"][key])
    assert {(figure["black"]["gross"], figure["white"]["gross"]) for figure in figures()} == {
        (107, 3)
    }


def test_with_two_fives_own_is_examined_first() -> None:
    both = view_of(["BBBBB.", "WWWWW.", *["......"] * 4], "B")
    preset = find_preset("straights").with_defaults({"five_value": 5_000})
    for view in (both, both.swapped()):
        assert interpret(preset, preset.defaults, view) == 5_000
        assert evaluate(GAME, preset, preset.defaults, states_of([view])) == [5_000]


def test_winning_squares_are_the_golden_placements() -> None:
    """A rules program of its own tried every placement of the side to move."""
    going = [row for row in rows() if row.facts["status"] == "ongoing"]
    views = [row.views[COLOURS.index(row.facts["to_move"])] for row in going]
    expected = [len(row.facts["winning_placements"]) for row in going]
    assert compiled(views)[WINNING].tolist() == expected
    assert [FEATURES["winning_squares"].twin(view) for view in views] == expected
    assert len(set(expected)) > 3
