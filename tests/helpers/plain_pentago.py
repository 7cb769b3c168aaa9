"""The rules and the truth of Pentago on texts: slow, short and independent of the engine.

A board is its rows from the top, joined by "/", as people type it. Neighbours are 1 apart in it,
the square below is 7 apart, those of the diagonals 8 and 6; "/" ends every line.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

__all__ = ["boards_after", "has_five", "mover", "quiet_board", "random_board", "result", "value"]

STEPS = (1, 6, 7, 8)

OTHER = {"B": "W", "W": "B"}


def mover(board: str) -> str:
    """Black moves when both have as many stones."""
    return "B" if board.count("B") == board.count("W") else "W"


@cache
def has_five(board: str, colour: str) -> bool:
    """Five of a colour in a row."""
    return any(re.search(rf"{colour}(.{{{step - 1}}}{colour}){{4}}", board) for step in STEPS)


def turned(board: str, top: int, left: int, clockwise: bool) -> str:
    """The board after the quadrant with this upper left corner is turned."""
    rows = board.split("/")
    block = [row[left : left + 3] for row in rows[top : top + 3]]
    columns = ["".join(column) for column in zip(*block, strict=True)]
    block = [column[::-1] for column in columns] if clockwise else columns[::-1]
    for row, new in enumerate(block, start=top):
        rows[row] = rows[row][:left] + new + rows[row][left + 3 :]
    return "/".join(rows)


def boards_after(board: str) -> Iterator[str]:
    """The boards after each move; a placement that makes five is not followed by a turn."""
    for square, cell in enumerate(board):
        if cell == ".":
            placed = board[:square] + mover(board) + board[square + 1 :]
            if has_five(placed, mover(board)):
                yield placed
            else:
                for corner in ((0, 0), (0, 3), (3, 0), (3, 3)):
                    yield turned(placed, *corner, clockwise=True)
                    yield turned(placed, *corner, clockwise=False)


def result(board: str) -> int | None:
    """1, 0 or -1 for the side to move in a finished game, None while it goes on."""
    own, opp = has_five(board, mover(board)), has_five(board, OTHER[mover(board)])
    if own != opp:
        return 1 if own else -1
    return 0 if own or "." not in board else None


@cache
def value(board: str) -> int:
    """1, 0 or -1 for the side to move, with perfect play of both, by trying every game."""
    over = result(board)
    if over is not None:
        return over
    best = -1
    for after in boards_after(board):
        best = max(best, -value(after))
        if best == 1:
            break
    return best


def random_board(empty: int, generator: random.Random) -> str:
    """A board with so many empty squares and stones anywhere, on which the game goes on."""
    stones = 36 - empty
    cells = ["B"] * ((stones + 1) // 2) + ["W"] * (stones // 2) + ["."] * empty
    while True:
        generator.shuffle(cells)
        board = "/".join("".join(cells[row : row + 6]) for row in range(0, 36, 6))
        if result(board) is None:
            return board


def quiet_board(empty: int, generator: random.Random) -> str:
    """Such a board on which no move wins at once."""
    while True:
        board = random_board(empty, generator)
        if all(result(after) != -1 for after in boards_after(board)):
            return board
