"""Whoever reads a ledger leaves nothing beside it, and is in nobody's way who writes it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tuner.matches.ledger import Ledger
from tuner.tuning.records import read_notes, read_progress


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_is_read_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(path, "study") as ledger:
        ledger.noted("trial 1", lambda: "[1.0]")
    before = path.read_bytes()
    assert read_notes(path)["trial 1"] == "[1.0]"
    assert read_progress(path).games == 0
    assert names(tmp_path) == {"ledger.db"}
    assert path.read_bytes() == before


def test_a_writer_goes_on_while_others_read(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(path, "study") as ledger:
        for number in range(3):
            ledger.noted(f"trial {number}", lambda: "[1.0]")
            # What the writer has not moved into the ledger itself is not taken from it.
            assert f"trial {number}" in read_notes(path)
            assert "ledger.db-wal" in names(tmp_path)
    with Ledger(path, "study") as ledger:
        assert [ledger.note(f"trial {number}") for number in range(3)] == ["[1.0]"] * 3


def test_what_a_killed_writer_left_is_read_and_kept(tmp_path: Path) -> None:
    """The files as they are while a ledger is open are those of a process that was killed."""
    run, killed = tmp_path / "run", tmp_path / "killed"
    run.mkdir()
    with Ledger(run / "ledger.db", "study") as ledger:
        ledger.noted("trial 1", lambda: "[1.0]")
        shutil.copytree(run, killed)
    assert "ledger.db-wal" in names(killed)
    for _ in range(2):
        assert read_notes(killed / "ledger.db")["trial 1"] == "[1.0]"
    assert names(killed) == {"ledger.db"}
