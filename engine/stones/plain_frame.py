"""Read positions of a game of stones in plain Python, and say who has won."""

from __future__ import annotations

from typing import Any

from engine.kernels.interface import DRAWN, LOST, WON, open_moves, outcome
from engine.link.source import SourceKernel
from engine.plain.compiler import compile_plain, plain_board_of
from engine.plain.frame import PlainFrame
from engine.plain.text_library import PlainFormula

__all__ = ["plain_frame"]

_OUTCOME = """\
def formula(board, parameters, own, opp):
    return outcome(board, own, open_moves(board, own))
"""

_TEXT = '''\
HEIGHT = {height}
WIDTH = {width}


def position_of(rows):
    """Return a position from its rows, from the top: "{first}" is player 1, "{second}" player 2.

    The rows are one text, with "/" or line breaks between them, or a list of texts; "." is an empty
    square. A position is (stones of player 1, stones of player 2{and_plies}).
    """
    if isinstance(rows, str):
        rows = rows.replace("/", " ").split()
{take_plies}    if [len(row) for row in rows] != [WIDTH] * HEIGHT:
        raise ValueError("write %d rows of %d squares" % (HEIGHT, WIDTH))
    if not set("".join(rows)) <= set(".{first}{second}"):
        raise ValueError("write '{first}' and '{second}' for the players, '.' for an empty square")
    players = [
        [(row, column) for row in range(HEIGHT) for column in range(WIDTH)
         if rows[row][column] == stone]
        for stone in "{first}{second}"
    ]
    return position_of_squares(*players{comma_plies})


def position_of_squares(first, second{comma_plies}):
    """Return a position from the (row, column) squares of both players' stones.

    Row 0 is the top one, column 0 the left one.
    """
    stones = (
        sum(1 << {stride} * row + column for row, column in set(one)) for one in (first, second)
    )
    return (*stones,{after_stones})


def player_to_move(position):
    """Return 1 or 2: player 1 begins, and both take turns."""
    return 1 + {plies} % 2


def value(position, player):
    """Return what the formula says of a position for a player (1 or 2), whoever is to move."""
    own, opp = position[player - 1], position[2 - player]
    return evaluate(own, opp{of_position})


def score(position, player):
    """Return the same, and infinity where the player has won, minus infinity where it has lost."""
    mover = player_to_move(position)
    ended = outcome_for_mover(position[mover - 1], position[2 - mover]{of_position})
    if ended == {drawn}:
        return 0.0
    if ended:
        return inf if (ended == {won}) == (mover == player) else -inf
    return value(position, player)
'''


def plain_frame(game: Any) -> PlainFrame:
    """Return the frame of a game."""
    first, second = tuple(game.stones)
    counted = game.counts_plies
    text = _TEXT.format(
        height=game.height,
        width=game.width,
        stride=game.board.stride,
        first=first,
        second=second,
        drawn=DRAWN,
        won=WON,
        and_plies=", plies" if counted else "",
        comma_plies=", plies" if counted else "",
        after_stones=" plies" if counted else "",
        of_position=", position[2]" if counted else "",
        take_plies="    *rows, plies = rows\n    plies = int(plies)\n" if counted else "",
        plies="position[2]" if counted else "(position[0] | position[1]).bit_count()",
    )
    formula = PlainFormula(
        SourceKernel(
            _OUTCOME, {"outcome": _rule(game, outcome), "open_moves": _rule(game, open_moves)}
        ),
        (),
        docstring=f"Return {WON} where own, who is to move, has won, {LOST} where it has lost, "
        f"{DRAWN} for a draw, 0 while the game goes on.",
        name="outcome_for_mover",
    )
    code = compile_plain(plain_board_of(game), formula)
    start = game.format_position(game.initial())
    return PlainFrame(
        f"{code.imports}{code.text}\n\n{text}",
        ("inf",),
        start,
        (
            "Rows are written from the top, columns from the left, both counted from 0; the square "
            f"(row, column) is bit {game.board.stride} * row + column of a set of stones.",
            f"Player 1, '{first}', makes the first move.",
        ),
        (
            "Who has won and who has lost is what the game's kernel 'outcome' says: infinity, "
            "minus infinity, and 0 for a draw.",
        ),
    )


def _rule(game: Any, placeholder: Any) -> Any:
    return game.replacements[placeholder]
