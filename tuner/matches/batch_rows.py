"""Write the rows of a batch of pairs into a ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from tuner.matches.ledger_rows import encode_pairs
from tuner.matches.pairs import Pairs

__all__ = ["AT_KEY", "Execute", "write_batch"]

AT_KEY = "openings = ? AND candidate = ? AND opponent = ? AND first = ?"

Execute = Callable[[str, Sequence[Any]], sqlite3.Cursor]
"""Executes a statement with its values."""


def write_batch(execute: Execute, place: tuple[str, str, str, int], pairs: Pairs) -> int:
    """Write a batch in the place of what was there, and return how many pairs more there are.

    Args:
        execute: in a transaction: several statements make one batch.
        place: set of openings, candidate, opponent and first pair.
        pairs: what was played.
    """
    *row, cut, late, checksum = encode_pairs(place, pairs)
    batch, more = (*row, checksum), len(pairs)
    insert = "INSERT OR IGNORE INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    if execute(insert, batch).rowcount == 0:
        (replaced,) = execute(f"SELECT pairs FROM batches WHERE {AT_KEY}", place).fetchone()
        more -= replaced
        for table in ("batches", "delays"):
            execute(f"DELETE FROM {table} WHERE {AT_KEY}", place)
        execute(insert, batch)
    if cut is not None:
        delay = (*place, cut, late)
        execute("INSERT OR REPLACE INTO delays VALUES (?, ?, ?, ?, ?, ?)", delay)
    return more
