"""What a check says of a formula's values in sampled positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

from tuner.sample_notes import sample_notes

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
    "comparison",
    ["progress() < 0.5", "progress() * 49 < 20 * a", "blank_squares() * 2 < 49", "k > 3"],
)
def test_other_comparisons_are_not(tmp_path: Path, comparison: str) -> None:
    assert notes(tmp_path, f"moves(own) if {comparison} else moves(opp)") == []


def test_a_feature_that_other_values_ask_is_not_idle(tmp_path: Path) -> None:
    assert notes(tmp_path, "moves(own) if k < 9 else moves(opp)") == []
