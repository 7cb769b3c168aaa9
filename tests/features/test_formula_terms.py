"""The terms of a formula: found as they are written, switched off, and left out of the text."""

from __future__ import annotations

import pytest
from toy_features import Pair, toy

from features.formula_terms import FormulaTerm, formula_terms, switched, without
from features.heuristic import Heuristic
from features.interpret import interpret
from features.language.summands import read_summands, text_without

PAIRS = [Pair(own, opp) for own in (0.0, 1.5, 4.0) for opp in (0.0, 2.5, 3.0)]


def term(heuristic: Heuristic, name: str) -> FormulaTerm:
    (found,) = (one for one in formula_terms(heuristic) if one.name == name)
    return found


@pytest.mark.parametrize(
    ("text", "summands"),
    [
        ("a * height(own)", ["a * height(own)"]),
        ("height(own) - a * height(opp)", ["height(own)", "- a * height(opp)"]),
        ("height(own) - (gap() - b)", ["height(own)", "- gap()", "b"]),
        ("-(a + b) + 2", ["- a", "- b"]),
        ("blend(1, a, b) * (gap() + 1) + c", ["blend(1, a, b) * (gap() + 1)", "c"]),
        ("a if gap() > 0 else b + c", ["a if gap() > 0", "b", "c"]),
        ("a + b if gap() > 0 else c", ["a + b if gap() > 0", "a", "b", "c"]),
        ("max(a, b + c)", ["max(a, b + c)"]),
    ],
)
def test_summands_are_as_they_are_written(text: str, summands: list[str]) -> None:
    assert [one.text for one in read_summands(text)] == summands


@pytest.mark.parametrize(
    ("text", "left_out", "rest"),
    [
        ("a - b + c", {0}, "-b + c"),
        ("a - b + c", {1}, "a + c"),
        ("a - (b - c)", {1}, "a - -c"),
        ("a - (b - c)", {1, 2}, "a"),
        ("a + 2 * (b - c)", {0}, "2 * (b - c)"),
        ("a if gap() > 0 else b + c", {0}, "b + c"),
        ("a if gap() > 0 else b + c", {1, 2}, "a if gap() > 0 else 0"),
        ("a if gap() > 0 else b", {0, 1}, None),
        ("b + (a if gap() > 0 else 0)", {1}, "b"),
        ("blend(1, a, b) * c + gap()", {1}, "blend(1, a, b) * c"),
    ],
)
def test_what_is_left_is_written_as_before(text: str, left_out: set[int], rest: str | None) -> None:
    assert text_without(text, left_out) == rest


def test_the_terms_of_where_are_those_that_are_summed_up() -> None:
    heuristic = toy(
        "a * sum + max(peak, gap()) + single",
        sum="height(own) - height(opp)",
        peak="a + b",
        single="c * gap()",
    )
    assert [(one.place, one.name) for one in formula_terms(heuristic)] == [
        ("formula", "a * sum"),
        ("formula", "max(peak, gap())"),
        ("formula", "single"),
        ("sum", "height(own)"),
        ("sum", "- height(opp)"),
    ]


def test_both_sides_of_a_feature_are_one_term_more() -> None:
    heuristic = toy("height(own) - a * height(opp) + b * scaled(own, 2) + c * scaled(opp, 3)")
    assert [one.name for one in formula_terms(heuristic)][4:] == ["height(own) - a * height(opp)"]


FORMULAS = [
    toy("height(own) - a * height(opp) + b * gap()"),
    toy("a * first if gap() > 0 else first - b * gap()", first="height(own) - c * height(opp)"),
    toy("(first - a) / 2 + b", first="gap() * c + height(own)"),
]
"""With values of 1, 1 and 1 by default, and the following ones here."""

VALUES = (0.7, 1.9, 0.3)


@pytest.mark.parametrize("heuristic", FORMULAS)
def test_with_all_switches_on_it_is_the_same_function(heuristic: Heuristic) -> None:
    found = switched(heuristic, formula_terms(heuristic))
    for pair in PAIRS:
        expected = interpret(heuristic, VALUES, pair)
        assert interpret(found.heuristic, found.values(VALUES), pair) == expected


@pytest.mark.parametrize(
    ("formula", "where", "name", "rest"),
    [
        ("height(own) - a * gap() + b", {}, "- a * gap()", "height(own) + b"),
        ("height(own) - a * gap() + b", {}, "height(own)", "-(a * gap()) + b"),
        ("a if gap() > 0 else b + c", {}, "a if gap() > 0", "b + c"),
        ("a if gap() > 0 else b + c", {}, "b", "a if gap() > 0 else c"),
        ("a * sum + b", {"sum": "gap() - c"}, "- c", "a * gap() + b"),
        ("a * sum + b", {"sum": "gap() - c"}, "a * sum", "b"),
    ],
)
def test_a_term_that_is_left_out_is_gone(
    formula: str, where: dict[str, str], name: str, rest: str
) -> None:
    """Both ways of leaving it out are the function that is written by hand."""
    heuristic, by_hand = toy(formula, **where), toy(rest)
    one = term(heuristic, name)
    switches = switched(heuristic, formula_terms(heuristic))
    smaller = without(heuristic, [one])
    assert smaller is not None
    values = dict(zip("abc", VALUES, strict=True))
    kept = [values[parameter.name] for parameter in smaller.parameters]
    for pair in PAIRS:
        expected = interpret(by_hand, VALUES, pair)
        assert interpret(switches.heuristic, switches.values(VALUES, one), pair) == expected
        assert interpret(smaller, kept, pair) == expected


def test_what_nothing_uses_any_more_goes_with_the_term() -> None:
    heuristic = toy("a * sum + b * gap()", sum="c * height(own) - height(opp)")
    smaller = without(heuristic, [term(heuristic, "a * sum")])
    assert smaller is not None
    assert (smaller.formula, smaller.where) == ("b * gap()", ())
    assert [one.name for one in smaller.parameters] == ["b"]


def test_a_term_of_where_of_which_nothing_is_left_takes_its_product_along() -> None:
    heuristic = toy("a * sum + b * gap()", sum="height(own) - height(opp)")
    smaller = without(heuristic, [one for one in formula_terms(heuristic) if one.place == "sum"])
    assert smaller is not None
    assert smaller.formula == "b * gap()"


def test_where_a_function_or_a_condition_wants_its_value_it_is_nought() -> None:
    heuristic = toy("a * sum + b * gap() if sum > 1 else c", sum="height(own) - height(opp)")
    smaller = without(heuristic, [one for one in formula_terms(heuristic) if one.place == "sum"])
    assert smaller is not None
    assert (smaller.formula, smaller.where) == ("b * gap() if sum > 1 else c", (("sum", "0"),))


def test_without_all_of_its_terms_nothing_is_left() -> None:
    heuristic = toy("height(own) - height(opp)")
    assert without(heuristic, formula_terms(heuristic)) is None


def test_a_switch_takes_no_name_that_is_taken() -> None:
    heuristic = toy("keep_1 * height(own) - height(opp)", "keep_1")
    found = switched(heuristic, formula_terms(heuristic)).heuristic
    assert len({one.name for one in found.parameters}) == 3
