"""Define the rows of a ledger: its tables, and the checksum that ends each row.

A row that was damaged or changed is refused, never read as another result.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from tuner.matches.ledger_errors import damaged, other_version, unusable
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs

__all__ = [
    "BATCHES",
    "SCHEMA",
    "VERSION",
    "check_rows",
    "decode_pairs",
    "encode_openings",
    "encode_pairs",
    "opens_alike",
    "played_games",
    "read_study",
    "sealed",
    "verified",
]

VERSION = 2
"""Of the tables, kept as SQLite's `user_version`."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS study (
    digest TEXT NOT NULL, seconds REAL NOT NULL, pairs INTEGER NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS notes (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS agents (
    key TEXT PRIMARY KEY, description TEXT NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS openings (
    name TEXT PRIMARY KEY, seed TEXT NOT NULL, states BLOB NOT NULL, clusters BLOB NOT NULL,
    checksum BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS batches (
    openings TEXT NOT NULL, candidate TEXT NOT NULL, opponent TEXT NOT NULL,
    first INTEGER NOT NULL, pairs INTEGER NOT NULL,
    results BLOB NOT NULL, plies BLOB NOT NULL, nodes BLOB NOT NULL, checksum BLOB NOT NULL,
    PRIMARY KEY (openings, candidate, opponent, first));
CREATE TABLE IF NOT EXISTS delays (
    openings TEXT NOT NULL, candidate TEXT NOT NULL, opponent TEXT NOT NULL,
    first INTEGER NOT NULL, cut BLOB NOT NULL, late BLOB NOT NULL,
    PRIMARY KEY (openings, candidate, opponent, first));
"""

BATCHES = (
    "SELECT openings, candidate, opponent, first, pairs, results, plies, nodes, cut, late, checksum"
    " FROM batches LEFT JOIN delays USING (openings, candidate, opponent, first)"
)
"""The batches and what time limits did in them; where they did nothing there is no row.

The checksum of a batch is that of all columns before it, those of its delays among them.
"""

_DIGEST_BYTES = 16


def sealed(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with its checksum as a last column."""
    return (*row, _checksum(row))


def verified(path: Path, row: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row without its checksum.

    Raises:
        LedgerError: if the row is not what was written.
    """
    *values, checksum = row
    if checksum != _checksum(values):
        raise damaged(path, "a row is not what was written")
    return tuple(values)


def encode_openings(openings: OpeningSet) -> tuple[Any, ...]:
    """Return a row of the table of openings."""
    states, clusters = openings.states.tobytes(), openings.clusters.tobytes()
    return sealed((openings.name, str(openings.seed), states, clusters))


def opens_alike(short: Sequence[Any], long: Sequence[Any]) -> bool:
    """Return whether a row of the table of openings is the beginning of another one, or all."""
    return short[:2] == long[:2] and all(map(bytes.startswith, long[2:4], short[2:4]))


def encode_pairs(key: tuple[str, str, str, int], pairs: Pairs) -> tuple[Any, ...]:
    """Return a row of `BATCHES`.

    Args:
        key: set of openings, candidate, opponent and first pair.
        pairs: what was played.
    """
    delayed = bool(pairs.cut.any() or pairs.late.any())
    row = (
        *key,
        len(pairs),
        pairs.results.astype("<i1").tobytes(),
        pairs.plies.astype("<i2").tobytes(),
        pairs.nodes.astype("<i8").tobytes(),
        pairs.cut.astype("<i8").tobytes() if delayed else None,
        pairs.late.astype("<i1").tobytes() if delayed else None,
    )
    return sealed(row)


def decode_pairs(path: Path, row: Sequence[Any]) -> Pairs:
    """Return the pairs of a row of `BATCHES`.

    Raises:
        LedgerError: if the row is not what was written.
    """
    count, results, plies, nodes, cut, late = verified(path, row)[4:]
    pairs = Pairs.untimed(
        np.frombuffer(results, "<i1").reshape(count, 2),
        np.frombuffer(plies, "<i2").reshape(count, 2),
        np.frombuffer(nodes, "<i8").reshape(count, 2, 2),
    )
    if cut is None:
        return pairs
    return pairs.delayed(
        np.frombuffer(cut, "<i8").reshape(count, 2, 2),
        np.frombuffer(late, "<i1").reshape(count, 2, 2),
    )


def check_rows(path: Path, file: sqlite3.Connection) -> None:
    """Refuse a ledger in which a row was changed.

    Raises:
        LedgerError: if it does not hold what was written.
    """
    tables = ("notes", "agents", "openings")
    for query in (BATCHES, *(f"SELECT * FROM {name}" for name in tables)):
        for row in file.execute(query):
            verified(path, row)


def read_study(path: Path, file: sqlite3.Connection) -> tuple[str, float, int] | None:
    """Return the digest of the study, seconds and pairs of a ledger; None if it holds nothing yet.

    Raises:
        LedgerError: if the ledger was written by another version, or batches are missing.
    """
    if file.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return None
    if file.execute("PRAGMA user_version").fetchone() != (VERSION,):
        raise other_version(path)
    # One statement: another process may be writing.
    row = file.execute(
        "SELECT (SELECT SUM(pairs) FROM batches), (SELECT COUNT(*) FROM notes), study.* FROM study"
    ).fetchone()
    if row is None:
        found = file.execute("SELECT COUNT(*) FROM notes").fetchone()
        if found != (0,):
            raise damaged(path, "it does not say of which study it is")
        return None
    digest, seconds, pairs = verified(path, row[2:])
    if row[1] == 0:
        raise damaged(path, "its notes are gone")
    if (row[0] or 0) != pairs:
        raise damaged(path, "it does not hold as many games as were written")
    return digest, seconds, pairs


def played_games(path: Path) -> int:
    """Return how many games a ledger holds to which nobody writes now; 0 where there is none.

    Raises:
        LedgerError: as `read_study`, or if the file cannot be read.
    """
    if not path.exists():
        return 0
    try:
        with closing(sqlite3.connect(path)) as file:
            study = read_study(path, file)
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    return 0 if study is None else 2 * study[2]


def _checksum(values: Sequence[Any]) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for value in values:
        content = value if isinstance(value, bytes) else repr(value).encode(errors="replace")
        # With type and length no value can take over a part of the next one.
        digest.update(f"{type(value).__name__} {len(content)} ".encode())
        digest.update(content)
    return digest.digest()
