"""Write the games of a run as a table, for programs that analyse them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.errors import TuneError
from tuner.files import save_bytes
from tuner.matches.pairs import game_seeds
from tuner.replay.find import Wanted, matching_batches
from tuner.replay.games import RunGames
from tuner.tuning.records import opening_texts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "check_table_file", "games_table", "save_table"]

FORMATS = (".csv", ".parquet")


def games_table(games: RunGames, wanted: Wanted) -> pd.DataFrame:
    """Return the wanted games in the order of the ledger, one row each.

    Columns: openings, pair, game, opening (notation), candidate, opponent (names), candidate_key,
    opponent_key, result (1, 0, -1 as the candidate sees it), plies, nodes_candidate,
    nodes_opponent, cut_ and late_ for both (what a limit did), and seed. The candidate is to move
    first in game 0.

    Raises:
        LedgerError: if the ledger cannot be read or is damaged.
    """
    # Late: pandas takes half a second.
    import pandas as pd  # noqa: PLC0415

    texts: dict[str, list[str]] = {}
    tables = []
    for key, pairs, fits in matching_batches(games, wanted):
        openings = games.openings[key.openings]
        if key.openings not in texts:
            texts[key.openings] = opening_texts(games.game, openings)
        index, number = np.nonzero(fits)
        numbers = key.first + index
        seeds = game_seeds(openings, key.opponent, key.first, key.first + len(pairs))
        records = pairs.records[index, number]
        columns: dict[str, Any] = {
            "openings": key.openings,
            "pair": numbers,
            "game": number,
            "opening": [texts[key.openings][pair] for pair in numbers],
            "candidate": games.agents.name(key.candidate),
            "opponent": games.agents.name(key.opponent, True),
            "candidate_key": key.candidate,
            "opponent_key": key.opponent,
            "result": records["result"],
            "plies": records["plies"],
        }
        for name in ("nodes", "cut", "late"):
            columns[f"{name}_candidate"] = records[name][:, 0]
            columns[f"{name}_opponent"] = records[name][:, 1]
        columns["seed"] = seeds.reshape(-1, 2)[index, number]
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def check_table_file(path: Path) -> None:
    """Make sure that a table can be written to a file of this name, before it is made.

    Raises:
        TuneError: if the ending is none of `FORMATS`, or what writes it is not installed.
    """
    if path.suffix not in FORMATS:
        raise TuneError(f"{path} is no table; let its name end in {' or '.join(FORMATS)}")
    if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise TuneError(
            "Parquet needs pyarrow, which is not installed; write a .csv, or install it",
            hint="parquet extra",
        )


def save_table(path: Path, table: pd.DataFrame) -> None:
    """Write a table as CSV or Parquet, which the ending of the file says.

    Raises:
        TuneError: if it is neither, or what writes it is not installed.
    """
    check_table_file(path)
    if path.suffix == ".parquet":
        content: bytes = table.to_parquet(index=False)
    else:
        content = table.to_csv(index=False, lineterminator="\n").encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    save_bytes(path, content)
