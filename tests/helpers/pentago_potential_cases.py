"""What hands count of lines and winning squares on Pentago boards, after turns as well."""

from __future__ import annotations

from pentago_golden import view_of

from engine.pentago.view import View

__all__ = ["EMPTY", "FULL", "POTENTIAL_CASES", "draw"]


def draw(text: str) -> View:
    """A board of B (own), W (the other side) and . (empty); no game need reach it."""
    return view_of(text.split(), "B")


EMPTY = draw("...... " * 6)

FULL = draw("BBBBBB " * 6)

# B wins on a6, which is the fifth square of a row and of a column; W closes their other ends.
CROSS = draw("""
    .BBBBW
    B.....
    B.....
    B.....
    B.....
    W.....
""")

# W lacks one square inside a row.
GAP = draw("""
    .BBBB.
    ......
    ......
    ......
    W.....
    WWW.W.
""")

# A clockwise turn of the upper right quadrant makes a row of four with two ends; a clockwise turn
# of the upper left one makes a block of two by two.
DOUBLE = draw("""
    .BB...
    ...B..
    ...B..
    ......
    ......
    ......
""")

CENTER = draw("""
    .B....
    .W....
    ......
    ......
    ......
    ......
""")

# Every turn leaves W on a corner at one end of each side of the quadrant.
OPPOSITE_CORNERS = draw("W..... ...... ..W... ...... ...... ......")

# Every turn leaves W on one of the squares (0,1) and (1,2), and on one of (1,0) and (2,1).
OPPOSITE_SIDES = draw(".W.... ...... .W.... ...... ...... ......")

# Feature, integers, board, value for B, value for W.
POTENTIAL_CASES = (
    ("winning_squares", (), CROSS, 1, 0),
    ("winning_squares", (), GAP, 2, 1),
    ("winning_squares", (), DOUBLE, 0, 0),
    ("winning_squares", (), FULL, 0, 0),
    ("open_lines", (4,), CROSS, 2, 0),
    ("rotated_winning_squares", (), DOUBLE, 2, 0),
    ("rotated_winning_squares", (), EMPTY, 0, 0),
    # The turns of the lower quadrants keep it.
    ("rotated_winning_squares", (), GAP, 2, 1),
    ("rotated_open_lines", (4,), DOUBLE, 2, 0),
    ("rotated_open_lines", (4,), GAP, 2, 1),
    ("rotated_open_lines", (0,), EMPTY, 32, 32),
    ("rotated_open_lines", (5,), FULL, 32, 0),
    ("rotated_open_lines", (6,), FULL, 0, 0),
    ("rotated_open_lines", (-1,), FULL, 0, 0),
    ("rotated_fours", (), DOUBLE, 1, 0),
    ("rotated_fours", (), FULL, 4, 0),
    ("rotated_fours", (), EMPTY, 0, 0),
    # The block has four pairs along rows and columns and both diagonals: 4 + 4 + 4 stones.
    ("rotated_stones", (), DOUBLE, 12, 0),
    ("rotated_stones", (), FULL, 36 + 36 + 68, 0),
    # The six lines through a centre, which no turn moves.
    ("blocked_lines", (), CENTER, 6, 0),
    # Row 6, row 4, column a and column c, from the quadrant's side to the fifth square.
    ("blocked_lines", (), OPPOSITE_CORNERS, 4, 0),
    # Two of the short diagonals.
    ("blocked_lines", (), OPPOSITE_SIDES, 2, 0),
    ("blocked_lines", (), FULL, 0, 32),
    ("blocked_lines", (), EMPTY, 0, 0),
    ("straight_open_lines", (0,), EMPTY, 16, 16),
    ("middle_open_lines", (0,), EMPTY, 8, 8),
    ("long_diagonal_open_lines", (0,), EMPTY, 4, 4),
    ("short_diagonal_open_lines", (0,), EMPTY, 4, 4),
    # B has both lines of row 6 and one short diagonal; W has both lines of row 5, the lower one of
    # column b, and both of a long diagonal.
    ("straight_open_lines", (1,), CENTER, 2, 0),
    ("middle_open_lines", (1,), CENTER, 0, 3),
    ("long_diagonal_open_lines", (1,), CENTER, 0, 2),
    ("short_diagonal_open_lines", (1,), CENTER, 1, 0),
    ("straight_open_lines", (4,), GAP, 2, 1),
    ("straight_open_lines", (6,), FULL, 0, 0),
    ("middle_open_lines", (5,), FULL, 8, 0),
    ("long_diagonal_open_lines", (5,), FULL, 4, 0),
    ("short_diagonal_open_lines", (5,), FULL, 4, 0),
    ("short_diagonal_open_lines", (-1,), FULL, 0, 0),
)
