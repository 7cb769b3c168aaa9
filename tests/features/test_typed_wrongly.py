"""A formula that is typed wrongly gives one line, in which the place is marked; nothing is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from features.errors import FormulaError
from features.heuristic import Heuristic
from features.parameter import Parameter

WRONG = {
    # The formula as somebody types it, with >> where the mistake is: what is said of it.
    "w * moves(own) - >>mvoes(opp)": "did you mean 'moves'?",
    "w * >>move(own)": "did you mean 'moves'?",
    ">>own_moves - moves(opp)": "write moves(own)",
    "w * moves(own) - >>wieght": "write one of the game's features, or a parameter's name",
    ">>moves()": "'moves' needs a side",
    ">>moves(me)": "'moves' needs a side",
    ">>moves('own')": "'moves' needs a side",
    ">>distance(own)": "'distance' has no side",
    ">>moves": "is a feature; write moves(own) or moves(opp)",
    "w * moves(own)>>) + 1": "unmatched ')'",
    "2 >>moves(own)": "check brackets and operators",
    "moves(own) +>>* 2": "check brackets and operators",
    "moves(own) ->>": "it ends too early",
    "moves(own) if moves(opp) > 2>>": "expected 'else'",
    "moves(own) >>= 3": "check brackets and operators",
    "moves(own) - 0>>,5 * moves(opp)": "numbers take a decimal point",
    "moves(own) >>^ 2": "for powers write **",
    "(moves(own) + 1) >>// 2": "write floor(a / b)",
    "nearby_blanks(own, >>1.5)": "whole numbers written out",
    "nearby_blanks(own, >>w)": "whole numbers written out",
    ">>[moves(own), 1]": "lists are not allowed",
    ">>moves(own).real": "a dot after a name is not allowed",
    ">>math.sqrt(moves(own))": "write plain names, sqrt(x) not math.sqrt(x)",
    "1 + (>>lambda: 1)": "lambda is not allowed",
    ">>moves(own) > 2": "write (1 if moves(own) > 2 else 0)",
    "moves(own) >># own moves": "comments are not allowed",
    ">>__import__('os')": "write one of the game's features, or a parameter's name",
    "exp(>>open('file', 'w'))": "write one of the game's features",
}


def heuristic(formula: str) -> Heuristic:
    return Heuristic("typed", "isolation", (Parameter("w", 1.0, 0.0, 2.0),), (), formula)


def test_there_are_25_ways_at_least() -> None:
    assert len(WRONG) >= 25


@pytest.mark.parametrize(("marked", "said"), WRONG.items())
def test_the_place_is_marked_and_a_cure_is_given(marked: str, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        heuristic(marked.replace(">>", ""))
    line = str(caught.value)
    assert said in line
    assert "\n" not in line
    assert f"at >> in {marked}: " in line
    assert caught.value.column == marked.index(">>") + 1


def test_a_bracket_that_is_never_closed_is_marked_itself() -> None:
    with pytest.raises(FormulaError, match=r"never closed.*") as caught:
        heuristic("w * (moves(own) - moves(opp)")
    assert caught.value.place.endswith("at >> in w * >>(moves(own) - moves(opp)")


def test_of_a_long_formula_only_the_neighbourhood_is_shown() -> None:
    with pytest.raises(FormulaError) as caught:
        heuristic(f"{'moves(own) + ' * 9}mvoes(opp) - {'moves(opp) - ' * 9}1")
    assert caught.value.place == (
        "column 118 of the text, at >> in ...) + moves(own) + moves(own) + >>mvoes(opp) - "
        "moves(opp) - move..."
    )


@pytest.mark.parametrize(
    "formula",
    [
        "__import__('pathlib').Path('{path}').touch()",
        "exp(open('{path}', 'w'))",
        "[p for p in [open('{path}', 'w')]][0]",
        "(lambda: open('{path}', 'w'))()",
        "moves(own) if open('{path}', 'w') else 1",
        'eval(\'open("{path}", "w")\')',
    ],
)
def test_nothing_of_it_is_ever_run(tmp_path: Path, formula: str) -> None:
    path = tmp_path / "made"
    with pytest.raises(FormulaError):
        heuristic(formula.replace("{path}", str(path)))
    assert not path.exists()
