"""Make positions that draw themselves: values with a game, a text and legal moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.board_svg import position_svg
from engine.errors import IllegalError
from engine.game import Game
from tuner.api.agents import game_for

__all__ = ["Position", "position", "position_of"]


@dataclass(frozen=True)
class Position:
    """Hold a position of a game; a notebook draws it, `print` draws it with letters.

    Two are equal if their game and their text are.

    Attributes:
        game: name of the game.
        text: the position in the game's notation.
    """

    game: str
    text: str
    _board: Game[Any] = field(repr=False, compare=False)
    _value: Any = field(repr=False, compare=False)
    _before: Any = field(default=None, repr=False, compare=False)
    _move: int | None = field(default=None, repr=False, compare=False)

    @property
    def ply(self) -> int:
        """Return how many plies led to it from the start."""
        return int(self._value.ply)

    @property
    def player(self) -> int:
        """Return who is to move, 1 or 2."""
        return self._board.player_to_move(self._value)

    @property
    def winner(self) -> int | None:
        """Return 1 or 2 when the game is won, 0 when it is drawn, None while it goes on."""
        return self._board.winner(self._value)

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the legal moves in the game's notation; none when the game is over."""
        if self.winner is not None:
            return ()
        return tuple(map(self._board.format_move, self._board.legal_moves(self._value)))

    def play(self, *moves: str) -> Position:
        """Return the position after some moves, the last of which is marked where it is drawn.

        Args:
            moves: in the game's notation, one after the other.

        Raises:
            TuneError: if a move cannot be read or is not legal.
        """
        found = self
        for move in moves:
            if found.winner is not None:
                raise IllegalError(f"the game is over in {found.text}; leave {move!r} out")
            number = self._board.parse_move(move, found._value)
            after = self._board.play(found._value, number)
            found = position_of(self._board, after, found._value, number)
        return found

    def __str__(self) -> str:
        return self._board.draw(self._value)

    def _repr_svg_(self) -> str:
        return position_svg(self._board, self._value, self._before, self._move)


def position(text: str | None = None, *, game: str | None = None) -> Position:
    """Return a position.

    Args:
        text: in the game's notation; None for the start of the game.
        game: whose position it is; None for the one that the text tells, or else 7x7 Isolation.

    Raises:
        TuneError: if there is no such game, or the text is no position of it.
    """
    board = game_for([], game, text or "")
    return position_of(board, board.initial() if text is None else board.parse_position(text))


def position_of(
    board: Game[Any], value: Any, before: Any = None, move: int | None = None
) -> Position:
    """Return a position of the engine, with the move that led to it from another one."""
    return Position(board.name, board.format_position(value), board, value, before, move)
