"""Files of a run that follow from its ledger: whatever becomes of them, they are made anew."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine

from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study

DERIVED = (
    *("study.yaml", "best.yaml", "verdict.json", "trials.csv", "study.db"),
    *("progress.json", ".lock", ".being-written-best.yaml"),
)


def cut(share: float) -> Callable[[Path], None]:
    def cut_off(file: Path) -> None:
        content = file.read_bytes() if file.exists() else b"what was written"
        file.write_bytes(content[: int(len(content) * share)])

    cut_off.__name__ = f"cut to {share}"
    return cut_off


def flip_bits(file: Path) -> None:
    stream = random.Random(1)
    content = bytearray(file.read_bytes() if file.exists() else b"what was written")
    for _ in range(8 if content else 0):
        content[stream.randrange(len(content))] ^= 1 << stream.randrange(8)
    file.write_bytes(content)


def remove(file: Path) -> None:
    file.unlink(missing_ok=True)


def trials_of(run: Path) -> list[Any]:
    with closing(sqlite3.connect(run / "study.db")) as file:
        return file.execute(
            "SELECT number, value, param_name, param_value FROM trials "
            "JOIN trial_values USING (trial_id) JOIN trial_params USING (trial_id)"
        ).fetchall()


def results(run: Path) -> dict[str, Any]:
    verdict = json.loads((run / "verdict.json").read_text())
    del verdict["seconds"]
    texts = {name: (run / name).read_text() for name in ("best.yaml", "trials.csv", "study.yaml")}
    return {**texts, "verdict": verdict, "games": verdict["games"]}


class Notes(Silent):
    """What a run notes of its study.db."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        if "study.db" in text:
            self.notes.append(text)


def go_on(run: Path) -> list[str]:
    listening = Notes()
    run_study(load_study(run.parents[1] / "tiny.yaml"), run.parent, 1, listening)
    return listening.notes


@pytest.mark.parametrize(
    "harm", [cut(0.0), cut(0.97), flip_bits, remove], ids=lambda harm: harm.__name__
)
def test_what_follows_from_the_ledger_is_made_anew(
    finished: Path, harm: Callable[[Path], None]
) -> None:
    before, trials = results(finished), trials_of(finished)
    for name in DERIVED:
        harm(finished / name)
    told = go_on(finished)
    assert results(finished) == before
    assert list(finished.glob(".being-written-*")) == []
    if told:
        # It may hold notes of people, so it is not replaced.
        (line,) = told
        assert line.startswith(f"{finished / 'study.db'} is damaged (")
        assert "; move it away, and the file is made anew; the run goes on" in line
        (finished / "study.db").rename(finished / "study.db.damaged")
        assert go_on(finished) == []
    assert trials_of(finished) == trials


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best.yaml", ": Is a directory; move that folder away, and give the command again"),
        (".lock", " is a folder; move it away, and run again"),
        ("manifest.json", " cannot be read; remove it and run the study again (tune run)"),
        ("ledger.db", " is a folder where a file of SQLite should be; move it away"),
    ],
)
def test_a_folder_in_the_place_of_a_file_is_named(
    tune: CommandLine, finished: Path, name: str, message: str
) -> None:
    place = finished / name
    place.unlink()
    place.mkdir()
    ended = tune("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent)
    assert ended.status == 2
    assert ended.err.splitlines()[-1] == f"error: {place}{message}"


def test_folders_in_the_place_of_what_is_only_looked_at_hinder_no_run(
    tune: CommandLine, finished: Path
) -> None:
    database, page = finished / "study.db", finished / "report.html"
    database.unlink()
    for place in (database, page):
        place.mkdir()
    ended = tune("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent)
    assert ended.status == 0
    assert f"note: {database} is a folder; move it away, and the file is made anew; the run" in (
        ended.err
    )
    assert f"{page}: Is a directory; move that folder away" in ended.out
