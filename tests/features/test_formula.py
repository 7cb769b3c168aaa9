"""Formulas are read into trees by a short list of what is allowed; all else is one clear line."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_features import TOYS

from features.errors import FormulaError
from features.language.expression import (
    Binary,
    Comparison,
    Conditional,
    Expression,
    FeatureCall,
    FunctionCall,
    Logic,
    Number,
    ParameterName,
    TermName,
    Unary,
    depth,
    walk,
)
from features.language.reader import parse_expression
from features.language.syntax import MAX_DEPTH, MAX_LENGTH


def parse(text: str) -> Expression:
    """With a parameter `weight`, a term `early`, and a term `late` that comes further down."""
    return parse_expression(text, ["weight"], ["early"], TOYS, "formula", ["late"])


def failure(text: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    return caught.value


ONE, TWO, THREE = Number(1.0), Number(2.0), Number(3.0)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1", ONE),
        ("0.5e-3", Number(0.0005)),
        ("1_000", Number(1000.0)),
        ("inf", Number(math.inf)),
        ("-inf", Unary("-", Number(math.inf))),
        ("+1", ONE),
        ("weight", ParameterName("weight")),
        ("early", TermName("early")),
        ("height(own)", FeatureCall("height", "own")),
        ("height(opp)", FeatureCall("height", "opp")),
        ("gap()", FeatureCall("gap", "")),
        ("scaled(opp, 2)", FeatureCall("scaled", "opp", (2,))),
        ("scaled(own, -2)", FeatureCall("scaled", "own", (-2,))),
        ("1 + 2 * 3", Binary("+", ONE, Binary("*", TWO, THREE))),
        ("(1 - 2) / 3", Binary("/", Binary("-", ONE, TWO), THREE)),
        ("-1 ** 2", Unary("-", Binary("**", ONE, TWO))),
        ("2 ** 3 ** 1", Binary("**", TWO, Binary("**", THREE, ONE))),
        ("max(1, 2, 3)", FunctionCall("max", (ONE, TWO, THREE))),
        ("5 % weight", FunctionCall("mod", (Number(5.0), ParameterName("weight")))),
        ("-5 % 2", FunctionCall("mod", (Unary("-", Number(5.0)), TWO))),
        ("ratio(1, 2, inf)", FunctionCall("ratio", (ONE, TWO, Number(math.inf)))),
        ("1 if 2 < 3 else 3", Conditional(Comparison("<", TWO, THREE), ONE, THREE)),
        (
            "1 if not 1 == 2 and 2 >= 3 else 3",
            Conditional(
                Logic("and", (Logic("not", (Comparison("==", ONE, TWO),)),
                              Comparison(">=", TWO, THREE))),
                ONE,
                THREE,
            ),
        ),
        (
            "1 if 1 < 2 or 1 <= 2 or 1 != 2 else 3",
            Conditional(
                Logic("or", tuple(Comparison(sign, ONE, TWO) for sign in ("<", "<=", "!="))),
                ONE,
                THREE,
            ),
        ),
        ("\n  1\n\t+ 2\r\n", Binary("+", ONE, TWO)),
    ],
)  # fmt: skip
def test_allowed_text_becomes_its_tree(text: str, tree: Expression) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        # Names
        ("1 + wieght", 5, "unknown name 'wieght'; did you mean 'weight'?"),
        ("hieght(own)", 1, "unknown feature or function 'hieght'; did you mean 'height'?"),
        ("own_height + 1", 1, "unknown name 'own_height'; write height(own)"),
        ("my_height", 1, "unknown name 'my_height'; write height(own)"),
        ("height_opponent", 1, "unknown name 'height_opponent'; write height(opp)"),
        ("opp_scaled", 1, "unknown name 'opp_scaled'; write scaled(opp, factor)"),
        ("own_gap", 1, "unknown name 'own_gap'; write gap()"),
        ("own_height()", 1, "unknown feature or function 'own_height'; write height(own)"),
        ("ceil(weight)", 1, "unknown feature or function 'ceil'; write -floor(-x)"),
        (
            "sin(weight)",
            1,
            "there is no function 'sin'; the functions are abs, blend, clamp, exp, floor, "
            "indicator, log, max, min, mod, ratio, round, sqrt, tanh",
        ),
        ("int(weight)", 1, "unknown feature or function 'int'; write floor(x)"),
        ("late", 1, "term 'late' is not known yet; a term may use only earlier terms"),
        ("own", 1, "'own' is a side; it stands only first in a feature's brackets"),
        ("max(own, 1)", 5, "'own' is a side; it stands only first in a feature's brackets"),
        ("max", 1, "'max' is a function; write max(a, b, ...)"),
        ("weight(own)", 1, "'weight' cannot be called; write weight * (...) to multiply"),
        ("inf(1)", 1, "'inf' cannot be called; write inf * (...) to multiply"),
        ("__import__('os')", 1, "unknown feature or function '__import__'; known: "),
        ("open('x')", 1, "unknown feature or function 'open'; known: "),
        ("__builtins__", 1, "unknown name '__builtins__'; known: "),
        # Features
        ("height", 1, "'height' is a feature; write height(own) or height(opp)"),
        ("height()", 1, "'height' needs a side; write height(own) or height(opp)"),
        ("height(weight)", 1, "'height' needs a side; write height(own) or height(opp)"),
        ("height(own, 1)", 1, "wrong number of arguments; write height(own) or height(opp)"),
        ("gap(own)", 1, "'gap' has no side; write gap()"),
        ("gap(1)", 1, "wrong number of arguments; write gap()"),
        ("scaled(2)", 1, "'scaled' needs a side; write scaled(own, factor) or scaled(opp, factor)"),
        (
            "scaled(own)",
            1,
            "wrong number of arguments; write scaled(own, factor) or scaled(opp, factor)",
        ),
        ("scaled(own, 2.0)", 13, "a feature takes whole numbers written out"),
        ("scaled(own, weight)", 13, "a feature takes whole numbers written out"),
        ("scaled(own, True)", 13, "a feature takes whole numbers written out"),
        ("scaled(own, 1 + 1)", 15, "a feature takes whole numbers written out"),
        ("scaled(own, 9999999999)", 13, "a feature takes whole numbers written out, up to 10**9"),
        ("scaled(own, -9999999999)", 13, "a feature takes whole numbers written out, up to 10**9"),
        # Functions
        ("max(1)", 1, "wrong number of arguments (1); write max(a, b, ...)"),
        ("abs(1, 2)", 1, "wrong number of arguments (2); write abs(x)"),
        ("clamp(1, 2)", 1, "wrong number of arguments (2); write clamp(x, low, high)"),
        ("ratio(1, 2)", 1, "wrong number of arguments (2); write ratio(a, b, if_zero)"),
        ("ratio(1, 2, if_zero=3)", 1, "arguments have no names; write the values alone, in order"),
        ("height(side=own)", 1, "arguments have no names; write the values alone, in order"),
        ("max(*weight)", 5, "'*' before an argument is not allowed"),
        ("2(3)", 1, "only a name can be called; write * to multiply by brackets"),
        # Numbers and conditions
        ("weight < 1", 1, "a number is wanted here, not a condition; write (1 if weight < 1 else"),
        ("1 + (2 < 3)", 6, "a number is wanted here, not a condition; write (1 if 2 < 3 else 0)"),
        ("weight or 1", 1, "a condition is wanted here, not a number; write (weight) != 0"),
        ("not weight", 5, "a condition is wanted here, not a number; write (weight) != 0"),
        ("1 if gap() else 2", 6, "a condition is wanted here, not a number; write (gap()) != 0"),
        ("1 if 1 < 2 < 3 else 2", 6, "a chain of comparisons is not allowed; write a < b and b"),
        ("1 if 1 is 2 else 2", 6, "this comparison is not allowed; known: < <= > >= == !="),
        ("1 if 1 in 2 else 2", 6, "this comparison is not allowed; known: < <= > >= == !="),
        ("1 if True else 2", 6, "True is not a number; write 1"),
        ("1e999", 1, "this number is too large; write inf for infinity"),
        ("9" * 400, 1, "this number is too large; write inf for infinity"),
        ("2j", 1, "2j is not a number of formulas"),
        ("None", 1, "None is not a number of formulas"),
        ("...", 1, "... is not a number of formulas"),
        # Python that formulas do not have
        (
            "5 // 2",
            3,
            "this operator is not allowed; for a quotient without its fraction write floor",
        ),
        ("5 ^ 2", 3, "this operator is not allowed; for powers write **"),
        ("5 & 2", 3, "this operator is not allowed; known: + - * / % **"),
        ("~5", 1, "this is not part of formulas"),
        ("'height'", 1, "text in quotes is not allowed; write names without quotes"),
        ("b'height'", 1, "text in quotes is not allowed; write names without quotes"),
        ("f'{weight}'", 1, "text in quotes is not allowed; write names without quotes"),
        ("height.__class__", 1, "a dot after a name is not allowed"),
        ("gap().real", 1, "a dot after a name is not allowed"),
        ("math.sqrt(2)", 1, "a dot after a name is not allowed; write plain names, sqrt(x)"),
        ("[1][0]", 1, "square brackets are not allowed"),
        ("[1]", 1, "lists are not allowed"),
        ("0,5", 2, "a comma outside a call is not allowed; numbers take a decimal point, 0.5"),
        ("{1}", 1, "braces are not allowed"),
        ("{1: 2}", 1, "braces are not allowed"),
        ("lambda: 1", 1, "lambda is not allowed"),
        ("(lambda: 1)()", 2, "lambda is not allowed"),
        ("(x := 1)", 2, "':=' is not allowed"),
        ("[x for x in y]", 1, "this is not part of formulas"),
        ("max(x for x in y)", 4, "this is not part of formulas"),
        ("(yield)", 2, "this is not part of formulas"),
        ("await weight", 1, "this is not part of formulas"),
        # Text that is no expression
        ("", None, "the formula is empty"),
        (" \n\t", None, "the formula is empty"),
        ("1 # one", 3, "comments are not allowed; write them in the summary"),
        ("1 \u2212 2", 3, "character '\\u2212' is not allowed; use plain ASCII, '-' for minus"),
        ("1\x00", 2, "character '\\x00' is not allowed"),
        ("1 + \\\n 2", 5, "character '\\\\' is not allowed"),
        ("(1", 1, "cannot be read"),
        ("1)", 2, "cannot be read"),
        ("1; 2", 2, "cannot be read"),
        ("weight = 1", 1, "cannot be read"),
        ("import os", 1, "cannot be read"),
        ("1if 1 < 2 else 3", 1, "cannot be read"),
        ("(1) + (2", 7, "cannot be read"),
    ],
)
def test_everything_else_is_one_line_with_cause_cure_and_column(
    text: str, column: int | None, message: str
) -> None:
    error = failure(text)
    assert error.message.startswith(message)
    assert "\n" not in str(error)
    if not error.message.startswith("cannot be read"):  # Python's columns differ by version
        assert error.column == column
        assert str(error).startswith(
            "formula: " if column is None else f"formula, column {column} of the text, at >> in "
        )


def test_unknown_name_lists_what_there_is() -> None:
    assert failure("x").message == (
        "unknown name 'x'; known: abs, blend, clamp, early, exp, floor, gap, height, indicator, "
        "inf, log, max, min, mod, ratio, round, scaled, sqrt, tanh, weight"
    )


def test_column_counts_from_the_start_of_the_whole_text() -> None:
    assert failure("\n  1 +\n  x").column == len("\n  1 +\n  x")


def test_error_names_the_key_of_the_text() -> None:
    with pytest.raises(
        FormulaError,
        match=re.escape("where.late, column 1 of the text, at >> in >>x: unknown name 'x'"),
    ):
        parse_expression("x", [], [], {}, "where.late")


def test_formula_that_is_no_text() -> None:
    with pytest.raises(FormulaError, match="a formula is text, not int; put quotes"):
        parse_expression(3, [], [], {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1" * (MAX_LENGTH + 1), "4001 characters are too many (at most 4000)"),
        ("1" + " + 1" * MAX_DEPTH, "nested deeper than 90 levels"),
        ("-" * MAX_DEPTH + "1", "nested deeper than 90 levels"),
        ("1 if " + "1 < 2 and " * MAX_DEPTH + "1 < 2 else 3", "nested deeper than 90 levels"),
        ("1 if " + "not " * MAX_DEPTH + "1 < 2 else 3", "nested deeper than 90 levels"),
        ("(" * 3000, "cannot be read"),
        ("-" * 3999 + "1", "cannot be read"),
        ("max(" * 1000, "cannot be read"),
    ],
)
def test_size_is_limited(text: str, message: str) -> None:
    assert failure(text).message.startswith(message)


def test_deepest_allowed_formula() -> None:
    tree = parse("-" * (MAX_DEPTH - 1) + "1")
    assert depth(tree, {}) == MAX_DEPTH


def test_depth_counts_the_text_of_terms() -> None:
    assert depth(parse("1 + early"), {"early": 5}) == 7


def test_depth_counts_conditions_inside_the_ones_before() -> None:
    conditional, logic, two_before, comparison, number = 1, 1, 2, 1, 1
    tree = parse("1 if 1 < 2 and 2 < 3 and 3 < 4 else 0")
    assert depth(tree, {}) == conditional + logic + two_before + comparison + number


@settings(derandomize=True, max_examples=300)
@given(st.text(st.sampled_from("1.e+-*/() <=%:[]{}'\"\\#,@^~\n\x00ab"), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tree = parse(text)
    except FormulaError as error:
        assert "\n" not in str(error)  # noqa: PT017 - both outcomes are right
    else:
        assert depth(tree, {"early": 1}) >= 1


def test_walk_goes_parents_first_from_left_to_right() -> None:
    parts = list(walk(parse("weight if gap() < 1 else max(early, 2)")))
    assert [type(part).__name__ for part in parts] == [
        "Conditional", "Comparison", "FeatureCall", "Number", "ParameterName", "FunctionCall",
        "TermName", "Number",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["height(own)", "gap()", "scaled(opp, -2)"])
def test_feature_call_prints_as_it_is_written(text: str) -> None:
    assert str(parse(text)) == text
