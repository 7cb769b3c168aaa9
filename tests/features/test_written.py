"""Formulas are written back as they were read."""

from __future__ import annotations

import pytest

from features.catalogue import find_features
from features.language.expression import written
from features.language.reader import parse_expression
from features.presets import presets, spelling

TEXTS = (
    "moves(own) - (moves(opp) - 2)",
    "moves(own) - moves(opp) - 2",
    "a / (b / 2) * 3",
    "-(a + 1) ** 2",
    "(-a) ** -b ** 2",
    "2 ** (a if a > 0 else b) - -a",
    "(a if a > 0 else b) if b >= 0 else 1 if a != 0 else 0.5",
    "1 if (a > 0 or b > 0) and not (a < 1 and b < 1) else inf",
    "a % (b % 2) * 3 % floor(a)",
    "1 if not a == b else max(nearby_blanks(own, 2), progress() * 49, 1e-09)",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_with_no_superfluous_brackets_stays_as_it_is(text: str) -> None:
    tree = parse_expression(text, "ab", (), find_features("isolation"))
    assert written(tree) == text


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_every_published_formula_reads_back_as_the_same(preset) -> None:
    names = [one.name for one in preset.parameters]
    terms = [name for name, _ in preset.terms]
    for tree in (preset.tree, *(term for _, term in preset.terms)):
        assert parse_expression(written(tree), names, terms, preset.features) == tree
