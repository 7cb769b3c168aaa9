"""Read and write positions of games of stones as people type them.

A position is its rows from the top, joined by "/": "." is an empty square, and two letters are the
stones of player 1, who begins, and player 2. Where the stones do not tell how many plies were
played, that number stands behind the rows: "..../.xo./.ox./.... 0". A square is a letter for the
column, from the left, and a number for the row, from the bottom: "c4".
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.drawing import FIRST, FREE, SECOND, Drawing, column_name
from engine.errors import IllegalError, NotationError
from engine.stones.board import Board
from engine.stones.position import Position

__all__ = ["Notation"]


@dataclass(frozen=True)
class Notation:
    """A notation is how the positions of one board are written.

    Attributes:
        board: the board.
        stones: the letters of player 1 and player 2, such as "xo".
        with_ply: whether the number of plies stands behind the rows; else it is that of the stones.
    """

    board: Board
    stones: str
    with_ply: bool

    def parse_position(self, text: str) -> Position:
        """Read a position.

        Raises:
            NotationError: if the text is no board.
            IllegalError: if the numbers of stones are not those of a game.
        """
        rows_text, _, ply_text = text.strip().partition(" ")
        rows = rows_text.split("/")
        height, width = self.board.height, self.board.width
        if len(rows) != height:
            raise NotationError(
                f"the position has {len(rows)} rows, the board {height}; join {height} rows by "
                "'/', or name its game"
            )
        for number, row in enumerate(rows, start=1):
            self._check_row(number, row, width)
        cells = list(zip("".join(rows), self.board.bits, strict=True))
        first, second = (sum(1 << bit for cell, bit in cells if cell == s) for s in self.stones)
        if self.with_ply:
            return Position(first, second, _ply(ply_text))
        if ply_text.strip():
            raise NotationError(f"'{ply_text.strip()}' stands behind the rows; leave it out")
        counts = (first.bit_count(), second.bit_count())
        if counts[0] - counts[1] not in (0, 1):
            begins, other = tuple(self.stones)
            raise IllegalError(
                f"{counts[0]} stones {begins} and {counts[1]} stones {other} cannot be, since "
                f"{begins} begins and both take turns; write as many of each, or one {begins} more"
            )
        return Position(first, second, sum(counts))

    def _check_row(self, number: int, row: str, width: int) -> None:
        if len(row) != width:
            raise NotationError(
                f"row {number} from the top, '{row}', has {len(row)} squares; write {width}"
            )
        first, second = tuple(self.stones)
        strange = next((cell for cell in row if cell not in (".", first, second)), None)
        if strange is not None:
            raise NotationError(
                f"row {number} from the top, '{row}', has '{strange}'; write '.' for an empty "
                f"square, '{first}' for player 1 and '{second}' for player 2"
            )

    def format_position(self, position: Position) -> str:
        """Return the text that `parse_position` reads."""
        rows = "/".join(self._rows(position))
        return f"{rows} {position.ply}" if self.with_ply else rows

    def _rows(self, position: Position) -> list[str]:
        first, second = tuple(self.stones)
        cells = [
            first if position.first >> bit & 1 else second if position.second >> bit & 1 else "."
            for bit in self.board.bits
        ]
        width = self.board.width
        return ["".join(cells[at : at + width]) for at in range(0, len(cells), width)]

    def square(self, bit: int) -> str:
        """Return the name of a square, for example "c4"."""
        row, column = divmod(bit, self.board.stride)
        return f"{column_name(column)}{self.board.height - row}"

    def draw(self, position: Position) -> str:
        """Return the board on several lines, with coordinates."""
        rows = self._rows(position)
        margin = len(str(len(rows)))
        lines = [f"{len(rows) - n:>{margin}} {' '.join(row)}" for n, row in enumerate(rows)]
        letters = " ".join(column_name(column)[-1] for column in range(self.board.width))
        return "\n".join([*lines, f"{'':>{margin}} {letters}"])

    def drawing(self, position: Position) -> Drawing:
        """Return the board with its stones."""
        signs = str.maketrans({self.stones[0]: FIRST, self.stones[1]: SECOND, ".": FREE})
        height, width = self.board.height, self.board.width
        return Drawing(
            rows=tuple(row.translate(signs) for row in self._rows(position)),
            row_names=tuple(str(height - row) for row in range(height)),
            column_names=tuple(column_name(column) for column in range(width)),
            sides=(self.stones[0], self.stones[1]),
            letters=(self.stones[0], self.stones[1]),
        )


def _ply(text: str) -> int:
    if not text.strip().isdecimal():
        raise NotationError(
            f"'{text.strip()}' is no number of plies; write how many were played behind the rows"
        )
    return int(text)
