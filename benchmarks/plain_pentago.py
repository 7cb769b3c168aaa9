"""Play Pentago as one first writes it: rows of numbers, a new board for every move."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from engine.pentago.position import SIDE, Position

__all__ = ["PlainPentago", "plain_pentago", "straights"]

Square = tuple[int, int]
Turn = tuple[int, bool]
"""It has a quadrant (from the top left, row by row), and says whether that turns clockwise."""

Move = tuple[Square, Turn | None]
"""It says where the stone goes and what turns; nothing does where the stone wins."""

EMPTY = -1

SQUARES = [
    (top + row, left + column)
    for top in (0, 3)
    for left in (0, 3)
    for row in range(3)
    for column in range(3)
]
"""Squares stand quadrant by quadrant, as the engine tries them."""

TURNS = [(quadrant, clockwise) for quadrant in range(4) for clockwise in (False, True)]


def _line(row: int, column: int, down: int, right: int) -> list[Square]:
    squares = [(row + step * down, column + step * right) for step in range(SIDE)]
    return [(r, c) for r, c in squares if 0 <= r < SIDE and 0 <= c < SIDE]


ROWS = [_line(row, 0, 0, 1) for row in range(SIDE)]
COLUMNS = [_line(0, column, 1, 0) for column in range(SIDE)]
DIAGONALS = [
    line
    for right, edge in ((1, 0), (-1, SIDE - 1))
    for line in (
        [_line(0, column, 1, right) for column in range(SIDE)]
        + [_line(row, edge, 1, right) for row in range(1, SIDE)]
    )
]
LINES = ROWS + COLUMNS + DIAGONALS
FIVES = [line[start : start + 5] for line in LINES for start in range(len(line) - 4)]


@dataclass(slots=True)
class PlainPentago:
    """Hold a position; `forecast` gives the next one and leaves this one as it is.

    Attributes:
        stones: for each row its squares: the player whose stone lies there, or EMPTY.
        mover: 0 or 1.
    """

    stones: list[list[int]]
    mover: int

    def has_five(self, player: int) -> bool:
        """Return whether a player has five in a row."""
        return any(
            all(self.stones[row][column] == player for row, column in five) for five in FIVES
        )

    def result(self) -> int | None:
        """Return the result: five for one player wins; for both or on a full board, a draw."""
        mine, theirs = self.has_five(self.mover), self.has_five(1 - self.mover)
        if mine != theirs:
            return 1 if mine else -1
        return 0 if mine or not any(EMPTY in row for row in self.stones) else None

    def moves(self, player: int) -> list[Move]:
        """Return every empty square with every turn, or alone where the stone wins."""
        found: list[Move] = []
        for row, column in SQUARES:
            if self.stones[row][column] != EMPTY:
                continue
            self.stones[row][column] = player
            wins = self.has_five(player)
            self.stones[row][column] = EMPTY
            turns = [None] if wins else TURNS
            found.extend(((row, column), turn) for turn in turns)
        return found

    def forecast(self, move: Move) -> PlainPentago:
        """Return the board after the mover placed a stone and turned a quadrant."""
        stones = [row[:] for row in self.stones]
        (row, column), turn = move
        stones[row][column] = self.mover
        if turn is not None:
            _turn(stones, turn)
        return PlainPentago(stones, 1 - self.mover)


def _turn(stones: list[list[int]], turn: Turn) -> None:
    quadrant, clockwise = turn
    top, left = quadrant // 2 * 3, quadrant % 2 * 3
    before = [stones[top + row][left : left + 3] for row in range(3)]
    for row in range(3):
        for column in range(3):
            new = (column, 2 - row) if clockwise else (2 - column, row)
            stones[top + new[0]][left + new[1]] = before[row][column]


def _points(board: PlainPentago, player: int) -> int:
    points = 0
    for line in LINES:
        for owner, run in groupby(board.stones[row][column] for row, column in line):
            length = len(list(run))
            if owner == player and length >= 2:
                points += length + (100 if length == 4 else 0)
    return points


def straights(board: PlainPentago, player: int) -> float:
    """Count 1 for each stone in a run of two or more and 100 for each four, minus the opponent's.

    The preset `straights` with its hand-set values; positions with five are never asked for.
    """
    return float(_points(board, player) - _points(board, 1 - player))


def plain_pentago(position: Position) -> PlainPentago:
    """Return the same position on a plain board."""
    stones = [[EMPTY] * SIDE for _ in range(SIDE)]
    for player in (0, 1):
        taken = position.stones_of(player + 1)
        for row in range(SIDE):
            for column in range(SIDE):
                if taken >> SIDE * row + column & 1:
                    stones[row][column] = player
    return PlainPentago(stones, position.player - 1)
