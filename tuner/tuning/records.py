"""Reads the ledger of a run, also while the run is going on."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.game import Game
from engine.kernels.limits import STATE_SLOTS
from tuner.matches.ledger_rows import (
    BATCHES,
    LedgerError,
    damaged,
    decode_pairs,
    read_study,
    verified,
)
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import game_seeds
from tuner.solved.kept_wins import kept_prefix
from tuner.solved.positions import SPLITS
from tuner.tuning.run_folder import RunFolder

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LedgerProgress", "read_openings", "read_pairs", "read_progress", "require_ledger"]


def read_openings(path: Path) -> dict[str, OpeningSet]:
    """The opening sets of a ledger, by name.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    rows = _query(path, "SELECT * FROM openings ORDER BY name")
    return {
        name: OpeningSet(
            name,
            np.frombuffer(states, np.uint64).reshape(-1, STATE_SLOTS),
            np.frombuffer(clusters, np.int64),
            int(seed),
        )
        for name, seed, states, clusters in (verified(path, row) for row in rows)
    }


@dataclass(frozen=True)
class LedgerProgress:
    """How much a ledger holds.

    Attributes:
        games: in all.
        pairs: by opening set, the pairs of each candidate.
        asked: by half of the solved positions, how many agents were asked about all of it.
    """

    games: int
    pairs: Mapping[str, tuple[int, ...]]
    asked: Mapping[str, int]

    def finished(self, openings: str, pairs: int) -> int:
        """Number of candidates with so many pairs on a set of openings."""
        return sum(count >= pairs for count in self.pairs.get(openings, ()))


def read_progress(path: Path) -> LedgerProgress:
    """How much a ledger holds; nothing if there is none yet.

    Raises:
        LedgerError: if it is no ledger, or damaged.
    """
    if not path.exists():
        return LedgerProgress(0, {}, {})
    with _opened(path) as file:
        if read_study(path, file) is None:
            return LedgerProgress(0, {}, {})
        query = "SELECT openings, SUM(pairs) FROM batches GROUP BY openings, candidate"
        pairs: dict[str, tuple[int, ...]] = {}
        for name, count in file.execute(query):
            pairs[name] = (*pairs.get(name, ()), count)
        keys = [str(key) for (key,) in file.execute("SELECT key FROM notes")]
    asked = {split: sum(key.startswith(kept_prefix(split)) for key in keys) for split in SPLITS}
    return LedgerProgress(2 * sum(map(sum, pairs.values())), pairs, asked)


def require_ledger(folder: RunFolder) -> None:
    """Refuse a run that has results, but no longer what they rest on.

    Raises:
        LedgerError: if the ledger of a run with results is missing or empty.
    """
    if not (folder.trials.exists() or folder.verdict.exists()):
        return
    if folder.ledger.exists():
        with _opened(folder.ledger) as file:
            if read_study(folder.ledger, file) is not None:
                return
    raise damaged(folder.ledger, "the run has results, and their games are gone")


def read_pairs(path: Path, game: Game[Any]) -> pd.DataFrame:
    """Every pair of a ledger, one row each.

    Columns: openings, pair, opening (notation), cluster, candidate, opponent, then for game 0 and
    1 of the pair seed_, result_ (1, 0, -1 as the candidate sees it), plies_, and for the candidate
    and the opponent nodes_, cut_ (moves that a time limit cut short) and late_ (1: lost on time).
    The candidate is to move in the opening of game 0.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    sets = read_openings(path)
    boards = {
        name: [game.format_position(game.unpack(state)) for state in openings.states]
        for name, openings in sets.items()
    }
    order = f"{BATCHES} ORDER BY openings, candidate, opponent, first"
    frames = []
    for row in _query(path, order):
        pairs = decode_pairs(path, row)
        name, candidate, opponent, first = row[:4]
        if name not in sets:
            raise LedgerError(f"{path} is damaged: it lacks the '{name}' openings; restore it")
        last = first + len(pairs)
        columns: dict[str, Any] = {
            "openings": name,
            "pair": np.arange(first, last),
            "opening": boards[name][first:last],
            "cluster": sets[name].clusters[first:last],
            "candidate": candidate,
            "opponent": opponent,
        }
        seeds = game_seeds(sets[name], opponent, first, last).reshape(-1, 2)
        for number in (0, 1):
            columns[f"seed_{number}"] = seeds[:, number]
            columns[f"result_{number}"] = pairs.results[:, number]
            columns[f"plies_{number}"] = pairs.plies[:, number]
            for side, agent in enumerate(("candidate", "opponent")):
                columns[f"nodes_{agent}_{number}"] = pairs.nodes[:, number, side]
                columns[f"cut_{agent}_{number}"] = pairs.cut[:, number, side]
                columns[f"late_{agent}_{number}"] = pairs.late[:, number, side]
        frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _query(path: Path, text: str) -> list[tuple[Any, ...]]:
    with _opened(path) as file:
        return file.execute(text).fetchall()


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A ledger that is only read."""
    if not path.is_file():
        raise LedgerError(f"there is no ledger {path}; name a run folder")
    try:
        address = f"{path.resolve().as_uri()}?mode=ro"
        if not os.access(path.parent, os.W_OK):
            # SQLite would put its own files beside it; nobody else can write here either.
            address += "&immutable=1"
        with closing(sqlite3.connect(address, uri=True, timeout=60.0)) as file:
            yield file
    except sqlite3.Error as error:
        raise LedgerError(f"{path}: {error}; restore it, or move the run folder away") from error
