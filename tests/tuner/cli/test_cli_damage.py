"""The command line on run folders that are damaged or cannot be written: one line, no traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import TINY, CommandLine


@pytest.mark.parametrize("runs", ["a file", "a file/below"])
def test_results_cannot_be_written(tune: CommandLine, tmp_path: Path, runs: str) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    (tmp_path / "a file").write_text("")
    for words in (["run", str(tmp_path / "tiny.yaml")], ["compare", "open", "null"]):
        error = tune(*words, "--runs", tmp_path / runs).error
        assert error.startswith(f"error: cannot write {tmp_path / runs}/")
        assert error.endswith("(Not a directory); choose another folder (--runs)")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def overwrite(file: Path) -> None:
    file.write_bytes(b"garbage\xff\n")


def empty_mapping(file: Path) -> None:
    file.write_text("{}\n")


def not_a_number(file: Path) -> None:
    file.write_text('{"verdict": NaN}\n')


def rename_a_parameter(file: Path) -> None:
    file.write_text(file.read_text().replace("params_floor", "params_fmoor"))


def rename_the_repeats(file: Path) -> None:
    file.write_text(file.read_text().replace("repeats", "repeatz"))


DAMAGE = [
    (
        "ledger.db",
        cut,
        "status",
        "database disk image is malformed; restore it, or move the run folder away",
    ),
    (
        "ledger.db",
        cut,
        "run",
        "database disk image is malformed; restore it, or move the run folder away",
    ),
    (
        "ledger.db",
        overwrite,
        "status",
        "file is not a database; restore it, or move the run folder away",
    ),
    (
        "ledger.db",
        overwrite,
        "run",
        "file is not a database; restore it, or move the run folder away",
    ),
    (
        "verdict.json",
        overwrite,
        "status",
        "cannot be read; remove it and run the study again (tune run)",
    ),
    (
        "verdict.json",
        not_a_number,
        "status",
        "cannot be read; remove it and run the study again (tune run)",
    ),
    (
        "verdict.json",
        empty_mapping,
        "status",
        "is no verdict; remove it and run the study again (tune run)",
    ),
    ("verdict.json", overwrite, "export --to json", "cannot be read; remove it"),
    ("verdict.json", empty_mapping, "export --to csv", "is no verdict; remove it"),
    (
        "manifest.json",
        overwrite,
        "run",
        "cannot be read; remove it and run the study again (tune run)",
    ),
    ("study.yaml", overwrite, "status", ":1: the file is not UTF-8 text; save it with UTF-8"),
    ("study.yaml", empty_mapping, "status", ":1: name: the key is missing; add 'name: pressure'"),
    ("trials.csv", rename_a_parameter, "report", "cannot be read; run its study again"),
    ("trials.csv", rename_the_repeats, "status", "cannot be read; run its study again"),
    ("best.yaml", overwrite, "export --to yaml", ":1: the file is not UTF-8 text; save it"),
    ("best.yaml", overwrite, "explain ...", ":1: the file is not UTF-8 text; save it"),
]


@pytest.mark.parametrize(
    ("name", "harm", "command", "message"),
    DAMAGE,
    ids=[f"{name} {harm.__name__} {command}" for name, harm, command, _ in DAMAGE],
)
def test_a_damaged_file_is_told_on_one_line(
    tune: CommandLine,
    finished: Path,
    name: str,
    harm: Callable[[Path], None],
    command: str,
    message: str,
) -> None:
    harm(finished / name)
    command, *rest = command.split()
    words: list[str | Path]
    if command == "run":
        words = [finished.parents[1] / "tiny.yaml", "--runs", finished.parent]
    else:
        words = [finished, *rest]
    assert f"error: {finished / name}" in (error := tune(command, *words).error)
    assert message in error


def test_a_damaged_study_file_is_written_anew_by_the_file_that_it_was_made_from(
    tune: CommandLine, finished: Path
) -> None:
    whole = (finished / "study.yaml").read_text(encoding="utf-8")
    overwrite(finished / "study.yaml")
    assert tune("run", finished).error.endswith(
        ", or run the study's own file: that writes this one anew"
    )
    assert tune("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent).status == 0
    assert (finished / "study.yaml").read_text(encoding="utf-8") == whole


def test_one_damaged_verdict_does_not_hide_the_other_runs(
    tune: CommandLine, finished: Path
) -> None:
    shutil.copytree(finished, finished.parent / "sound")
    overwrite(finished / "verdict.json")
    rows = tune("list", "runs", "--runs", finished.parent, "--json").json
    verdict = json.loads((finished.parent / "sound" / "verdict.json").read_text())["verdict"]
    sound, damaged = (row["summary"] for row in rows)
    assert f" UTC: {verdict}, tuned minus hand-set " in sound
    assert damaged.endswith(" UTC: verdict.json cannot be read")
