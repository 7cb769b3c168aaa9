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
    for first in range(0, len(found.rows), _TOGETHER):
        rows = found.rows[first : first + _TOGETHER]
        played = replay_games(games, rows, PAGE_NODES, executor)
        for looked_at, one in enumerate(played, start=first + 1):
            if one.thrown_away:
                kept.append(one.row)
            if len(kept) == limit:
                # What came behind in this block is not counted, as it is not shown.
                return FoundGames(found.count, tuple(kept), looked_at)
    return FoundGames(found.count, tuple(kept), len(found.rows))
