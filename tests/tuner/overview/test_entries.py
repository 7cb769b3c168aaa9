"""A folder of runs is listed: verdicts with their intervals, what goes on, what is damaged."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import CommandLine
from filelock import FileLock
from sheet_results import COMPARISON, TOURNAMENT

from tuner.files import RunError, save_json
from tuner.overview.entry import DAMAGED, Entry, find_entries
from tuner.overview.text import age_text, entries_lines

NOON = 1_700_000_000.0


def at(folder: Path, seconds: float) -> None:
    """All that stands in a folder was written then."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (seconds, seconds))


def entry(runs: Path, name: str) -> Entry:
    return next(one for one in find_entries(runs) if one.folder.name == name)


def test_a_finished_run_has_its_verdict_with_interval_and_condition(finished: Path) -> None:
    content = json.loads((finished / "verdict.json").read_text())
    (found,) = find_entries(finished.parent)
    assert (found.kind, found.state) == ("run", "finished")
    assert (found.games, found.trials) == (content["games"], content["vectors"])
    versus = content["against_baselines"]
    points = "{:+.2f} points ({:+.2f} to {:+.2f})".format(
        *(100 * versus[key] for key in ("difference", "low", "high"))
    )
    assert found.text.startswith(f"{content['verdict']} at alphabeta depth 1, {points} against ")


def test_a_run_without_a_verdict_is_stopped_or_running(finished: Path) -> None:
    (finished / "verdict.json").unlink()
    stage = {"stage": "search", "done": 7, "amount": 160, "unit": "games"}
    save_json(finished / "progress.json", {**stage, "per_second": 5.0, "seconds_left": 30.0})
    (stopped,) = find_entries(finished.parent)
    assert (stopped.state, stopped.text) == ("stopped", "no verdict yet; stopped in: search")
    # TINY has four trials of 20 pairs; the two finalists and the verdict played more.
    assert stopped.trials == 4
    assert stopped.games is not None
    assert stopped.games >= 160
    with FileLock(finished / ".lock"):
        (running,) = find_entries(finished.parent)
    assert running.state == "running"
    assert running.text == (
        "no verdict yet; now: search, 7 of 160 games, 5 games/s, about 30 s left in this stage"
    )


def test_comparisons_and_tournaments_are_told_as_what_they_are(tmp_path: Path) -> None:
    for name, content in (("compare-x", COMPARISON), ("t", TOURNAMENT)):
        (tmp_path / name).mkdir()
        save_json(tmp_path / name / "results.json", content)
    comparison, tournament = entry(tmp_path, "compare-x"), entry(tmp_path, "t")
    assert (comparison.kind, comparison.state) == ("comparison", "finished")
    assert comparison.text.startswith("one against two 60.0% (55.0 to 65.0), one is better. ")
    assert (tournament.kind, tournament.state) == ("tournament", "finished")
    assert tournament.text.startswith(
        "one has the largest share of the points, 60.0% (55.0 to 65.0); then comes two with 60.0% "
    )


def test_a_sequential_match_says_how_many_of_its_pairs_count(tmp_path: Path) -> None:
    """Its ledger has more: those that were being played when it was decided."""
    (tmp_path / "sprt-x").mkdir()
    content = {"log_likelihood_ratio": 3.1, "verdict": "one is stronger", "pairs": 1080}
    score = {"score": 0.6, "low": 0.55, "high": 0.65}
    save_json(tmp_path / "sprt-x" / "results.json", {**content, **score})
    found = entry(tmp_path, "sprt-x")
    assert found.kind == "sequential match"
    assert found.text == (
        "one is stronger; score 60.0% (55.0 to 65.0) in the 1,080 pairs that count."
    )


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("verdict.json", "{", "verdict.json cannot be read"),
        ("verdict.json", "{}", "is no verdict of this version"),
        ("verdict.json", None, "verdict.json cannot be read"),
        ("ledger.db", "", "ledger.db is damaged: its games are gone; restore the file, or move "),
        ("ledger.db", "garbage " * 100, "file is not a database; restore it, or move "),
        ("ledger.db", "gone", "ledger.db is gone; restore it, or move the run folder away"),
        ("study.yaml", "gone", "study.yaml is gone"),
    ],
)
def test_a_damaged_run_is_a_line_and_hides_no_other(
    finished: Path, name: str, content: str | None, words: str
) -> None:
    shutil.copytree(finished, finished.parent / "sound")
    (finished / name).unlink()
    if content is None:
        (finished / name).mkdir()
    elif content != "gone":
        (finished / name).write_text(content)
    assert entry(finished.parent, "sound").state == "finished"
    found = entry(finished.parent, finished.name)
    assert found.state == DAMAGED
    assert words in found.text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE batches SET results = zeroblob(length(results))", "a row is not what was written"),
        ("UPDATE notes SET value = 'x'", "a row is not what was written"),
        ("DELETE FROM batches WHERE first = 0", "it does not hold as many games as were written"),
        ("DELETE FROM study", "it does not say of which study it is"),
        ("DELETE FROM openings", "its openings or agents are gone"),
        (
            "DELETE FROM agents WHERE key IN (SELECT candidate FROM batches LIMIT 1)",
            "its openings or agents are gone",
        ),
        ("PRAGMA user_version = 0", "it is no ledger"),
    ],
)
def test_a_finished_run_whose_ledger_was_changed_is_damaged(
    finished: Path, change: str, words: str
) -> None:
    with closing(sqlite3.connect(finished / "ledger.db")) as file:
        file.execute(change)
        file.commit()
    (found,) = find_entries(finished.parent)
    cure = "restore the file, or move its folder away to start anew"
    assert (found.state, found.text) == (
        DAMAGED,
        f"{finished / 'ledger.db'} is damaged: {words}; {cure}",
    )


@pytest.mark.parametrize("table", ["study", "notes", "agents", "openings", "batches"])
def test_a_large_ledger_has_a_row_in_each_table(
    finished: Path, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuner.tuning.ledger_check._ALL_ROWS", 0)
    assert entry(finished.parent, finished.name).state == "finished"
    with closing(sqlite3.connect(finished / "ledger.db")) as file:
        file.execute(f"DELETE FROM {table}")
        file.commit()
    assert (
        "ledger.db is damaged: a table of it is empty; "
        in entry(finished.parent, finished.name).text
    )


@pytest.mark.parametrize("version", [0, 1, 2])
def test_another_database_is_no_ledger(finished: Path, version: int) -> None:
    """Such as that of a sampler's library, which lies beside it."""
    (finished / "ledger.db").unlink()
    with closing(sqlite3.connect(finished / "ledger.db")) as file:
        file.execute("CREATE TABLE trials (number INTEGER)")
        file.execute(f"PRAGMA user_version = {version}")
        file.commit()
    (found,) = find_entries(finished.parent)
    assert found.state == DAMAGED
    assert "ledger.db is damaged: it is no ledger; " in found.text


def test_matches_are_damaged_if_their_ledger_is(finished: Path, tmp_path: Path) -> None:
    folder = tmp_path / "compare-x"
    folder.mkdir()
    save_json(folder / "results.json", COMPARISON)
    shutil.copy(finished / "ledger.db", folder)
    assert entry(tmp_path, "compare-x").state == "finished"
    (folder / "ledger.db").write_bytes(b"")
    assert entry(tmp_path, "compare-x").state == DAMAGED


def test_a_run_of_another_version_keeps_its_verdict_in_the_list(finished: Path) -> None:
    """Its ledger may be whole, though this version cannot know."""
    with closing(sqlite3.connect(finished / "ledger.db")) as file:
        file.execute("PRAGMA user_version = 1")
    (found,) = find_entries(finished.parent)
    assert found.state == "finished"


def test_a_ledger_that_is_none_is_told_while_there_is_no_verdict(finished: Path) -> None:
    (finished / "verdict.json").unlink()
    (finished / "ledger.db").write_text("garbage " * 100)
    (found,) = find_entries(finished.parent)
    assert found.state == DAMAGED
    assert "file is not a database" in found.text


def test_folders_of_others_are_told_and_files_are_not(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "report-a-and-b.html").write_text("")
    (found,) = find_entries(tmp_path)
    assert (found.folder.name, found.kind, found.text) == (
        "photos",
        "other folder",
        "no run, comparison or tournament",
    )


def test_what_was_written_to_last_comes_first(finished: Path) -> None:
    for name, seconds in (("b", NOON), ("a", NOON), ("c", NOON + 5)):
        shutil.copytree(finished, finished.parent / name)
        manifest = json.loads((finished / "manifest.json").read_text())
        manifest["starts"][-1]["at"] = "2020-01-01T00:00:00+00:00"
        save_json(finished.parent / name / "manifest.json", manifest)
        at(finished.parent / name, seconds)
    shutil.rmtree(finished)
    found = find_entries(finished.parent)
    assert [one.folder.name for one in found] == ["c", "a", "b"]
    lines = entries_lines(finished.parent, found, NOON + 3600 + 5)
    assert lines[0].endswith(": 3 runs, the last written to first")
    assert lines[1].startswith("c: finished, 60 min ago, ")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-50.0, "just now"),
        (0.2, "just now"),
        (90.0, "90 s ago"),
        (7_200.0, "2 hours ago"),
        (86_400.0 * 9, "9 days ago"),
        (86_400.0 * 31, "on 2023-11-14"),
    ],
)
def test_ages(seconds: float, text: str) -> None:
    """14 November 2023, 22:13:20 UTC, is 1.7 thousand million seconds after 1970 began."""
    assert age_text(seconds, NOON) == text


def test_reading_leaves_the_folder_as_it_was(finished: Path) -> None:
    (finished / "best.yaml").unlink()
    before = sorted(path.name for path in finished.iterdir())
    find_entries(finished.parent)
    assert sorted(path.name for path in finished.iterdir()) == before


def test_a_folder_that_is_none_or_one_run_is_refused(tmp_path: Path, finished: Path) -> None:
    with pytest.raises(RunError) as caught:
        find_entries(tmp_path / "absent")
    absent = tmp_path / "absent"
    assert str(caught.value) == f"there is no folder {absent}; name one that holds runs"
    absent.touch()
    with pytest.raises(RunError) as caught:
        find_entries(absent)
    assert str(caught.value) == f"{absent} is no folder; name one that holds runs"
    with pytest.raises(RunError) as caught:
        find_entries(finished)
    assert str(caught.value) == (
        f"{finished} is the folder of one run; name the folder that it lies in"
    )


def test_the_command_lists_them_and_says_what_comes_next(tune: CommandLine, finished: Path) -> None:
    ended = tune("runs", finished.parent)
    assert ended.status == 0
    assert ended.lines[0] == f"{finished.parent}: 1 run"
    assert ended.lines[1].startswith(f"{finished.name}: finished, ")
    assert ended.lines[-1] == f"Next: tune status {finished}"
    (found,) = tune("runs", finished.parent, "--json").json
    verdict = json.loads((finished / "verdict.json").read_text())
    assert found["folder"] == str(finished)
    assert (found["verdict"], found["condition"]) == (verdict["verdict"], verdict["condition"])
    for key in ("difference", "low", "high"):
        assert found[key] == verdict["against_baselines"][key]
    (finished / "best.yaml").unlink()
    assert tune("runs", finished.parent).lines[-1] == f"Next: tune run {finished}"
