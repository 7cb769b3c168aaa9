"""Hold a game that a person plays, and read and write it as a list of positions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.matches.agent import Agent

__all__ = ["GameRecord", "PlayError", "SavedGame", "read_saved", "record_text", "replayed"]

_GAME, _PERSON, _AGENT = "# game: ", "# person: player ", "# agent: "
_LARGEST = 1_000_000
"""No list of positions has so many characters; what has more is another file."""


class PlayError(TuneError):
    """The game cannot do what a person asks for."""


@dataclass(frozen=True)
class GameRecord:
    """Hold a game as it went.

    Attributes:
        positions: from where it began to where it stands, one more than moves.
        moves: in the game's own numbers.
    """

    positions: tuple[Any, ...]
    moves: tuple[int, ...] = ()

    @property
    def position(self) -> Any:
        """Return where the game stands."""
        return self.positions[-1]

    def after(self, game: Game[Any], move: int) -> GameRecord:
        """Return the game with one more move, which is legal."""
        position = game.play(self.position, move)
        return GameRecord((*self.positions, position), (*self.moves, move))

    def first(self, moves: int) -> GameRecord:
        """Return the game as it stood after its first moves."""
        return GameRecord(self.positions[: moves + 1], self.moves[:moves])


@dataclass(frozen=True)
class SavedGame:
    """Hold the lines of a file, whose game is not found yet.

    Attributes:
        path: of the file.
        game: the name of the game.
        player: 1 or 2, whom the person plays.
        rows: each the number of the line, the position and the move that was played there, "" at
            the end.
    """

    path: Path
    game: str
    player: int
    rows: tuple[tuple[int, str, str], ...]


def record_text(game: Game[Any], record: GameRecord, player: int, agent: Agent) -> str:
    """Return a game as text: a position a line, a tab, and the move that was played there."""
    moves = [*map(game.format_move, record.moves), ""]
    rows = [
        f"{game.format_position(position)}\t{move}".rstrip("\t")
        for position, move in zip(record.positions, moves, strict=True)
    ]
    head = [f"{_GAME}{game.name}", f"{_PERSON}{player}", f"{_AGENT}{agent.describe()}"]
    return "".join(f"{line}\n" for line in [*head, *rows])


def read_saved(path: Path) -> SavedGame:
    """Read the file of a saved game, as far as that can be without its rules.

    Raises:
        PlayError: if it is no such file.
    """
    try:
        with path.open(encoding="utf-8") as file:
            lines = file.read(_LARGEST).splitlines()
    except UnicodeDecodeError:
        lines = []
    rows = tuple(
        (number, *line.partition("\t")[::2])
        for number, line in enumerate(lines, start=1)
        if line and not line.startswith("#")
    )
    game, player = (_told(lines, key) for key in (_GAME, _PERSON))
    if not game or player not in ("1", "2") or not rows:
        raise PlayError(f"{path} holds no saved game; name a file that was saved while playing")
    return SavedGame(path, game, int(player), rows)


def replayed(game: Game[Any], saved: SavedGame) -> GameRecord:
    """Return a saved game, each of its moves played by the rules.

    Raises:
        PlayError: with the line, if a position or a move is not what the rules make of the lines
            before it.
    """
    record: GameRecord | None = None
    for number, text, move in saved.rows:
        try:
            position = game.parse_position(text)
            if record is None:
                record = GameRecord((position,))
            elif game.format_position(record.position) != game.format_position(position):
                raise PlayError("the move before does not lead here; correct one of them")
            if move:
                record = record.after(game, game.parse_move(move, position))
        except TuneError as error:
            raise PlayError(f"{saved.path}:{number}: {error}", hint=error.hint) from error
    assert record is not None, "a saved game has a position"
    return record


def _told(lines: list[str], key: str) -> str:
    return next((line.removeprefix(key) for line in lines if line.startswith(key)), "")
