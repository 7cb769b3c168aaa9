"""A shorthand is the longer text, and what a formula cannot have is refused with the reason."""

from __future__ import annotations

import pytest
from toy_features import TOYS

from features.errors import FormulaError
from features.heuristic import Heuristic
from features.language.expression import Expression, ParameterName, walk
from features.language.reader import parse_expression
from features.language.shorthands import SHORTHANDS, Shorthand
from features.parameter import Parameter


def parse(text: str, *parameters: str) -> Expression:
    return parse_expression(text, ["early", "late", *parameters], [], TOYS)


def failure(text: str) -> str:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("blend(early, late, gap())", "early + (late - early) * gap()"),
        ("blend(1, 2, 3) * 2", "(1 + (2 - 1) * 3) * 2"),
        ("blend(blend(1, 2, 3), 4, 5)", "(1 + (2 - 1) * 3) + (4 - (1 + (2 - 1) * 3)) * 5"),
        ("indicator(early < late)", "1 if early < late else 0"),
        ("2 * indicator(gap() == 1 and early < 1)", "2 * (1 if gap() == 1 and early < 1 else 0)"),
        ("indicator(not gap() < 1)", "1 if not gap() < 1 else 0"),
    ],
)
def test_a_shorthand_has_the_tree_of_the_longer_text(short: str, long: str) -> None:
    assert parse(short) == parse(long)


@pytest.mark.parametrize("shorthand", SHORTHANDS.values(), ids=lambda one: one.usage)
def test_a_shorthand_says_what_it_stands_for(shorthand: Shorthand) -> None:
    names = ("a", "b", "share")
    assert parse(shorthand.usage, *names) == parse(shorthand.stands_for, *names)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("blend(1, 2)", "wrong number of arguments (2); write blend(early, late, share)"),
        ("blend", "'blend' is a function; write blend(early, late, share)"),
        ("indicator()", "wrong number of arguments (0); write indicator(a < b)"),
        ("indicator(late)", "a condition is wanted here, not a number; write (late) != 0"),
        ("blend(1, 2, late=3)", "arguments have no names; write the values alone, in order"),
    ],
)
def test_a_shorthand_that_is_written_wrongly(text: str, said: str) -> None:
    assert said in failure(text)


def test_blends_in_blends_do_not_grow_without_end() -> None:
    """Each would double what is inside it: 80 of them have more parts than a computer can hold."""
    text = "blend(" * 80 + "1" + ", 2, 3)" * 80
    assert "this is too long inside blend; make a `where` term of it" in failure(text)


def test_parameters_may_have_the_names_of_shorthands() -> None:
    """Studies had such parameters before the language had the words."""
    blend = Parameter("blend", 0, 0, 1)
    heuristic = Heuristic("old", "isolation", (blend,), (), "blend * moves(own)")
    assert ParameterName("blend") in walk(heuristic.tree)


@pytest.mark.parametrize(
    "text",
    [
        "random()",
        "height(own) + 0.01 * random()",
        "random.random()",
        "random.uniform(0, 1)",
        "np.random.rand()",
        "uniform(0, 1)",
        "noise",
        "random_noise",
        "my_noise()",
    ],
)
def test_random_noise_is_refused_with_the_reason(text: str) -> None:
    said = failure(text)
    assert "the same position must have the same value" in said
    assert "a search chooses at random among equal moves anyway" in said
    assert "\n" not in said


def test_a_parameter_may_be_called_noise() -> None:
    assert parse("noise", "noise") == ParameterName("noise")
