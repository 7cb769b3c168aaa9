"""A knight's distances on the empty board are the published ones."""

from __future__ import annotations

from golden import position_seen

from engine.games import find_game
from engine.isolation.view import View
from features.calls import kernel_values
from features.language.expression import FeatureCall

# Knight's moves from a corner of the chessboard to every square: the table of textbooks, in which
# the square diagonally beside the corner takes four.
FROM_CORNER = """
    03232345
    34123434
    21432345
    32323434
    23234345
    34343454
    43434545
    54545456
"""

# Squares that a knight in the middle of an endless board reaches in n moves and no fewer: 1, 8, 32,
# 68, ... (OEIS A018842). An 11 x 11 board is large enough for two moves.
IN_ONE, IN_TWO = 8, 32

CALLS = (
    FeatureCall("knight_distance", ""),
    FeatureCall("corner_knight", "opp"),
    *(FeatureCall("squares_at", "own", (steps,)) for steps in range(1, 8)),
    FeatureCall("squares_within", "own", (2,)),
)


def values_of(views: list[View]) -> dict[FeatureCall, list[float]]:
    """The kernels' values of `CALLS` for views of one board."""
    game = find_game(f"isolation-{views[0].height}x{views[0].width}")
    states = game.pack([position_seen(view) for view in views])
    values = kernel_values((), game, CALLS, states)
    return {call: row.tolist() for call, row in zip(CALLS, values, strict=True)}


def empty_board(height: int, width: int, own: tuple[int, int], opp: tuple[int, int]) -> View:
    """A board on which only the pieces' squares are taken."""
    squares = frozenset((row, column) for row in range(height) for column in range(width))
    return View(height, width, squares - {own, opp}, own, opp)


def test_distances_from_a_corner_of_the_chessboard() -> None:
    table = FROM_CORNER.split()
    squares = [(row, column) for row in range(8) for column in range(8) if (row, column) != (0, 0)]
    values = values_of([empty_board(8, 8, (0, 0), square) for square in squares])
    for index, (row, column) in enumerate(squares):
        assert values[CALLS[0]][index] == int(table[row][column])
        corners = (row, column), (row, 7 - column), (7 - row, column), (7 - row, 7 - column)
        nearest = min(int(table[r][c]) for r, c in corners)
        assert values[CALLS[1]][index] == nearest


def test_squares_by_steps_from_a_corner_of_the_chessboard() -> None:
    """The other side on the farthest square, six moves away, is the only one that is missing."""
    values = values_of([empty_board(8, 8, (0, 0), (7, 7))])
    digits = FROM_CORNER.replace("\n", "")
    for steps in range(1, 6):
        assert values[FeatureCall("squares_at", "own", (steps,))] == [digits.count(str(steps))]
    assert values[FeatureCall("squares_at", "own", (6,))] == [0]


def test_squares_by_steps_in_the_middle_of_a_large_board() -> None:
    values = values_of([empty_board(11, 11, (5, 5), (0, 0))])
    assert values[FeatureCall("squares_at", "own", (1,))] == [IN_ONE]
    assert values[FeatureCall("squares_at", "own", (2,))] == [IN_TWO]
    assert values[FeatureCall("squares_within", "own", (2,))] == [IN_ONE + IN_TWO]
