"""Replay the games that a page of a run shows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from tuner.files import RESULTS
from tuner.replay.choice import ChosenGame, choose_games
from tuner.replay.games import RunGames, open_games
from tuner.replay.match_choice import choose_match_games
from tuner.replay.model import ReplayedGame
from tuner.replay.play import replay_games
from tuner.replay.proofs import PAGE_NODES
from tuner.tuning.repetition import kept_agents
from tuner.tuning.run_folder import RunFolder

__all__ = ["replay_chosen", "replay_matches"]


def replay_chosen(folder: RunFolder, threads: int) -> tuple[ReplayedGame, ...]:
    """Return the games of a run that teach, with their moves; none before there is a verdict.

    Raises:
        ReplayError: if a game comes out otherwise than in the ledger.
        RunError: if the folder is no run, was played with other files, or cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    games = open_games(folder)
    return _replayed(games, choose_games(games), threads)


def replay_matches(folder: RunFolder, threads: int) -> tuple[ReplayedGame, ...] | None:
    """Return the games of a comparison or a tournament that teach, with their moves.

    Returns:
        None where results of an earlier version do not hold the agents.

    Raises:
        ReplayError: if a game comes out otherwise than in the ledger.
        RunError: if the results or the game cannot be read.
        ConfigError: if an agent is not what it was.
        LedgerError: if the ledger cannot be read or is damaged.
    """
    games = open_games(folder)
    kept = kept_agents(folder.path / RESULTS, games.game)
    if not kept.agents:
        return None
    return _replayed(games, choose_match_games(games, kept), threads)


def _replayed(
    games: RunGames, chosen: Sequence[ChosenGame], threads: int
) -> tuple[ReplayedGame, ...]:
    with ThreadPoolExecutor(threads, "tune") as executor:
        played = replay_games(games, [one.row for one in chosen], PAGE_NODES, executor)
    return tuple(
        replace(replayed, why=one.why) for replayed, one in zip(played, chosen, strict=True)
    )
