"""What a check says of formulas that see a mirror image with other eyes."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

from tuner.tuning.symmetry_notes import symmetry_notes

STUDY = """\
name: small
game: {game}
heuristic:
  parameters:
    a: {{{{default: 0.3, low: 0, high: 2}}}}
  formula: a * {{formula}}
baselines: udacity-2017-02
"""


def notes(folder: Path, formula: str, game: str = "isolation") -> list[str]:
    text = STUDY.format(game=game).format(formula=formula)
    return symmetry_notes(load(folder, text))


@pytest.mark.parametrize(
    "formula",
    [
        "(moves(own) - moves(opp))",
        "center_distance(own) + place_sum(opp)",
        "territory_difference()",
        "3",
    ],
)
def test_what_is_alike_in_a_mirror_is_not_noted(formula: str, tmp_path: Path) -> None:
    assert notes(tmp_path, formula) == []


def test_the_published_distance_to_a_corner_of_the_middle_square_is_noted(tmp_path: Path) -> None:
    """The course's sample measures from (3.5, 3.5), which is the middle of no board of 7x7."""
    (note,) = notes(tmp_path, "(center_square_distance(own) - moves(opp))")
    assert "center_square_distance(own)" in note
    assert "moves" not in note
    assert "another one in a mirror image or a rotation" in note


def test_blocks_of_other_sizes_are_noted(tmp_path: Path) -> None:
    """Rows and columns 0 to 3 are one block, 4 to 6 the other: a mirror swaps four with three."""
    (note,) = notes(tmp_path, "place_partition_sum(own, 4, 4)")
    assert note.endswith("see place_partition_sum(own, 4, 4); mend it if it is not meant")


def test_a_board_of_two_shapes_has_fewer_images(tmp_path: Path) -> None:
    """9x11 is no square: rows and columns cannot change places, and need not be alike."""
    assert notes(tmp_path, "nearby_blanks(own, 2)", "isolation-9x11") == []
