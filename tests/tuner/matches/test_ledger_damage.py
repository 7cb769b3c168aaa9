"""A ledger whose rows were damaged or edited is refused on one line, never read as other rows."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import CommandLine

from engine.games import find_game
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.openings import draw_openings
from tuner.matches.pairs import Pairs
from tuner.tuning.records import read_openings, read_pairs, read_progress

GAME = find_game("isolation-5x5")

COLUMNS = [
    *(("study", name) for name in ("digest", "seconds", "pairs", "checksum")),
    *(("notes", name) for name in ("key", "value", "checksum")),
    *(("agents", name) for name in ("key", "description", "checksum")),
    *(("openings", name) for name in ("name", "seed", "states", "clusters", "checksum")),
    *(("batches", name) for name in ("openings", "candidate", "opponent", "first", "pairs")),
    *(("batches", name) for name in ("results", "plies", "nodes", "checksum")),
    *(("delays", name) for name in ("openings", "candidate", "opponent", "first", "cut", "late")),
]

DAMAGE = {
    "a short blob": "x'01'",
    "nothing in it": "x''",
    "a text": "'text'",
    "a text that is no UTF-8": "CAST(x'ff' AS TEXT)",
    "zero": "0",
    "a negative number": "-1",
    "a fraction": "0.5",
    "infinity": "9e999",
    "NULL": "NULL",
    "another row's": "(SELECT {column} FROM {table} ORDER BY rowid DESC LIMIT 1)",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with some rows in every table."""
    path = tmp_path_factory.mktemp("sound") / "ledger.db"
    random = np.random.default_rng(1)
    with Ledger(path, "digest") as ledger:
        for name in ("search", "verdict"):
            ledger.add_openings(draw_openings(GAME, 3, name, 20, 2))
        for agent in ("first", "second"):
            ledger.add_agent(agent, f"the {agent} one")
            ledger.keep_trial(f"trial {agent}", "[0.5]")
            for first in (0, 10):
                results = random.choice([-1, 0, 1], (10, 2)).astype(np.int8)
                plies = random.integers(4, 25, (10, 2)).astype(np.int16)
                played = Pairs.untimed(results, plies, random.integers(0, 10**6, (10, 2, 2)))
                timed = played.delayed(
                    cut=random.integers(0, 25, (10, 2, 2)),
                    late=random.integers(0, 2, (10, 2, 2)).astype(np.int8),
                )
                ledger.add(BatchKey("search", agent, "other", first), timed)
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "ledger.db"
    copy.write_bytes(sound.read_bytes())
    return copy


def rows(path: Path, table: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as file:
        file.text_factory = bytes
        return file.execute(f"SELECT * FROM {table}").fetchall()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(statement)
        file.commit()


def refused(path: Path) -> str:
    with pytest.raises(LedgerError) as caught:
        Ledger(path, "digest")
    return str(caught.value)


def test_the_sound_ledger_is_accepted(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        assert ledger.games() == 80
    assert len(read_pairs(path, GAME)) == 40


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[" ".join(one) for one in COLUMNS])
def test_a_changed_value_is_refused(path: Path, table: str, column: str, damage: str) -> None:
    before = rows(path, table)
    value = damage.format(table=table, column=column)
    with suppress(sqlite3.IntegrityError):
        change(path, f"UPDATE {table} SET {column} = {value} WHERE rowid = 1")
    if rows(path, table) == before:
        # SQLite itself refuses it, or it is the value that was there.
        return
    said = refused(path)
    assert said.startswith(str(path))
    assert "away" in said.split("; ")[1]
    for read in (read_progress, read_openings, lambda path: read_pairs(path, GAME)):
        with suppress(LedgerError):
            read(path)


@pytest.mark.parametrize("byte", range(0, 20, 7))
def test_a_result_that_becomes_another_result_is_refused(path: Path, byte: int) -> None:
    results = bytearray(rows(path, "batches")[0][5])
    results[byte] = 1 if results[byte] != 1 else 255
    change(path, f"UPDATE batches SET results = x'{results.hex()}' WHERE rowid = 1")
    assert refused(path) == (
        f"{path} is damaged: a row is not what was written; restore the file, or move its folder "
        "away to start anew"
    )


@pytest.mark.parametrize("table", ["study", "batches", "delays", "notes"])
def test_rows_that_are_gone_are_missed(path: Path, table: str) -> None:
    change(path, f"DELETE FROM {table}")
    assert f"{path} is damaged: " in refused(path)


def test_a_ledger_of_the_version_before_checksums_is_refused(path: Path) -> None:
    change(path, "PRAGMA user_version = 0")
    assert "was played by another version of this program" in refused(path)


@pytest.mark.parametrize("harm", ["emptied", "removed", "without rows", "a row changed"])
def test_a_finished_run_whose_games_are_gone_is_refused(
    tune: CommandLine, finished: Path, harm: str
) -> None:
    ledger = finished / "ledger.db"
    if harm == "emptied":
        ledger.write_bytes(b"")
    elif harm == "removed":
        ledger.unlink()
    elif harm == "without rows":
        for table in ("study", "batches", "notes", "openings", "agents"):
            change(ledger, f"DELETE FROM {table}")
    else:
        change(ledger, "UPDATE batches SET results = x'01' WHERE openings = 'search'")
    error = tune("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent).error
    assert error.startswith(f"error: {ledger} is damaged: ")
    assert error.endswith("; restore the file, or move its folder away to start anew")
    if harm != "a row changed":
        assert tune("status", finished).error == error
