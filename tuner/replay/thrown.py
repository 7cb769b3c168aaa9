"""Find the games in which somebody gives a proven win away, by playing games again."""

from __future__ import annotations

from concurrent.futures import Executor

from tuner.replay.find import FoundGames, Wanted, find_games
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow
from tuner.replay.play import replay_games
from tuner.replay.proofs import PAGE_NODES

__all__ = ["LOOKED_AT", "find_thrown_away"]

LOOKED_AT = 1000
"""So many games are played again at most: some hundredths of a second each on 7x7."""

_TOGETHER = 50


def find_thrown_away(games: RunGames, wanted: Wanted, limit: int, executor: Executor) -> FoundGames:
    """Return the first of the wanted games in which a proven win is given away.

    Args:
        games: of the run.
        wanted: which games.
        limit: how many rows at most.
        executor: its threads prove the positions.

    Raises:
        ReplayError: if an agent is not known, or a game comes out otherwise than in the ledger.
        LedgerError: if the ledger cannot be read or is damaged.
    """
    found = find_games(games, wanted, LOOKED_AT)
    kept: list[GameRow] = []
    looked_at = 0
    while looked_at < len(found.rows) and len(kept) < limit:
        rows = found.rows[looked_at : looked_at + _TOGETHER]
        played = replay_games(games, rows, PAGE_NODES, executor)
        kept += [one.row for one in played if one.thrown_away]
        looked_at += len(rows)
    return FoundGames(found.count, tuple(kept[:limit]), looked_at)
