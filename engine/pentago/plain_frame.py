"""Read positions of Pentago in plain Python."""

from __future__ import annotations

from typing import Any

from engine.plain.frame import PlainFrame

__all__ = ["plain_frame"]

_TEXT = '''\
def position_of(rows):
    """Return a position from its six rows, from the top: "B" is black, "W" white, "." empty.

    The rows are one text, with "/" or line breaks between them, or a list of texts. A position is
    (black stones, white stones).
    """
    if isinstance(rows, str):
        rows = rows.replace("/", " ").split()
    if [len(row) for row in rows] != [6] * 6:
        raise ValueError("write 6 rows of 6 squares")
    if not set("".join(rows).upper()) <= set(".BW"):
        raise ValueError("write 'B' for black, 'W' for white, '.' for an empty square")
    stones = {"B": [], "W": []}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells.upper()):
            if cell != ".":
                stones[cell].append((row, column))
    return position_of_squares(stones["B"], stones["W"])


def position_of_squares(black, white):
    """Return a position from the (row, column) squares of both colours' stones.

    Row 0 is the top one, column 0 the left one.
    """
    return tuple(
        sum(1 << 7 * row + column for row, column in set(squares)) for squares in (black, white)
    )


def value(position, player):
    """Return what the formula says for a player (1 is black, 2 white), whoever is to move."""
    black, white = position
    if player == 1:
        return evaluate(black, white)
    return evaluate(white, black)


def score(position, player):
    """Return the same, and infinity where the player has won, minus infinity where it has lost."""
    own, opp = position if player == 1 else (position[1], position[0])
    own_five, opp_five = full_lines(own), full_lines(opp)
    if (own_five and opp_five) or not (own_five or opp_five or BOARD & ~(own | opp)):
        return 0.0
    if own_five or opp_five:
        return inf if own_five else -inf
    return value(position, player)
'''


def plain_frame(_game: Any) -> PlainFrame:
    """Return the frame of the board."""
    return PlainFrame(
        _TEXT,
        ("BOARD", "full_lines", "inf"),
        "....../.B..../..W.../...B../....../......",
        (
            "Rows are written from the top, columns from the left, both counted from 0; the square "
            "(row, column) is bit 7 * row + column of a set of stones, so that neighbours along a "
            "line are one shift apart and no line wraps at an edge.",
            "Player 1 is black and makes the first move.",
        ),
        (
            "Five in a row win, by the stone itself or after the quadrant is turned: infinity for "
            "that player, minus infinity for the other; five of both at once, or a full board, "
            "are a draw: 0.",
        ),
    )
