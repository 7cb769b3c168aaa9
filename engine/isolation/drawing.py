"""The 7x7 course's own drawing of a board, which `to_string()` of its `isolation.py` gives.

Cells stand between bars: blank, "-" where somebody was, "1" and "2" for the players. Later versions
of the course number the columns above and the rows in front; lines end with a line feed and a
carriage return, and Python shows both with backslashes where it prints the text as a value:

         0   1   2
    0  |   | 1 |   |
    1  |   |   | - |
    2  | 2 | - |   |
"""

from __future__ import annotations

import re

from engine.errors import NotationError

__all__ = ["is_drawing", "rows_of_drawing"]

_LINE_ENDS = re.compile(r"(?:\n|\r|\\n|\\r)+")
_CELLS = {"": ".", "-": "x", "1": "1", "2": "2"}


def is_drawing(text: str) -> bool:
    """Return whether a text means to be a drawing of the course."""
    return "|" in text


def rows_of_drawing(text: str) -> str:
    """Return the rows of the board as `engine.isolation.notation` reads them, joined by "/".

    Raises:
        NotationError: if a cell is none of the course's.
    """
    lines = [line for line in _LINE_ENDS.split(text.strip("'\"")) if "|" in line]
    return "/".join(_row(number, line) for number, line in enumerate(lines, start=1))


def _row(number: int, line: str) -> str:
    # In front of the first bar stands nothing or the row's number, behind the last one nothing.
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    strange = next((cell for cell in cells if cell not in _CELLS), None)
    if strange is not None:
        raise NotationError(
            f"row {number} of the drawing has {strange!r} between its bars; the course draws a "
            "blank, '-', '1' or '2' there"
        )
    return "".join(_CELLS[cell] for cell in cells)
