"""What a check says of parameters: whether they change the choice of a move, or are superfluous."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from studies import load

from tuner.config.study import Study
from tuner.tuning.formula_notes import budget_notes, scale_notes, unused_notes
from tuner.tuning.preflight import preflight

STUDY = """\
name: small
game: isolation
heuristic:
  parameters: {{{parameters}}}
  formula: {formula}
search: {search}
baselines: [{{name: improved, heuristic: improved, search: {{algorithm: alphabeta, depth: 3}}}}]
budget: {{trials: {trials}}}
"""

DEPTH_3 = "{algorithm: alphabeta, depth: 3}"


def study(
    folder: Path, formula: str, parameters: str, search: str = DEPTH_3, trials: int = 100
) -> Study:
    values = {"formula": formula, "parameters": parameters, "search": search, "trials": trials}
    return load(folder, STUDY.format(**values))


def one(name: str, low: float, high: float, default: float = 1.0) -> str:
    return f"{name}: {{default: {default}, low: {low}, high: {high}}}"


def test_a_factor_of_the_whole_formula_only_scales_it(tmp_path: Path) -> None:
    (note,) = preflight(study(tmp_path, "a * (moves(own) - moves(opp))", one("a", 0.1, 2)))
    assert note == "a only scales the formula, which changes no choice: leave it out of tune"


def test_a_factor_that_can_be_negative_counts_by_its_sign(tmp_path: Path) -> None:
    (note,) = scale_notes(study(tmp_path, "a * (moves(own) - moves(opp))", one("a", -1, 2)))
    assert note.startswith("only the sign of a counts, since it scales the formula")


def test_what_is_added_to_every_position_changes_no_choice(tmp_path: Path) -> None:
    (note,) = preflight(study(tmp_path, "moves(own) - moves(opp) + a", one("a", 0, 10)))
    assert note.startswith("a changes no choice: from 0 to 10 the same move in all of 1,8")
    # By Wilson's interval: 3.84 / (n + 3.84) with n = 1,859.
    assert note.endswith("(another one in at most 0.2%); there is nothing to tune in it")


def test_what_is_the_same_in_all_leaves_changes_no_choice(tmp_path: Path) -> None:
    """All leaves of a search at a fixed depth have as many blank squares."""
    (note,) = preflight(
        study(tmp_path, "moves(own) - moves(opp) + a * blank_squares()", one("a", 0, 2))
    )
    assert note.startswith("a changes no choice: ")


def test_of_two_free_weights_only_the_ratio_counts(tmp_path: Path) -> None:
    formula = "a * moves(own) - b * moves(opp)"
    (note,) = scale_notes(study(tmp_path, formula, f"{one('a', 0, 2)}, {one('b', 0, 2)}"))
    assert note == (
        "only the ratio of a and b counts, so one of them is superfluous: leave a out of tune, for "
        "example, where it stays 1"
    )


def test_of_whole_numbers_none_is_superfluous(tmp_path: Path) -> None:
    """With k fixed at 1, j from 1 to 3 has three ratios to it; with k from 1 to 3 there are 7."""
    assert len({Fraction(k, j) for k in (1, 2, 3) for j in (1, 2, 3)}) == 7
    whole = "{default: 1, low: 1, high: 3, integer: true}"
    formula = "k * moves(own) - j * moves(opp)"
    assert scale_notes(study(tmp_path, formula, f"k: {whole}, j: {whole}")) == []
    assert scale_notes(study(tmp_path, formula, f"k: {whole}, {one('j', 1, 3)}")) == []


def test_a_whole_number_that_scales_the_formula_is_superfluous(tmp_path: Path) -> None:
    parameters = "k: {default: 1, low: 1, high: 3, integer: true}"
    (note,) = scale_notes(study(tmp_path, "k * (moves(own) - moves(opp))", parameters))
    assert note.startswith("k only scales the formula")


def test_the_weight_to_fix_is_not_zero_and_has_one_sign(tmp_path: Path) -> None:
    formula = "a * moves(own) - b * moves(opp) + c * distance()"
    ranges = [one("a", 0, 2, 0), one("b", -1, 2), one("c", 0.5, 2, 0.75)]
    (note,) = scale_notes(study(tmp_path, formula, ", ".join(ranges)))
    assert note.startswith("only the ratios of a, b and c count, so one of them is superfluous")
    assert note.endswith("leave c out of tune, for example, where it stays 0.75")


def test_a_range_that_only_decides_ties_changes_almost_no_choice(tmp_path: Path) -> None:
    """m - 0.99 n and m - 1.01 n agree with m - n wherever m - n tells two moves apart."""
    (note,) = preflight(study(tmp_path, "moves(own) - a * moves(opp)", one("a", 0.99, 1.01)))
    assert note.startswith("a changes almost no choice: from 0.99 to 1.01 another move in ")
    assert "among moves that its hand-set value finds equal; widen its range" in note


def test_a_narrow_range_changes_almost_no_choice(tmp_path: Path) -> None:
    """i - a j with i and j up to 8 is 0 nowhere between: 5/7 = 0.714 is the next such ratio."""
    parameter = one("a", 0.7182, 0.7192, 0.7183)
    (note,) = preflight(study(tmp_path, "moves(own) - a * moves(opp)", parameter))
    assert note.startswith("a changes no choice: from 0.7182 to 0.7192 the same move in all of ")


def test_a_weight_that_counts_only_beside_another_one_is_no_idle_one(tmp_path: Path) -> None:
    """With b hand-set at 0 the range of a changes nothing; with another b it does."""
    formula = "moves(own) - moves(opp) + b * max(a, distance())"
    assert preflight(study(tmp_path, formula, f"{one('a', 0, 5)}, {one('b', -2, 2, 0)}")) == []


@pytest.mark.parametrize(
    "search",
    [
        "{algorithm: alphabeta, time_ms: 20}",
        "{algorithm: perfect, nodes: 4000, otherwise: {algorithm: alphabeta, depth: 3}}",
        "{algorithm: alphabeta, nodes: 1000000}",
        "{algorithm: staged, switch_ply: 20, first: {algorithm: greedy}, "
        "then: {algorithm: alphabeta, depth: 2}}",
    ],
)
def test_every_search_can_be_looked_at(tmp_path: Path, search: str) -> None:
    (note,) = preflight(study(tmp_path, "moves(own) - moves(opp) + a", one("a", 0, 10), search))
    assert note.startswith("a changes no choice: ")


def test_parameters_that_are_not_in_the_formula_are_named(tmp_path: Path) -> None:
    parameters = ", ".join([one("a", 0, 2), one("b", 0, 2), one("c", 0, 2)])
    (note,) = unused_notes(study(tmp_path, "moves(own) - b * moves(opp)", parameters))
    assert note == "the formula does not depend on a and c: leave them out"


def test_a_constant_formula_is_one_note(tmp_path: Path) -> None:
    parameters = f"{one('a', 0, 2)}, {one('b', 0, 2)}"
    (note,) = preflight(study(tmp_path, "a * 3 + b", parameters))
    assert note.startswith("the formula is 4 in all of ")


def test_few_trials_for_many_parameters(tmp_path: Path) -> None:
    names = [f"w{number}" for number in range(20)]
    weights = ", ".join(one(name, 0, 2) for name in names)
    formula = " + ".join(
        f"{name} * nearby_blanks(own, {1 + i % 3})" for i, name in enumerate(names)
    )
    assert budget_notes(study(tmp_path, formula, weights, trials=10)) == [
        "10 trials are too few for 20 tuned parameters: give at least 100 (budget.trials)"
    ]


def test_two_trials_are_enough_for_two_values(tmp_path: Path) -> None:
    k = "k: {default: 1, low: 0, high: 1, integer: true}"
    assert budget_notes(study(tmp_path, "moves(own) - k * moves(opp)", k, trials=2)) == []
