"""The walk over the tree: IEEE 754 arithmetic, and nothing is computed that is not needed."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from toy_features import CORNERS, INF, NAN, Pair, height, same, toy

from features.errors import FormulaError
from features.interpret import (
    explain_value,
    interpret,
    interpret_expression,
)

POSITION = Pair(own=5.0, opp=3.0)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("7", 7.0),
        ("-inf", -INF),
        ("a + 2 * b", 50.0),
        ("height(own)", 5.0),
        ("height(opp)", 3.0),
        ("gap()", 2.0),
        ("scaled(opp, -2)", -6.0),
        ("scaled(own, 2) - height(opp) ** 2", 1.0),
        ("2 ** 3 ** 0", 2.0),
        ("-2 ** 2", -4.0),
        ("7 / 2 - 1", 2.5),
        ("min(3, 1, 2) + max(3, 1, 2) * 10", 31.0),
        ("clamp(height(own), 0, 4) + clamp(-1, 0, 4)", 4.0),
        ("abs(-2) + sqrt(9) + exp(0) + log(1) + tanh(0)", 6.0),
        ("ratio(height(own), height(opp) - 3, 9)", 9.0),
        ("1 if gap() > 2 else 2 if gap() == 2 else 3", 2.0),
        ("1 if gap() > 2 or gap() < 3 and not gap() != 2 else 0", 1.0),
        ("1 if gap() >= 2 and gap() <= 1 else 0", 0.0),
        ("t * t", 4.0),
    ],
)
def test_value_of_a_position_with_5_against_3(formula: str, value: float) -> None:
    heuristic = toy(formula, "a b", t="gap()")
    assert interpret(heuristic, (10.0, 20.0), POSITION) == value


@pytest.mark.parametrize(("formula", "values", "expected"), CORNERS)
def test_corner_cases_of_ieee_754(formula: str, values: tuple[float, ...], expected: float) -> None:
    filled = (*values, 0.0, 0.0, 0.0)[:3]
    assert same(interpret(toy(formula), filled, POSITION), expected)


def test_a_parameter_may_be_called_floor_beside_the_function() -> None:
    """The presets had one before there was the function."""
    heuristic = toy("floor * floor(height(own) / floor)", "floor")
    assert interpret(heuristic, (2.0,), POSITION) == 4.0


SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, -3.0, 1e308, -1e308, 5e-324, INF, -INF, NAN]


@pytest.mark.parametrize(
    ("formula", "reference"),
    [
        ("a / b", np.divide),
        ("a ** b", np.float_power),
        ("min(a, b)", np.minimum),
        ("max(a, b)", np.maximum),
        ("sqrt(a)", np.sqrt),
        ("exp(a)", np.exp),
        ("log(a)", np.log),
        ("tanh(a)", np.tanh),
        ("abs(a)", np.abs),
        ("floor(a)", np.floor),
        ("round(a)", np.rint),
        ("a % b", np.remainder),
    ],
)
def test_arithmetic_agrees_with_numpy(formula: str, reference: Callable[..., Any]) -> None:
    heuristic = toy(formula)
    count = 2 if "b)" in formula or formula.endswith(" b") else 1
    for values in itertools.product(SPECIAL, repeat=count):
        with np.errstate(all="ignore"):
            expected = float(reference(*map(np.float64, values)))
        value = interpret(heuristic, (*values, 0.0, 0.0)[:3], POSITION)
        assert value == pytest.approx(expected, rel=1e-14, nan_ok=True), values
        assert value != 0.0 or np.signbit(value) == np.signbit(expected) or "m" in formula, values


def test_only_the_path_is_evaluated_and_each_part_once() -> None:
    calls: list[float] = []

    def counting(view: Pair) -> float:
        calls.append(view.own)
        return view.own

    counted = replace(height, name="counted", twin=counting)
    heuristic = toy("0")
    heuristic = replace(
        heuristic,
        extra_features=(*heuristic.extra_features, counted),
        where=(("twice", "2 * counted(own)"), ("spare", "counted(opp)")),
        formula="twice + twice + counted(own) if gap() > 0 and counted(own) > 0 else spare",
    )
    assert interpret(heuristic, (1, 1, 1), POSITION) == 25.0
    assert calls == [5.0]


def test_terms_are_evaluated_once() -> None:
    terms = {"t0": "1"} | {f"t{index}": f"t{index - 1} + t{index - 1}" for index in range(1, 41)}
    assert interpret(toy("t40", **terms), (1, 1, 1), POSITION) == 2.0**40  # or it takes days


def test_what_was_evaluated_in_order() -> None:
    heuristic = toy("low if height(opp) < a else high", "a", low="gap() * 2", high="scaled(own, 3)")
    explanation = explain_value(heuristic, (4.0,), POSITION)
    assert explanation.value == 4.0
    features = {str(call): value for call, value in explanation.features.items()}
    assert list(features.items()) == [("height(opp)", 3.0), ("gap()", 2.0)]
    assert explanation.terms == {"low": 4.0}
    other = explain_value(heuristic, (3.0,), POSITION)
    assert list(map(str, other.features)) == ["height(opp)", "scaled(own, 3)"]
    assert other.terms == {"high": 15.0}


def test_value_of_a_part() -> None:
    heuristic = toy("1", "a", t="gap() + a")
    assert interpret_expression(heuristic.terms[0][1], heuristic, (10.0,), POSITION) == 12.0


def test_values_must_match_the_parameters() -> None:
    with pytest.raises(FormulaError, match="2 values for 1 parameters; give one for each"):
        interpret(toy("a", "a"), (1.0, 2.0), POSITION)
