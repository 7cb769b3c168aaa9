"""A formula as mathematics for a web page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from features.heuristic import Heuristic
from features.mathml import expression_mathml, heuristic_mathml
from features.parameter import Parameter
from features.presets import presets, spelling


def mi(name: str, kind: str) -> str:
    return f'<mi class="{kind}" mathvariant="normal">{name}</mi>'


A = mi("a", "parameter")
OWN = f"<msub>{mi('moves', 'feature')}{mi('own', 'side')}</msub>"
OPP = f"<msub>{mi('moves', 'feature')}{mi('opp', 'side')}</msub>"
BLANKS = f"<msub>{mi('nearby_blanks', 'feature')}{mi('own', 'side')}</msub>"


WRITTEN = {
    "moves(own) - a * moves(opp)": (
        f"<mrow>{OWN}<mo>&minus;</mo><mrow>{A}<mo>&middot;</mo>{OPP}</mrow></mrow>"
    ),
    "a * (moves(own) - 1)": (
        f"<mrow>{A}<mo>&middot;</mo><mrow><mo>(</mo><mrow>{OWN}<mo>&minus;</mo><mn>1</mn></mrow>"
        "<mo>)</mo></mrow></mrow>"
    ),
    "(a + 1) / 2": (
        f"<mfrac><mrow><mrow>{A}<mo>+</mo><mn>1</mn></mrow></mrow><mrow><mn>2</mn></mrow></mfrac>"
    ),
    "(a / 2) ** 3": (
        f"<msup><mrow><mrow><mo>(</mo><mfrac><mrow>{A}</mrow><mrow><mn>2</mn></mrow></mfrac>"
        "<mo>)</mo></mrow></mrow><mrow><mn>3</mn></mrow></msup>"
    ),
    "-a ** 2": (
        f"<mrow><mo>&minus;</mo><msup><mrow>{A}</mrow><mrow><mn>2</mn></mrow></msup></mrow>"
    ),
    "nearby_blanks(own, 2)": f"<mrow>{BLANKS}<mo>(</mo><mn>2</mn><mo>)</mo></mrow>",
    "distance()": mi("distance", "feature"),
    "inf": "<mi>&infin;</mi>",
    "1e-20 * 0.25": (
        "<mrow><mrow><mn>1</mn><mo>&middot;</mo><msup><mn>10</mn><mrow><mo>&minus;</mo><mn>20</mn></mrow>"
        "</msup></mrow><mo>&middot;</mo><mn>0.25</mn></mrow>"
    ),
    "max(a, 1)": (
        f"<mrow>{mi('max', 'function')}<mo>(</mo>{A}<mo>,</mo><mn>1</mn><mo>)</mo></mrow>"
    ),
    "log(a)": f"<mrow>{mi('ln', 'function')}<mo>(</mo>{A}<mo>)</mo></mrow>",
    "abs(a)": f"<mrow><mo>|</mo>{A}<mo>|</mo></mrow>",
    "sqrt(a)": f"<msqrt>{A}</msqrt>",
    "floor(a)": f"<mrow><mo>&lfloor;</mo>{A}<mo>&rfloor;</mo></mrow>",
    "a % 2": f"<mrow>{A}<mo>mod</mo><mn>2</mn></mrow>",
    "ratio(1, a, inf)": (
        '<mtable class="cases" displaystyle="true">'
        f"<mtr><mtd><mfrac><mrow><mn>1</mn></mrow><mrow>{A}</mrow></mfrac></mtd>"
        f"<mtd><mrow><mtext>if&nbsp;</mtext><mrow>{A}<mo>&ne;</mo><mn>0</mn></mrow></mrow></mtd></mtr>"
        "<mtr><mtd><mi>&infin;</mi></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable>"
    ),
    "1 if a < 2 and not a != 1 else 0": (
        '<mtable class="cases" displaystyle="true"><mtr><mtd><mn>1</mn></mtd>'
        "<mtd><mrow><mtext>if&nbsp;</mtext>"
        f"<mrow><mrow>{A}<mo>&lt;</mo><mn>2</mn></mrow><mo>&and;</mo>"
        f"<mrow><mo>&not;</mo><mrow>{A}<mo>&ne;</mo><mn>1</mn></mrow></mrow></mrow></mrow></mtd></mtr>"
        "<mtr><mtd><mn>0</mn></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable>"
    ),
}


def heuristic(formula: str, where: tuple[tuple[str, str], ...] = ()) -> Heuristic:
    return Heuristic("my_score", "isolation", (Parameter("a", 1.0, 0.0, 2.0),), where, formula)


@pytest.mark.parametrize(("formula", "expected"), WRITTEN.items())
def test_an_expression_is_written_as_in_a_textbook(formula: str, expected: str) -> None:
    assert expression_mathml(heuristic(formula).tree) == expected


SHORT = {"minus": "-", "middot": "*"}


def rows(text: str) -> list[list[str]]:
    """The cells of the equations, each as the text that a reader sees."""
    plain = re.sub("&(?!lt|gt)([a-z]+);", lambda found: SHORT.get(found[1], found[1]), text)
    tree = ElementTree.fromstring(plain)
    return [["".join(cell.itertext()) for cell in row] for row in tree[0]]


def test_terms_stand_before_the_formula() -> None:
    text = heuristic_mathml(heuristic("w * a", (("w", "a + 1"),)), "value")
    assert rows(text) == [["w", "=", "a+1"], ["value", "=", "w*a"]]


def test_each_term_of_a_long_sum_has_a_line_of_its_own() -> None:
    formula = "a * moves(own) - (a - 1) * moves(opp) + nearby_blanks(own, 2)"
    assert rows(heuristic_mathml(heuristic(formula), "value")) == [
        ["value", "=", "a*movesown"],
        ["", "-", "(a-1)*movesopp"],
        ["", "+", "nearby_blanksown(2)"],
    ]


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_every_preset_is_well_formed(preset: Heuristic) -> None:
    names = {row[0] for row in rows(heuristic_mathml(preset, "value"))}
    assert {"value", *(name for name, _ in preset.where)} <= names
