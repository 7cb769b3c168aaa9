"""What a check says of a formula's values in sampled positions."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from studies import load

from tuner.tuning.sample_notes import sample_notes

STUDY = """\
name: small
game: isolation
heuristic:
  parameters:
    a: {{default: 0.3, low: 0, high: 2}}
    k: {{default: 8, low: 0, high: 20, integer: true}}
  formula: {formula}
baselines: udacity-2017-02
"""


def notes(folder: Path, formula: str) -> list[str]:
    return sample_notes(load(folder, STUDY.format(formula=formula)))


def test_a_plain_division_by_zero_is_named_with_its_cure(tmp_path: Path) -> None:
    (note,) = notes(tmp_path, "min(moves(own) / moves(opp), 9) - a")
    assert note.startswith("moves(own) / moves(opp) divides by 0 in ")
    assert "write ratio(moves(own), moves(opp), if_zero)" in note


@pytest.mark.parametrize(
    "formula",
    [
        "ratio(moves(own), moves(opp), 9)",
        "moves(own) / moves(opp) if moves(opp) > 0 else 9",
        "moves(own) / max(1, moves(opp))",
    ],
)
def test_a_guarded_division_is_not(tmp_path: Path, formula: str) -> None:
    assert notes(tmp_path, formula) == []


@pytest.mark.parametrize(
    "comparison",
    ["progress() * 49 < 8", "49 * progress() >= k", "moves(own) / 3 * 2 == 4"],
)
def test_a_fraction_that_is_multiplied_and_compared_is_named(
    tmp_path: Path, comparison: str
) -> None:
    (note,) = notes(tmp_path, f"moves(own) if {comparison} else moves(opp)")
    assert comparison in note
    assert "rounding" in note


def test_eight_visited_squares_are_compared_wrongly(tmp_path: Path) -> None:
    """8 / 49 * 49 is 7.999999999999999, so that `progress() * 49 < 8` is true after 8 plies."""
    assert 8 / 49 * 49 < 8
    (note,) = notes(tmp_path, "moves(own) if progress() * 49 < 8 else moves(opp)")
    assert note.startswith("rounding decides progress() * 49 < 8 in ")


def test_equal_weights_that_rounding_tells_apart_are_named(tmp_path: Path) -> None:
    """0.1 * 3 is not 0.3: the printed tie-break of a published heuristic never ran for this."""
    assert 0.1 * 3 != 0.3
    (note,) = notes(tmp_path, "moves(own) if moves(own) * 0.1 == 0.3 else moves(opp)")
    assert note.startswith("rounding decides moves(own) * 0.1 == 0.3 in ")


@pytest.mark.parametrize(
    "part", ["floor(progress() * 49)", "round(progress() * 24.5)", "progress() * 49 % 8"]
)
def test_a_multiple_of_a_fraction_that_is_rounded_is_named(tmp_path: Path, part: str) -> None:
    """8 / 49 * 49 is 7.999999999999999, so that its floor is 7, and that % 8 is not 0."""
    assert math.floor(8 / 49 * 49) == 7
    (note,) = notes(tmp_path, f"moves(own) - {part}")
    assert note.startswith("rounding decides ")
    assert "use whole numbers, such as plies() and squares()" in note


def test_a_multiple_of_a_fraction_is_named_where_no_sample_is_wrong(tmp_path: Path) -> None:
    assert all(2 * (plies / 49) % 1 != 0 for plies in range(1, 49))
    (note,) = notes(tmp_path, "moves(own) - floor(progress() * 2)")
    assert note.startswith("floor(progress() * 2) multiplies a fraction and rounds it, ")


def test_what_is_in_a_rounding_is_named_once(tmp_path: Path) -> None:
    (note,) = notes(tmp_path, "moves(own) if floor(progress() * 49) < 8 else moves(opp)")
    assert note.startswith("rounding decides floor(progress() * 49) in ")


@pytest.mark.parametrize(
    "part",
    [
        "floor(moves(own) / 3)",
        "round(moves(own) / 2)",
        "plies() % 7",
        "floor(plies() * 49 / 49)",
        "floor(a * progress())",
    ],
)
def test_other_roundings_are_not(tmp_path: Path, part: str) -> None:
    assert notes(tmp_path, f"moves(own) - {part}") == []


def test_a_sum_of_which_a_search_loses_a_part_is_named(tmp_path: Path) -> None:
    """With as many moves on both sides, the difference is that of the territories, up to 49."""
    formula = "1e13 * moves(own) + territory_difference() - 1e13 * moves(opp)"
    (note,) = notes(tmp_path, formula)
    assert note.endswith(
        "a search takes 10000000000000 * moves(own) + territory_difference() - 10000000000000 * "
        "moves(opp) for 0: less than 1e-12 of its left side is left there; make its large terms "
        "smaller"
    )


@pytest.mark.parametrize(
    "formula",
    [
        "0.4 * moves(own) - 0.6 * moves(opp)",
        "0.1 * moves(own) + 0.2 * distance() - 0.3 * moves(opp)",
        "1e9 * moves(own) + territory_difference() - 1e9 * moves(opp)",
        "1e13 * moves(own) - 1e13 * moves(opp)",
    ],
)
def test_a_sum_of_which_only_rounding_is_lost_is_not(tmp_path: Path, formula: str) -> None:
    assert notes(tmp_path, formula) == []


@pytest.mark.parametrize(
    "comparison",
    ["progress() < 0.5", "progress() * 49 < 20 * a", "blank_squares() * 2 < 49", "k > 3"],
)
def test_other_comparisons_are_not(tmp_path: Path, comparison: str) -> None:
    assert notes(tmp_path, f"moves(own) if {comparison} else moves(opp)") == []


def test_a_feature_that_other_values_ask_is_not_idle(tmp_path: Path) -> None:
    assert notes(tmp_path, "moves(own) if k < 9 else moves(opp)") == []
