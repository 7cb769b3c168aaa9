"""Heuristics and parameters check themselves when they are made."""

from __future__ import annotations

import math
import pickle
import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from toy_features import TOYS, height, toy

from engine.errors import TuneError, UnknownNameError
from features.errors import FeatureError, FormulaError
from features.heuristic import Heuristic, reading_later
from features.language.expression import (
    Binary,
    FeatureCall,
    FunctionCall,
    Number,
    ParameterName,
    TermName,
)
from features.parameter import Parameter


def test_heuristic_reads_its_formulas() -> None:
    heuristic = toy("w * height(own)", "a", w="max(a, 2)")
    assert heuristic.terms == (("w", FunctionCall("max", (ParameterName("a"), Number(2.0)))),)
    assert heuristic.tree == Binary("*", TermName("w"), FeatureCall("height", "own"))


def test_a_heuristic_may_be_read_when_its_formula_is_needed() -> None:
    with reading_later():
        later, wrong = toy("w * height(own)", "a", w="max(a, 2)"), toy("weight(own)")
    assert later == toy("w * height(own)", "a", w="max(a, 2)")
    assert later.tree == Binary("*", TermName("w"), FeatureCall("height", "own"))
    with pytest.raises(FormulaError, match="unknown feature or function 'weight'"):
        _ = wrong.features_used
    with pytest.raises(FormulaError, match="unknown feature or function 'weight'"):
        toy("weight(own)")


def test_features_used_are_distinct_and_in_the_order_of_the_text() -> None:
    heuristic = toy(
        "high - scaled(opp, 2) + height(own) + scaled(opp, 2)",
        high="height(own) + gap()",
        spare="height(opp)",
    )
    assert [str(call) for call in heuristic.features_used] == [
        "height(own)",
        "gap()",
        "scaled(opp, 2)",
    ]


def test_what_the_value_does_not_depend_on() -> None:
    heuristic = toy("w + a", "a b c d", w="b", spare="c * w")
    assert heuristic.unused_parameters() == ("c", "d")
    assert heuristic.unused_terms() == ("spare",)


def test_defaults_can_be_replaced() -> None:
    heuristic = toy("a + b", "a b")
    changed = heuristic.with_defaults({"b": 0.5})
    assert changed.defaults == (1.0, 0.5)
    assert heuristic.defaults == (1.0, 1.0)
    assert changed.digest == heuristic.digest


def test_defaults_of_unknown_parameters_and_outside_the_range() -> None:
    with pytest.raises(UnknownNameError, match="unknown parameter 'x'; known: a"):
        toy("a", "a").with_defaults({"x": 1.0})
    with pytest.raises(FormulaError, match=r"parameters\.a: default 9 is outside 0 to 2"):
        toy("a", "a").with_defaults({"a": 9.0})


def test_digest_depends_on_the_function_only() -> None:
    heuristic = toy("a * height(own)", "a b")
    same = [
        replace(heuristic, name="other", summary="text", variant="as_written"),
        replace(heuristic, formula=" a *\n  height(own)"),
        replace(heuristic, parameters=(Parameter("a", 5, 4, 6), Parameter("b", 5, 4, 6))),
    ]
    different = [
        replace(heuristic, formula="a * height(opp)"),
        replace(heuristic, parameters=tuple(reversed(heuristic.parameters))),
        replace(heuristic, where=(("t", "1"),)),
    ]
    assert re.fullmatch("[0-9a-f]{64}", heuristic.digest)
    assert {one.digest for one in same} == {heuristic.digest}
    assert len({one.digest for one in [heuristic, *different]}) == 4


def test_heuristic_is_a_value() -> None:
    one, other = toy("a"), toy("a")
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(FrozenInstanceError):
        one.formula = "b"  # type: ignore[misc]


def test_heuristic_of_built_in_features_travels_between_processes() -> None:
    heuristic = Heuristic("plain", "toy", (Parameter("a", 1, 0, 2),), (("t", "a + 1"),), "t * t")
    copy = pickle.loads(pickle.dumps(heuristic))
    assert copy == heuristic
    assert copy.tree == heuristic.tree


def test_error_travels_between_processes() -> None:
    error = FormulaError("wrong", "where.t", 3)
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == "where.t, column 3: wrong"
    assert isinstance(copy, TuneError)


def heuristic_with(names: list[str], terms: list[tuple[str, str]], formula: str = "1") -> Heuristic:
    parameters = tuple(Parameter(name, 1, 0, 2) for name in names)
    return Heuristic(
        "toy", "toy", parameters, tuple(terms), formula, extra_features=tuple(TOYS.values())
    )


@pytest.mark.parametrize(
    ("names", "terms", "message"),
    [
        (["a", "a"], [], "parameters.a: the name is taken by parameters.a; rename it"),
        (["a"], [("a", "1")], "where.a: the name is taken by parameters.a; rename it"),
        ([], [("t", "1"), ("t", "2")], "where.t: the name is taken by where.t; rename it"),
        (["gap"], [], "parameters.gap: the name is taken by a feature of the game; rename it"),
        ([], [("gap", "1")], "where.gap: the name is taken by a feature of the game; rename it"),
        ([], [("max", "1")], "where.max: 'max' is a word of the formula language; rename the term"),
        ([], [("own", "1")], "where.own: 'own' is a word of the formula language; rename the"),
        ([], [("if", "1")], "where.if: 'if' is not a term name; use letters, digits and _"),
        ([], [("t-1", "1")], "where.t-1: 't-1' is not a term name; use letters, digits and _"),
        (
            [],
            [("t", "u"), ("u", "1")],
            "where.t, column 1 of the text, at >> in >>u: term 'u' is not known yet",
        ),
        (
            [],
            [("t", "t + 1")],
            "where.t, column 1 of the text, at >> in >>t + 1: term 't' is not known yet",
        ),
        ([], [("t", "1 +")], "where.t, column 4 of the text, at >> in 1 +>>: cannot be read"),
    ],
)
def test_names_are_distinct_words_known_in_time(
    names: list[str], terms: list[tuple[str, str]], message: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        heuristic_with(names, terms)
    assert str(caught.value).startswith(message)


def test_terms_upon_terms_are_limited() -> None:
    terms = [("t0", "1")] + [(f"t{index}", f"t{index - 1} + 1") for index in range(1, 45)]
    assert heuristic_with([], terms, "t43").tree == TermName("t43")
    with pytest.raises(FormulaError, match=r"where\.t45: nested deeper than 90 levels with"):
        heuristic_with([], [*terms, ("t45", "t44 + 1")])


def test_extra_feature_with_a_taken_name() -> None:
    with pytest.raises(FeatureError, match="there is another feature 'height'; rename one of them"):
        Heuristic("twice", "toy", (), (), "1", extra_features=(height, height))


@pytest.mark.parametrize("name", ["lambda", "1a", "a b", "", "größe", "a.b", "a\nb", None, 3])
def test_parameter_name_must_be_a_plain_word(name: Any) -> None:
    with pytest.raises(FormulaError) as caught:
        Parameter(name, 1, 0, 2)
    assert "is not a parameter name; use letters, digits and _, and no Python" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"low": 2, "high": 2, "default": 2}, "low 2 must be less than high 2"),
        ({"low": 3, "high": 2}, "low 3 must be less than high 2"),
        ({"default": 3}, "default 3 is outside 0 to 2; widen it"),
        ({"high": math.inf}, "high must be finite, not inf"),
        ({"default": math.nan}, "default must be finite, not nan"),
        ({"high": 10**400}, "high must be finite, not inf"),
        ({"low": "0"}, "low must be a number, not '0'"),
        ({"low": False}, "low must be a number, not False"),
        ({"log": True}, "a log scale needs low above 0, not 0"),
        ({"integer": True, "high": 2.5}, "an integer parameter needs a whole high, not 2.5"),
        ({"integer": True, "default": 0.5}, "an integer parameter needs a whole default, not 0.5"),
    ],
)
def test_parameter_numbers_must_agree(arguments: dict[str, Any], message: str) -> None:
    numbers: dict[str, Any] = {"default": 1, "low": 0, "high": 2}
    with pytest.raises(FormulaError) as caught:
        Parameter("a", **(numbers | arguments))
    assert str(caught.value).startswith(f"parameters.a: {message}")
    assert caught.value.where == "parameters.a"


def test_parameter_keeps_floats() -> None:
    parameter = Parameter("a", 1, 1, 4, integer=True, log=True)
    assert repr((parameter.default, parameter.low, parameter.high)) == "(1.0, 1.0, 4.0)"


def test_a_feature_of_another_game_is_told_apart_from_a_word_that_nobody_knows() -> None:
    with pytest.raises(FormulaError) as failure:
        Heuristic("h", "isolation", (), (), "moves(own) + straight_open_lines(own, 4)")
    assert failure.value.message == (
        "'straight_open_lines' is a feature of pentago; this formula is for isolation, write one "
        "of its features"
    )
    assert failure.value.column == 14
    with pytest.raises(FormulaError, match="unknown feature or function 'nonsense_of_mine'"):
        Heuristic("h", "isolation", (), (), "nonsense_of_mine(own)")
