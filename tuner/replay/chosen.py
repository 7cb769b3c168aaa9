"""Replay the games that a page of a run shows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from tuner.replay.choice import choose_games
from tuner.replay.games import open_games
from tuner.replay.model import ReplayedGame
from tuner.replay.play import replay_games
from tuner.replay.proofs import PAGE_NODES
from tuner.tuning.run_folder import RunFolder

__all__ = ["replay_chosen"]


def replay_chosen(folder: RunFolder, threads: int) -> tuple[ReplayedGame, ...]:
    """Return the games of a run that teach, with their moves; none before there is a verdict.

    Raises:
        ReplayError: if a game comes out otherwise than in the ledger.
        RunError: if the folder is no run, was played with other files, or cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    games = open_games(folder)
    chosen = choose_games(games)
    with ThreadPoolExecutor(threads, "tune") as executor:
        played = replay_games(games, [one.row for one in chosen], PAGE_NODES, executor)
    return tuple(
        replace(replayed, why=one.why) for replayed, one in zip(played, chosen, strict=True)
    )
