"""Define a drawn board: what people see of a position, as a value that pictures are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

__all__ = [
    "BLOCKED",
    "FIRST",
    "FREE",
    "SECOND",
    "Drawing",
    "Square",
    "Turn",
    "column_name",
    "drawing_of",
    "mark_changes",
]

FREE = "."
BLOCKED = "x"
FIRST = "1"
SECOND = "2"
"""What can be on a square: nothing, nothing ever again, a piece of player 1 or of player 2."""

Square = tuple[int, int]
"""(row, column), row 0 on top, column 0 on the left."""


@dataclass(frozen=True)
class Turn:
    """A turn is a square part of a board that a move has turned by a right angle.

    Attributes:
        top: its first row.
        left: its first column.
        size: its rows and columns.
        clockwise: which way it went.
    """

    top: int
    left: int
    size: int
    clockwise: bool


@dataclass(frozen=True)
class Drawing:
    """A drawing is a board of squares, with names as the game's notation has them.

    Attributes:
        rows: from the top, a sign for each square: `FREE`, `BLOCKED`, `FIRST` or `SECOND`. Empty
            where a game draws itself as text alone.
        row_names: of the rows, from the top.
        column_names: of the columns, from the left.
        sides: what players 1 and 2 are called, such as "black" and "white".
        letters: what stands on their pieces, such as "1" and "2"; may be empty.
        part: rows and columns of the parts that lines divide the board into, 0 where none do.
        marked: the squares that the last move has changed.
        turn: what the last move has turned, if it turned something.
        lines: the board as text, where it has no squares.
    """

    rows: tuple[str, ...]
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    sides: tuple[str, str] = ("player 1", "player 2")
    letters: tuple[str, str] = ("", "")
    part: int = 0
    marked: tuple[Square, ...] = ()
    turn: Turn | None = None
    lines: tuple[str, ...] = ()

    def squares_with(self, sign: str) -> tuple[Square, ...]:
        """Return the squares that have a sign, row by row."""
        return tuple(
            (row, column)
            for row, cells in enumerate(self.rows)
            for column, cell in enumerate(cells)
            if cell == sign
        )

    def name_of(self, square: Square) -> str:
        """Return the name of a square, such as "c4"."""
        return f"{self.column_names[square[1]]}{self.row_names[square[0]]}"

    def marking(self, squares: Iterable[Square], turn: Turn | None = None) -> Drawing:
        """Return the same board with other marks."""
        return replace(self, marked=tuple(sorted(squares)), turn=turn)


def drawing_of(game: Any, position: Any, before: Any = None, move: int | None = None) -> Drawing:
    """Return the board of a position, as text where the game has no squares to draw.

    Args:
        game: the rules.
        position: what to draw.
        before: the position before, None where no move is marked.
        move: that led from there.
    """
    # A game of a user's own need not have it.
    draw = getattr(game, "drawing", None)
    if draw is None:
        return Drawing((), lines=tuple(game.draw(position).splitlines()))
    drawing: Drawing = draw(position, before, move)
    return drawing


def mark_changes(before: Drawing, after: Drawing) -> Drawing:
    """Return the later one of two drawings of a board with the squares marked that differ."""
    return after.marking(
        (row, column)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True))
        for column in range(len(new))
        if old[column] != new[column]
    )


def column_name(column: int) -> str:
    """Return a to z, then aa, ab ..., as spreadsheets name columns."""
    name = ""
    while column >= 0:
        name = chr(ord("a") + column % 26) + name
        column = column // 26 - 1
    return name
