"""Read positions of Isolation in plain Python."""

from __future__ import annotations

from typing import Any

from engine.plain.frame import PlainFrame

__all__ = ["plain_frame"]

_TEXT = '''\
HEIGHT = {height}
WIDTH = {width}


def position_of(rows):
    """Return a position from its rows, from the top: "." is blank, "x" visited, "1" and "2" stand.

    The rows are one text, with "/" or line breaks between them, or a list of texts. A position is
    (blank squares, square of player 1, square of player 2).
    """
    if isinstance(rows, str):
        rows = rows.replace("/", " ").split()
    if [len(row) for row in rows] != [WIDTH] * HEIGHT:
        raise ValueError("write %d rows of %d squares" % (HEIGHT, WIDTH))
    cells = "".join(rows)
    if not set(cells) <= set(".x12"):
        raise ValueError("write '.' for blank, 'x' for visited, '1' and '2' for the players")
    blanks = sum(1 << square for square, cell in enumerate(cells) if cell == ".")
    first, second = (cells.index(player) if player in cells else UNPLACED for player in "12")
    return blanks, first, second


def position_of_squares(blanks, first=None, second=None):
    """Return a position from (row, column) squares: the blank ones, and those of the players.

    Row 0 is the top one, column 0 the left one. None stands for a player who is not placed.
    """
    places = [UNPLACED if one is None else one[0] * WIDTH + one[1] for one in (first, second)]
    return sum(1 << row * WIDTH + column for row, column in set(blanks)), places[0], places[1]


def player_to_move(position):
    """Return 1 or 2: each ply visits one square, and player 1 begins."""
    return 1 + (HEIGHT * WIDTH - position[0].bit_count()) % 2


def value(position, player):
    """Return what the formula says of a position for a player (1 or 2), whoever is to move."""
    blanks, first, second = position
    if player == 1:
        return evaluate(blanks, first, second)
    return evaluate(blanks, second, first)


def score(position, player):
    """Return the same, and infinity where the player has won, minus infinity where it has lost."""
    mover = player_to_move(position)
    if not position[0] & KNIGHT_TARGETS[position[mover]]:
        return -inf if mover == player else inf
    return value(position, player)
'''


def plain_frame(game: Any) -> PlainFrame:
    """Return the frame of a board."""
    rows = [["."] * game.width for _ in range(game.height)]
    rows[game.height // 2][game.width // 2] = "1"
    rows[0][1] = "2"
    return PlainFrame(
        _TEXT.format(height=game.height, width=game.width),
        ("KNIGHT_TARGETS", "UNPLACED", "inf"),
        "/".join("".join(row) for row in rows),
        (
            "Rows are written from the top, columns from the left, both counted from 0; the square "
            f"(row, column) is bit row * {game.width} + column of a set.",
            "Player 1 makes the first move. A player who is not placed can go to every blank "
            "square.",
        ),
        (
            "Who is to move and cannot has lost: minus infinity for that player, infinity for the "
            "other.",
        ),
    )
