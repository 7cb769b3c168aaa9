"""Every Pentago feature on boards that can be counted by hand, twin and kernel alike."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from pentago_golden import compiled
from pentago_potential_cases import EMPTY, FULL, POTENTIAL_CASES, draw

from engine.pentago.view import View
from features.catalogue import find_features
from features.language.expression import FeatureCall

FEATURES = find_features("pentago")


# Rows: 2 + 3 and, of the other side, 2 + 2 and four and one. Columns a and e: two each.
SPLIT = draw("""
    BB.BBB
    B...B.
    ......
    WW.WW.
    ......
    WWWW.W
""")

# A row of five; of the other side a column and a diagonal of four.
RUNS = draw("""
    BBBBB.
    ......
    W.....
    WW....
    W.W...
    W..W..
""")

# The long diagonal has 3 + 2, the one beside it 2 and one.
DIAGONAL = draw("""
    BW....
    .BW...
    ..B...
    ......
    ....BW
    .....B
""")

# The upper left quadrant: a column, and a diagonal on it.
QUADRANTS = draw("""
    B.B...
    BB....
    B...W.
    .W.WWW
    ....W.
    ....W.
""")

# A clockwise turn of the upper right quadrant takes d4 and d5 to d6 and e6.
TURN = draw("""
    BBB...
    WW.B..
    ...B..
    ......
    W.....
    WW....
""")

# Feature, integers, board, value for B, value for W.
CASES = (
    *POTENTIAL_CASES,
    ("stones", (), TURN, 5, 5),
    ("stones", (), FULL, 36, 0),
    ("stones", (), EMPTY, 0, 0),
    ("quadrant_corners", (), QUADRANTS, 3, 2),
    ("quadrant_corners", (), FULL, 16, 0),
    ("quadrant_sides", (), QUADRANTS, 1, 4),
    ("quadrant_sides", (), FULL, 16, 0),
    ("central_stones", (), QUADRANTS, 0, 1),
    ("central_stones", (), FULL, 4, 0),
    ("horizontal_stones", (), SPLIT, 5, 8),
    ("horizontal_stones", (), RUNS, 5, 2),
    ("horizontal_stones", (), FULL, 36, 0),
    ("vertical_stones", (), SPLIT, 4, 0),
    ("vertical_stones", (), RUNS, 0, 4),
    # Four from a4 down to d1, and b3 with a2.
    ("diagonal_stones", (), RUNS, 0, 6),
    ("diagonal_stones", (), DIAGONAL, 5, 2),
    # Every square lies on two diagonals, but the corners on one.
    ("diagonal_stones", (), FULL, 68, 0),
    ("long_diagonal_stones", (4,), RUNS, 0, 6),
    ("long_diagonal_stones", (5,), RUNS, 0, 2),
    ("long_diagonal_stones", (5,), DIAGONAL, 5, 2),
    ("long_diagonal_stones", (6,), DIAGONAL, 5, 0),
    ("long_diagonal_stones", (6,), FULL, 12, 0),
    ("long_diagonal_stones", (3,), FULL, 60, 0),
    ("long_diagonal_stones", (2,), FULL, math.nan, math.nan),
    ("long_diagonal_stones", (7,), FULL, math.nan, math.nan),
    ("row_pair_points", (), SPLIT, 4, 3 + 4),
    ("row_pair_points", (), RUNS, 5, 2),
    ("row_pair_fours", (), SPLIT, 1, 1),
    ("row_pair_fours", (), RUNS, 0, 0),
    ("horizontal_fours", (), SPLIT, 0, 1),
    ("horizontal_fours", (), RUNS, 0, 0),
    ("vertical_fours", (), RUNS, 0, 1),
    ("diagonal_fours", (), RUNS, 0, 1),
    ("fours", (), RUNS, 0, 2),
    # The diagonals of four squares, two in each direction.
    ("fours", (), FULL, 4, 0),
    ("fives", (), RUNS, 1, 0),
    ("fives", (), SPLIT, 0, 0),
    ("fives", (), FULL, 1, 0),
    ("horizontal_four_windows", (), RUNS, 2, 0),
    ("horizontal_four_windows", (), FULL, 18, 0),
    ("vertical_four_windows", (), RUNS, 0, 1),
    ("diagonal_four_windows", (), RUNS, 0, 1),
    ("diagonal_four_windows", (), FULL, 18, 0),
    ("horizontal_line_fours", (), SPLIT, 0, 2),
    ("vertical_line_fours", (), RUNS, 0, 1),
    ("diagonal_line_fours", (), RUNS, 0, 1),
    ("diagonal_line_fours", (), DIAGONAL, 0, 0),
    ("horizontal_split_fives", (), SPLIT, 1, 0),
    ("vertical_split_fives", (), SPLIT, 0, 0),
    ("diagonal_split_fives", (), DIAGONAL, 1, 0),
    ("line_fives", (), SPLIT, 1, 0),
    ("line_fives", (), DIAGONAL, 1, 0),
    ("line_fives", (), RUNS, 1, 0),
    ("quadrant_centers", (), QUADRANTS, 1, 1),
    ("quadrant_centers", (), FULL, 4, 0),
    # Column a and the diagonal from c6 to a4; row 3 and column e in the lower right.
    ("triplets", (), QUADRANTS, 2, 2),
    ("triplets", (), FULL, 32, 0),
    # A run across a border of quadrants is none.
    ("triplets", (), draw("...... .BBB.. ...... ...... WW.... W.W..."), 0, 0),
    ("lines_with", (0,), EMPTY, 32, 32),
    ("lines_with", (5,), FULL, 32, 0),
    ("lines_with", (6,), FULL, 0, 0),
    ("lines_with", (-1,), FULL, 0, 0),
    # One stone in a corner is on a row, a column and a diagonal.
    ("lines_with", (1,), draw("B..... ...... ...... ...... ...... ......"), 3, 0),
    ("open_lines", (1,), draw("B..... ...... ...... ...... ...... ......"), 3, 0),
    ("open_lines", (1,), draw("BW.... W..... ...... ...... ...... ......"), 1, 6),
    ("open_lines", (0,), EMPTY, 32, 32),
    ("open_lines", (2,), draw("BB..W. ...... ...... ...... ...... ......"), 0, 0),
    ("open_lines", (2,), draw("BB...W ...... ...... ...... ...... ......"), 1, 0),
    ("open_lines", (5,), FULL, 32, 0),
    ("place_values", (), FULL, 160, 0),
    ("place_values", (), draw("BW.... ...... ..B... ...... ...... ......"), 10, 4),
    # Nothing else brings five together, and of an empty board no turn does.
    ("completing_rotations", (), TURN, 1, 0),
    ("completing_rotations", (), EMPTY, 0, 0),
    # The four turns of the lower quadrants keep the five.
    ("completing_rotations", (), RUNS, 4, 0),
    ("empty_squares", (), TURN, 26, 26),
    ("stones_played", (), TURN, 10, 10),
    ("stones_played", (), FULL, 36, 36),
    ("empty_squares", (), FULL, 0, 0),
    ("plies", (), EMPTY, 0, 0),
    ("plies", (), TURN, 10, 10),
    ("squares", (), TURN, 36, 36),
    ("progress", (), EMPTY, 0, 0),
    ("progress", (), TURN, 10 / 36, 10 / 36),
    ("progress", (), FULL, 1, 1),
)


def scattered(count: int, seed: int) -> list[View]:
    """Boards with any number of stones of both sides, runs among them."""
    generator = random.Random(seed)
    squares = [(row, column) for row in range(6) for column in range(6)]
    views = []
    for _ in range(count):
        chances = generator.choice(((1, 1, 1), (6, 1, 1), (8, 1, 0), (3, 3, 1), (1, 1, 8)))
        cells = generator.choices("BW.", chances, k=36)
        own, opp = (
            frozenset(s for s, cell in zip(squares, cells, strict=True) if cell == colour)
            for colour in "BW"
        )
        views.append(View(own, opp))
    return views


def test_every_feature_has_a_board() -> None:
    assert {name for name, *_ in CASES} == set(FEATURES)


@pytest.mark.parametrize(("name", "integers", "view", "own", "opp"), CASES)
def test_twins_count_what_hands_count(
    name: str, integers: tuple[int, ...], view: View, own: float, opp: float
) -> None:
    twin = FEATURES[name].twin
    assert twin(view, *integers) == pytest.approx(own, nan_ok=True)
    assert twin(view.swapped(), *integers) == pytest.approx(opp, nan_ok=True)


@pytest.mark.parametrize(("name", "integers", "view", "own", "opp"), CASES)
def test_kernels_count_what_hands_count(
    name: str, integers: tuple[int, ...], view: View, own: float, opp: float
) -> None:
    call = FeatureCall(name, "own" if FEATURES[name].sided else "", integers)
    assert compiled([view, view.swapped()])[call].tolist() == pytest.approx([own, opp], nan_ok=True)


def test_kernels_equal_twins_on_scattered_stones() -> None:
    views = scattered(count=400, seed=1)
    for call, values in compiled(views).items():
        twin = FEATURES[call.feature].twin
        seen = [view.swapped() if call.side == "opp" else view for view in views]
        expected = [twin(view, *call.integers) for view in seen]
        np.testing.assert_allclose(values, expected, rtol=0, atol=1e-12, err_msg=str(call))
        outside = bool(call.integers) and not 0 <= call.integers[0] <= 5
        # The number of squares is the same on every board.
        if call.feature != "squares":
            assert len(set(values)) > 1 or outside or math.isnan(values[0]), str(call)
