"""A batch is added to a ledger whole or not at all, whatever comes between two statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.pairs import Pairs
from tuner.tuning.records import read_agents, read_progress

KEY = BatchKey("search", "tuned", "random", 0)
STATEMENTS = 6
"""So many or more are executed for a batch that takes the place of none."""


def some_pairs(count: int) -> Pairs:
    """A batch in which a time limit cut a move short."""
    results = np.zeros((count, 2), np.int8)
    plies = np.full((count, 2), 9, np.int16)
    nodes = np.full((count, 2, 2), 100, np.int64)
    late = np.zeros((count, 2, 2), np.int8)
    return Pairs.untimed(results, plies, nodes).delayed(cut=np.ones((count, 2, 2), int), late=late)


class Stopped:
    """A connection to SQLite that is stopped behind its n-th statement, once."""

    def __init__(self, file: sqlite3.Connection, behind: int, error: BaseException) -> None:
        self._file, self._left, self._error = file, behind, error

    def execute(self, text: str, values: Any = ()) -> sqlite3.Cursor:
        found = self._file.execute(text, values)
        self._left -= 1
        if self._left == 0:
            raise self._error
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def added(ledger: Ledger, pairs: Pairs, behind: int) -> bool:
    """Whether a batch is added without an interrupt, which comes behind so many statements."""
    file = ledger._file
    ledger._file = cast("sqlite3.Connection", Stopped(file, behind, KeyboardInterrupt()))
    try:
        ledger.add(KEY, pairs)
    except KeyboardInterrupt:
        return False
    finally:
        ledger._file = file
    return True


@pytest.mark.parametrize("again", [True, False], ids=["kept again", "left"])
@pytest.mark.parametrize("before", [0, 3, 5], ids=["new", "instead of three", "the same"])
def test_an_interrupt_behind_any_statement_leaves_a_ledger_that_can_be_opened(
    tmp_path: Path, before: int, again: bool
) -> None:
    """Who is interrupted keeps the finished batches once more."""
    interrupts = 0
    for behind in range(1, 20):
        path = tmp_path / f"{behind}.db"
        with Ledger(path, "digest") as ledger:
            if before:
                ledger.add(KEY, some_pairs(before))
            ledger.add_agent("tuned", "what waits for the next commit")
            whole = added(ledger, some_pairs(5), behind)
            interrupts += not whole
            if again:
                ledger.add(KEY, some_pairs(5))
        with Ledger(path, "digest") as ledger:
            held = ledger.games() // 2
            assert held in ((5,) if again or whole else (before, 5))
            assert (ledger.find(KEY, held) is not None) == (held > 0)
        assert read_progress(path).games == 2 * held
        assert read_agents(path) == {"tuned": "what waits for the next commit"}
        if whole:
            break
    assert interrupts >= STATEMENTS - 1


def full_disk(file: sqlite3.Connection) -> None:
    file.execute(
        "CREATE TRIGGER full BEFORE INSERT ON delays "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )


def full_disk_that_ends_the_transaction(file: sqlite3.Connection) -> None:
    file.execute(
        "CREATE TRIGGER full BEFORE INSERT ON delays "
        "BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
    )


@pytest.mark.parametrize("fails", [full_disk, full_disk_that_ends_the_transaction])
@pytest.mark.parametrize("before", [0, 3])
def test_a_batch_whose_delays_cannot_be_written_is_not_there(
    tmp_path: Path, before: int, fails: Callable[[sqlite3.Connection], None]
) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(path, "digest") as ledger:
        if before:
            ledger.add(KEY, some_pairs(before))
        fails(ledger._file)
        with pytest.raises(Exception, match="disk is full"):
            ledger.add(KEY, some_pairs(5))
        ledger._file.execute("DROP TRIGGER full")
    with Ledger(path, "digest") as ledger:
        assert ledger.games() == 2 * before
        assert ledger.find(KEY, 5) is None
        assert (ledger.find(KEY, 3) is not None) == (before == 3)
