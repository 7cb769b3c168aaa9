"""Read and write Pentago positions and moves as people type them.

A position is its six rows from the top, joined by "/": "B" is black, "W" white, "." empty. Black
moves first, so it is black's turn when both have equally many stones.

A move is the square of the new stone, a quadrant and a direction, joined by "-": "c4-tl-cw".
Squares are a letter for the column from the left and a number for the row from the bottom;
quadrants are tl, tr, bl, br (top or bottom, left or right), directions cw (clockwise) and ccw. A
placement that makes five in a row ends the game before anything turns, and is its square alone:
"c4".
"""

from __future__ import annotations

import re

from engine.drawing import FIRST, FREE, SECOND, Drawing, Turn, column_name
from engine.errors import IllegalError, NotationError
from engine.pentago.geometry import rotate_squares
from engine.pentago.position import SIDE, SQUARES, Position

__all__ = [
    "DIRECTIONS",
    "QUADRANTS",
    "draw",
    "drawing",
    "format_position",
    "format_square",
    "parse_move_parts",
    "parse_position",
]

QUADRANTS = ("tl", "tr", "bl", "br")
DIRECTIONS = ("ccw", "cw")


def parse_position(text: str) -> Position:
    """Read a position.

    Raises:
        NotationError: if the text is no board.
        IllegalError: if the numbers of stones are not those of a game.
    """
    rows = text.strip().split("/")
    if len(rows) != SIDE:
        raise NotationError(
            f"the position has {len(rows)} rows, the board 6; join 6 rows by '/', or name its game"
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != SIDE:
            raise NotationError(
                f"row {number} from the top, '{row}', has {len(row)} squares; write 6"
            )
        strange = next((cell for cell in row if cell not in ".BbWw"), None)
        if strange is not None:
            raise NotationError(
                f"row {number} from the top, '{row}', has '{strange}'; write '.' for an empty "
                "square, 'B' for black and 'W' for white"
            )
    cells = "".join(rows).upper()
    black, white = cells.count("B"), cells.count("W")
    if black - white not in (0, 1):
        raise IllegalError(
            f"{black} black and {white} white stones cannot be, since black begins and both take "
            "turns; write as many of each, or one black more"
        )
    stones = [sum(1 << s for s, cell in enumerate(cells) if cell == colour) for colour in "BW"]
    return Position(*stones)


def _rows(position: Position) -> list[str]:
    cells = [
        "B" if position.black >> square & 1 else "W" if position.white >> square & 1 else "."
        for square in range(SQUARES)
    ]
    return ["".join(cells[start : start + SIDE]) for start in range(0, SQUARES, SIDE)]


def format_position(position: Position) -> str:
    """Return the text that `parse_position` reads."""
    return "/".join(_rows(position))


def format_square(square: int) -> str:
    """Return the name of a square, for example "c4"."""
    row, column = divmod(square, SIDE)
    return f"{'abcdef'[column]}{SIDE - row}"


def parse_move_parts(text: str) -> tuple[int, tuple[int, int] | None]:
    """Return the square of a move, and the quadrant and direction (1 is clockwise) if it turns one.

    Raises:
        NotationError: if the text is no move.
    """
    pattern = r"([a-f])([1-6])(?:[-: ]+(tl|tr|bl|br)[-: ]+(ccw|cw))?"
    match = re.fullmatch(pattern, text.strip().lower())
    if match is None:
        raise NotationError(
            f"'{text}' is no move; write square-quadrant-direction such as c4-tl-cw (quadrants "
            "tl tr bl br, directions cw ccw), or the square alone for a placement that wins"
        )
    square = (SIDE - int(match[2])) * SIDE + "abcdef".index(match[1])
    if match[3] is None:
        return square, None
    return square, (QUADRANTS.index(match[3]), DIRECTIONS.index(match[4]))


def draw(position: Position) -> str:
    """Return the board on several lines, with coordinates and the borders of the quadrants."""
    lines = []
    for number, row in enumerate(_rows(position)):
        if number == SIDE // 2:
            lines.append("  ------+------")
        lines.append(f"{SIDE - number} {' '.join(row[:3])} | {' '.join(row[3:])}")
    return "\n".join([*lines, "  a b c | d e f"])


def drawing(
    position: Position, placed: int | None = None, turned: tuple[int, bool] | None = None
) -> Drawing:
    """Return the board with its stones and what the last move did.

    Args:
        position: what to draw.
        placed: the square on which the last stone was placed, before the quadrant turned.
        turned: the quadrant that turned, and whether clockwise.
    """
    signs = str.maketrans({"B": FIRST, "W": SECOND, ".": FREE})
    now = Drawing(
        rows=tuple(row.translate(signs) for row in _rows(position)),
        row_names=tuple(str(SIDE - row) for row in range(SIDE)),
        column_names=tuple(column_name(column) for column in range(SIDE)),
        sides=("black", "white"),
        part=SIDE // 2,
    )
    if placed is None:
        return now
    if turned is None:
        return now.marking([divmod(placed, SIDE)])
    quadrant, clockwise = turned
    top, left = (SIDE // 2 * half for half in divmod(quadrant, 2))
    square = divmod(rotate_squares(quadrant, clockwise)[placed], SIDE)
    return now.marking([square], Turn(top, left, SIDE // 2, clockwise))
