"""Read and write Isolation positions and moves as people type them.

A position is its rows from the top, joined by "/": "." is blank, "x" visited, "1" and "2" are the
pieces. The side to move follows from the number of visited squares, since every ply, placements
too, visits one. `......./......./..1..../......./....2../......./.......` is a 7x7 board after both
placements, player 1 to move.

A square is a letter for the column, from the left, and a number for the row, from the bottom, as in
chess; a move is the square that it goes to: "c5".
"""

from __future__ import annotations

import re

from engine.drawing import Drawing, column_name
from engine.errors import IllegalError, NotationError
from engine.isolation.position import Position

__all__ = ["draw", "drawing", "format_position", "format_square", "parse_position", "parse_square"]

_CELLS = ".x12"


def parse_position(text: str, height: int, width: int) -> Position:
    """Read a position of a board of this size.

    Raises:
        NotationError: if the text is no board of this size.
        IllegalError: if the pieces and the number of visited squares fit no game.
    """
    rows = text.strip().split("/")
    if len(rows) != height:
        raise NotationError(
            f"the position has {len(rows)} rows, the board {height}; join {height} rows by '/', "
            "or name its game"
        )
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"row {number} from the top, {row!r}, has {len(row)} squares; write {width}"
            )
        strange = next((cell for cell in row if cell not in _CELLS), None)
        if strange is not None:
            raise NotationError(
                f"row {number} from the top, {row!r}, has {strange!r}; write '.' for a blank "
                "square, 'x' for a visited one, '1' and '2' for the pieces"
            )
    cells = "".join(rows)
    for piece in "12":
        if cells.count(piece) > 1:
            raise IllegalError(f"piece {piece} stands on {cells.count(piece)} squares; keep one")
    return _check(cells, height, width)


def _check(cells: str, height: int, width: int) -> Position:
    visited = sum(cell != "." for cell in cells)
    first, second = (cells.find(piece) for piece in "12")
    placed = (first >= 0) + (second >= 0)
    if visited < 2 and (visited != placed or (visited == 1 and first < 0)):
        raise IllegalError(
            "before the second ply only player 1 has visited a square; write one '1' or none"
        )
    if visited >= 2 and placed < 2:
        missing = "1" if first < 0 else "2"
        raise IllegalError(
            f"{visited} squares are visited, so both pieces are placed; write the '{missing}' too"
        )
    blanks = sum(1 << square for square, cell in enumerate(cells) if cell == ".")
    pieces = [square if square >= 0 else None for square in (first, second)]
    mover = visited % 2
    return Position(height, width, blanks, pieces[mover], pieces[1 - mover])


def format_position(position: Position) -> str:
    """Return the text that `parse_position` reads."""
    return "/".join(_rows(position))


def _rows(position: Position) -> list[str]:
    squares = position.height * position.width
    cells = ["." if position.blanks >> square & 1 else "x" for square in range(squares)]
    for player in (1, 2):
        square = position.square_of(player)
        if square is not None:
            cells[square] = str(player)
    text = "".join(cells)
    return [text[start : start + position.width] for start in range(0, squares, position.width)]


def parse_square(text: str, height: int, width: int) -> int:
    """Read a square such as "c5".

    Raises:
        NotationError: if it is no square of a board of this size.
    """
    last = f"{column_name(width - 1)}{height}"
    match = re.fullmatch(r"([a-z]{1,3})([1-9][0-9]{0,2})", text.strip().lower())
    if match is None:
        raise NotationError(f"{text!r} is no square; write a column and a row, from a1 to {last}")
    column = _column(match[1])
    row = height - int(match[2])
    if not (0 <= row < height and 0 <= column < width):
        raise NotationError(f"square {text!r} is not on the board; squares go from a1 to {last}")
    return row * width + column


def format_square(square: int, height: int, width: int) -> str:
    """Return the text that `parse_square` reads."""
    row, column = divmod(square, width)
    return f"{column_name(column)}{height - row}"


def draw(position: Position) -> str:
    """Return the board on several lines, with coordinates."""
    rows = _rows(position)
    margin = len(str(position.height))
    lines = [
        f"{position.height - number:>{margin}} {' '.join(row)}" for number, row in enumerate(rows)
    ]
    letters = " ".join(column_name(column)[-1] for column in range(position.width))
    lines.append(f"{'':>{margin}} {letters}")
    return "\n".join(lines)


def drawing(position: Position) -> Drawing:
    """Return the board with the pieces; visited squares are blocked."""
    return Drawing(
        rows=tuple(_rows(position)),
        row_names=tuple(str(position.height - row) for row in range(position.height)),
        column_names=tuple(column_name(column) for column in range(position.width)),
        letters=("1", "2"),
    )


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    return column - 1
