"""Give a game of a run with all its moves, as a value that draws itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tuner.api.positions import Position, position_of
from tuner.api.written import plain
from tuner.files import RunError
from tuner.replay.boards import boards_svg
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow, ReplayedGame

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PlayedGame", "game_row"]

_KEYS = ("openings", "candidate", "opponent", "pair")


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """Hold a game of a run that was played again; a notebook draws it, `print` says it in words.

    The candidate is the first agent of its row in the table of games.
    """

    _replay: ReplayedGame = field(repr=False)

    @property
    def agents(self) -> tuple[str, str]:
        """Return the names of player 1 and of player 2."""
        candidate, opponent = self._replay.row.names
        return (candidate, opponent) if self._replay.side == 1 else (opponent, candidate)

    @property
    def winner(self) -> str:
        """Return the name of the agent that won, "" for a draw."""
        candidate, opponent = self._replay.row.names
        return {1: candidate, 0: "", -1: opponent}[self._replay.row.result]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the opening, and the position after each move."""
        replay = self._replay
        before = [None, *replay.positions]
        moves = [None, *replay.moves]
        return tuple(
            position_of(replay.game, *one)
            for one in zip(replay.positions, before, moves, strict=False)
        )

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves behind the opening, in the game's notation."""
        return tuple(map(self._replay.game.format_move, self._replay.moves))

    @property
    def same_as_in_the_run(self) -> bool:
        """Return whether it is the very game of the run; with a limit in time it may be another."""
        return self._replay.repeatable or not self._replay.differs

    def plies(self) -> pd.DataFrame:
        """Return the moves as a table, one row each.

        Columns: ply, agent, move ("" where it gave up), value (what its search found, as the
        candidate sees it; beyond 1e120 of a win that it sees, NaN of a random move), proven (the
        outcome of the position before the move as the candidate sees it, "unknown" where it is not
        soon proven) and thrown_away (whether a proven win was given away).
        """
        # Late: pandas takes half a second, and not everybody asks for a table.
        import pandas as pd  # noqa: PLC0415

        replay = self._replay
        first = replay.positions[0].ply + 1
        return pd.DataFrame(
            {
                "ply": range(first, first + len(replay.plies)),
                "agent": [replay.row.names[one.side] for one in replay.plies],
                "move": [one.move for one in replay.plies],
                "value": [float("nan") if one.value is None else one.value for one in replay.plies],
                "proven": [one.proven for one in replay.plies],
                "thrown_away": [index in replay.thrown_away for index in range(len(replay.plies))],
            }
        )

    def __str__(self) -> str:
        row, side = self._replay.row, self._replay.side
        ended = {1: "wins", 0: "draws", -1: "loses"}[row.result]
        why = f" {self._replay.why}" if self._replay.why else ""
        return f"{row.title}: {row.names[0]} {ended} as player {side} in {row.plies} plies.{why}"

    def _repr_svg_(self) -> str:
        return boards_svg(self._replay, str(self))


def game_row(games: RunGames, row: Mapping[str, Any] | pd.Series[Any], number: int) -> GameRow:
    """Return the game of a row in the table of games.

    Args:
        games: of the run.
        row: with openings, candidate, opponent and pair, as the table has them.
        number: 0 or 1, which of the pair.

    Raises:
        RunError: if the run has no such game.
    """
    missing = [key for key in _KEYS if key not in row]
    if missing:
        raise RunError(f"the row has no '{missing[0]}'; give a row of the table of games")
    *match, pair = (plain(row[key]) for key in _KEYS)
    for key, pairs in games.batches(match[0]):
        played = [key.openings, key.candidate, key.opponent] == match
        if played and number in (0, 1) and key.first <= pair < key.first + len(pairs):
            return games.row(key, pairs, pair - key.first, number)
    raise RunError(f"{games.folder.path} has no game {number} of this row; give a row of its table")
