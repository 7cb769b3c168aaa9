"""A formula as mathematics."""

from __future__ import annotations

import re

import pytest

from features.heuristic import Heuristic
from features.latex import expression_latex, heuristic_latex
from features.parameter import Parameter
from features.presets import presets, spelling

WRITTEN = {
    "moves(own) - a * moves(opp)": (
        r"\mathrm{moves}_{\mathrm{own}} - \mathit{a} \cdot \mathrm{moves}_{\mathrm{opp}}"
    ),
    "a * (moves(own) - 1)": r"\mathit{a} \cdot \left(\mathrm{moves}_{\mathrm{own}} - 1\right)",
    "1 - (a - 2)": r"1 - \left(\mathit{a} - 2\right)",
    "(a + 1) / (a - 1)": r"\frac{\mathit{a} + 1}{\mathit{a} - 1}",
    "(a / 2) ** 3": r"{\frac{\mathit{a}}{2}}^{3}",
    "(a + 2) ** -a": r"{\left(\mathit{a} + 2\right)}^{-\mathit{a}}",
    "-a ** 2": r"-{\mathit{a}}^{2}",
    "nearby_blanks(own, 2)": r"\mathrm{nearby\_blanks}_{\mathrm{own}}(2)",
    "distance()": r"\mathrm{distance}",
    "inf": r"\infty",
    "1e20 * 0.25": r"1 \cdot 10^{20} \cdot 0.25",
    "max(a, 1, 2)": r"\max\left(\mathit{a}, 1, 2\right)",
    "log(a)": r"\ln\left(\mathit{a}\right)",
    "abs(a - 1)": r"\left|\mathit{a} - 1\right|",
    "sqrt(a)": r"\sqrt{\mathit{a}}",
    "floor(a)": r"\left\lfloor \mathit{a}\right\rfloor",
    "a % 2": r"\mathit{a} \bmod 2",
    "clamp(a, 0, 1)": r"\operatorname{clamp}\left(\mathit{a}, 0, 1\right)",
    "ratio(1, a, inf)": (
        r"\begin{cases} \frac{1}{\mathit{a}} & \text{if } \mathit{a} \ne 0 \\ \infty & "
        r"\text{otherwise} \end{cases}"
    ),
    "1 if a <= 2 and not a != 1 else 0": (
        r"\begin{cases} 1 & \text{if } \mathit{a} \le 2 \land \lnot \mathit{a} \ne 1 \\ 0 & "
        r"\text{otherwise} \end{cases}"
    ),
}


def heuristic(formula: str, where: tuple[tuple[str, str], ...] = ()) -> Heuristic:
    return Heuristic("my_score", "isolation", (Parameter("a", 1.0, 0.0, 2.0),), where, formula)


@pytest.mark.parametrize(("formula", "expected"), WRITTEN.items())
def test_an_expression_is_written_as_in_a_textbook(formula: str, expected: str) -> None:
    assert expression_latex(heuristic(formula).tree) == expected


def test_terms_stand_before_the_formula() -> None:
    assert heuristic_latex(heuristic("w * a", (("w", "a + 1"),)), "my_score") == (
        "\\begin{align*}\n\\mathit{w} &= \\mathit{a} + 1 \\\\\n"
        "\\mathrm{my\\_score} &= \\mathit{w} \\cdot \\mathit{a}\n\\end{align*}\n"
    )


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_every_preset_is_written_with_braces_and_environments_that_are_closed(
    preset: Heuristic,
) -> None:
    text = heuristic_latex(preset, preset.name)
    depth = 0
    for sign in re.sub(r"\\.", "", text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
    assert depth == 0
    for left, right in (("begin", "end"), ("left", "right")):
        assert len(re.findall(rf"\\{left}\b", text)) == len(re.findall(rf"\\{right}\b", text))
    # An underscore outside of math mode's own would be an error of LaTeX.
    assert re.findall(r"(?<!\\)_(?!\{\\mathrm)", text) == []
