"""Read the ledger of a run, also while the run is going on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import UnknownNameError
from engine.game import Game
from engine.kernels.limits import STATE_SLOTS
from tuner.files import RESULTS
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger_errors import LedgerError, damaged
from tuner.matches.ledger_rows import BATCHES, decode_pairs, read_study, verified
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs, game_seeds, join_pairs
from tuner.solved.kept_wins import kept_prefix
from tuner.solved.positions import SPLITS
from tuner.tuning.ledger_file import opened_ledger
from tuner.tuning.run_folder import RunFolder

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "LedgerProgress",
    "opening_texts",
    "pairs_table",
    "read_agents",
    "read_batches",
    "read_matches",
    "read_notes",
    "read_openings",
    "read_pairs",
    "read_progress",
    "require_ledger",
]


def read_openings(path: Path) -> dict[str, OpeningSet]:
    """Return the opening sets of a ledger, by name.

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
    """Say how much a ledger holds.

    Attributes:
        games: in all.
        pairs: by opening set, the pairs of each candidate.
        asked: by half of the solved positions, how many agents were asked about all of it.
        seconds: that its study took until now, all starts together.
    """

    games: int
    pairs: Mapping[str, tuple[int, ...]]
    asked: Mapping[str, int]
    seconds: float = 0.0

    def finished(self, openings: str, pairs: int) -> int:
        """Return the number of candidates with so many pairs on a set of openings."""
        return sum(count >= pairs for count in self.pairs.get(openings, ()))


def read_progress(path: Path) -> LedgerProgress:
    """Return how much a ledger holds; nothing if there is none yet.

    Raises:
        LedgerError: if it is no ledger, or damaged.
    """
    if not path.exists():
        return LedgerProgress(0, {}, {})
    with opened_ledger(path) as file:
        study = read_study(path, file)
        if study is None:
            return LedgerProgress(0, {}, {})
        query = "SELECT openings, SUM(pairs) FROM batches GROUP BY openings, candidate"
        pairs: dict[str, tuple[int, ...]] = {}
        for name, count in file.execute(query):
            pairs[name] = (*pairs.get(name, ()), count)
        keys = [str(key) for (key,) in file.execute("SELECT key FROM notes")]
    asked = {split: sum(key.startswith(kept_prefix(split)) for key in keys) for split in SPLITS}
    return LedgerProgress(2 * sum(map(sum, pairs.values())), pairs, asked, study[1])


def require_ledger(folder: RunFolder) -> None:
    """Refuse a run, or a folder of matches, that has results, but no longer what they rest on.

    Raises:
        LedgerError: if there are results, and the ledger is missing or empty.
    """
    results = (folder.trials, folder.verdict, folder.path / RESULTS)
    if not any(file.exists() for file in results):
        return
    if folder.ledger.exists():
        with opened_ledger(folder.ledger) as file:
            if read_study(folder.ledger, file) is not None:
                return
    raise damaged(folder.ledger, "results are there, and their games are gone")


def read_agents(path: Path) -> dict[str, str]:
    """Return what stands behind the keys of the agents of a ledger, such as "improved, greedy".

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    return dict(verified(path, row) for row in _query(path, "SELECT * FROM agents ORDER BY key"))


def read_notes(path: Path) -> dict[str, str]:
    """Return what was noted in a ledger by key, such as the vector of each trial.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    return dict(verified(path, row) for row in _query(path, "SELECT * FROM notes ORDER BY key"))


def read_batches(path: Path, openings: str | None = None) -> Iterator[tuple[BatchKey, Pairs]]:
    """Yield the batches of a ledger in a fixed order, all or those of a set of openings.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    where = "" if openings is None else " WHERE openings = ?"
    query = f"{BATCHES}{where} ORDER BY openings, candidate, opponent, first"
    with opened_ledger(path) as file:
        # One after the other: all of them may not fit into the memory.
        for row in file.execute(query, () if openings is None else (openings,)):
            yield BatchKey(*row[:4]), decode_pairs(path, row)


def read_matches(path: Path, openings: str) -> dict[tuple[str, str], Pairs]:
    """Return the matches on a set of openings by the keys of candidate and opponent, as far as
    they are played without a gap.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
    """
    matches: dict[tuple[str, str], list[Pairs]] = {}
    for key, pairs in read_batches(path, openings):
        parts = matches.setdefault((key.candidate, key.opponent), [])
        # Batches end on several threads, so a run that was stopped may lack one in the middle.
        if key.first == sum(map(len, parts)):
            parts.append(pairs)
    return {key: join_pairs(parts) for key, parts in matches.items() if parts}


def read_pairs(
    path: Path, game: Game[Any], openings: str | None = None, known: Collection[str] = ()
) -> pd.DataFrame:
    """Return the pairs of a ledger, one row each, in the columns of `pairs_table`.

    Args:
        path: the ledger.
        game: that was played.
        openings: the name of the set of openings that is wanted; None for all.
        known: names of sets that the ledger may still lack, as they are drawn when they are
            needed; such a set has no pairs.

    Raises:
        LedgerError: if the file is missing, no ledger, or damaged.
        UnknownNameError: if there are no such openings.
    """
    # Late: pandas takes half a second, and most commands make no table.
    import pandas as pd  # noqa: PLC0415

    sets = read_openings(path)
    if openings is not None and openings not in {*sets, *known}:
        raise UnknownNameError("set of openings", openings, {*sets, *known})
    sets = {name: one for name, one in sets.items() if openings in (None, name)}
    texts = {name: opening_texts(game, one) for name, one in sets.items()}
    tables = []
    for key, pairs in read_batches(path):
        name = key.openings
        if name in sets:
            tables.append(pairs_table(sets[name], texts[name], key, pairs))
        elif openings is None:
            raise LedgerError(f"{path} is damaged: it lacks the '{name}' openings; restore it")
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def opening_texts(game: Game[Any], openings: OpeningSet) -> list[str]:
    """Return each opening of a set in the game's notation."""
    return [game.format_position(game.unpack(state)) for state in openings.states]


def pairs_table(
    openings: OpeningSet, texts: Sequence[str], key: BatchKey, pairs: Pairs
) -> pd.DataFrame:
    """Return the pairs of a batch as a table, one row each.

    Columns: openings, pair, opening (notation), cluster, candidate, opponent, then for game 0 and
    1 of the pair seed_, result_ (1, 0, -1 as the candidate sees it), plies_, and for the candidate
    and the opponent nodes_, cut_ (moves that a time limit cut short) and late_ (1: lost on time).
    The candidate is to move in the opening of game 0.
    """
    import pandas as pd  # noqa: PLC0415 - as above

    first, last = key.first, key.first + len(pairs)
    columns: dict[str, Any] = {
        "openings": key.openings,
        "pair": np.arange(first, last),
        "opening": texts[first:last],
        "cluster": openings.clusters[first:last],
        "candidate": key.candidate,
        "opponent": key.opponent,
    }
    seeds = game_seeds(openings, key.opponent, first, last).reshape(-1, 2)
    for number in (0, 1):
        columns[f"seed_{number}"] = seeds[:, number]
        columns[f"result_{number}"] = pairs.results[:, number]
        columns[f"plies_{number}"] = pairs.plies[:, number]
        for side, agent in enumerate(("candidate", "opponent")):
            columns[f"nodes_{agent}_{number}"] = pairs.nodes[:, number, side]
            columns[f"cut_{agent}_{number}"] = pairs.cut[:, number, side]
            columns[f"late_{agent}_{number}"] = pairs.late[:, number, side]
    return pd.DataFrame(columns)


def _query(path: Path, text: str) -> list[tuple[Any, ...]]:
    with opened_ledger(path) as file:
        return file.execute(text).fetchall()
