"""`tune tournament`: the courses' table, JSON, and the page of published results."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pandas as pd
import pytest
from command_line import CommandLine
from small_tournaments import GAUNTLET, PUBLISHED, ROUND_ROBIN

PUBLISHED_SECTION = (
    "published: {file: tables.csv, report: '007', table: one, names: {greedy: Greedy}}\n"
    "claims: [{says: depth helps, better: deep, than: shallow}]\n"
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two tournament files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables.csv").write_text(PUBLISHED)
    (tmp_path / "one.yaml").write_text(GAUNTLET + PUBLISHED_SECTION)
    (tmp_path / "two.yaml").write_text(ROUND_ROBIN)
    return tmp_path


RATE = r"\d+\.\d% \((?:\d+\.\d to \d+\.\d|at least \d+\.\d)\)"
ROW = rf"  (\S+) +won +(\d+)  lost +(\d+)  {RATE}(; published \d+-\d+)?"
TOTAL = rf"  Win rate  {RATE}(; published \d+\.\d% of \d+ games, .*)?"


def test_the_table_of_the_courses(tune: CommandLine, place: Path) -> None:
    ended = tune("tournament", "one.yaml", "--threads", "2")
    assert ended.status == 0
    lines = ended.lines
    assert lines[0] == "gauntlet, isolation-5x5: two agents against two"
    assert re.fullmatch(
        r"150 pairs of games in each cell from openings of 4 random plies, \d+ of them "
        r"different up to symmetry; "
        r"as the agent named first in a block sees it:",
        lines[1],
    )
    blocks = [lines[2:6], lines[6:10]]
    for (head, *rows, total), name, depth in zip(blocks, ("shallow", "deep"), (1, 3), strict=True):
        assert head == f"{name} (improved, alphabeta depth {depth})"
        for row, opponent in zip(rows, ("chance", "greedy"), strict=True):
            found = re.fullmatch(ROW, row)
            assert found, row
            assert found[1] == opponent
            assert int(found[2]) + int(found[3]) == 300
            assert bool(found[4]) == ((name, opponent) == ("deep", "chance"))
        found = re.fullmatch(TOTAL, total)
        assert found, total
        assert bool(found[1]) == (name == "deep")
    assert lines[10] == "Claims:"
    assert lines[11].startswith("  depth helps: ")
    assert re.fullmatch(r"Results: runs/tournament-gauntlet-[0-9a-f]{8}", lines[12])
    assert "gauntlet: 1,200 games" in ended.err


def test_the_files_in_the_folder(tune: CommandLine, place: Path) -> None:
    tune("tournament", "one.yaml")
    (folder,) = (place / "runs").iterdir()
    names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    assert names == {"ledger.db", "results.csv", "results.json", "report.html"}
    assert len(pd.read_csv(folder / "results.csv")) == 2 * 3


def test_json_is_all_that_is_printed(tune: CommandLine, place: Path) -> None:
    found = tune("tournament", "one.yaml", "two.yaml", "--json").json
    assert [one["tournament"] for one in found] == ["gauntlet", "everybody"]
    for one in found:
        (folder,) = (place / "runs").glob(f"tournament-{one['tournament']}-*")
        assert json.loads((folder / "results.json").read_text()) == one
    # The same command again takes the games from the ledger.
    assert tune("tournament", "one.yaml", "two.yaml", "--json").json == found


def test_a_page_of_all_tournaments(tune: CommandLine, place: Path) -> None:
    page = place / "pages" / "results.md"
    assert tune("tournament", "one.yaml", "two.yaml", "--write", "pages/results.md").status == 0
    text = page.read_text()
    assert text.startswith(
        "# Tournaments gauntlet, everybody\n\nWritten by\n\n```sh\n"
        "tune tournament one.yaml two.yaml --write pages/results.md\n```\n\n## gauntlet\n"
    )
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["gauntlet", "everybody"]
    # Every table has as many columns in each row as in its head.
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        assert len({row.count("|") for row in table.splitlines()}) == 1
    # Written again it is the same.
    page.unlink()
    tune("tournament", "one.yaml", "two.yaml", "--write", "pages/results.md")
    assert page.read_text() == text


def test_a_page_has_the_title_that_is_asked_for(tune: CommandLine, place: Path) -> None:
    tune("tournament", "one.yaml", "--write", "page.md", "--title", "Ann's players")
    assert (
        (place / "page.md")
        .read_text()
        .startswith(
            "# Ann's players\n\nWritten by\n\n```sh\n"
            "tune tournament one.yaml --write page.md --title 'Ann'\"'\"'s players'\n```\n"
        )
    )
    tune("tournament", "one.yaml", "--write", "page.md")
    assert (place / "page.md").read_text().startswith("# Tournament gauntlet\n")


def test_a_title_needs_a_page(tune: CommandLine, place: Path) -> None:
    error = tune("tournament", "one.yaml", "--title", "Mine").error
    assert "a title is that of the file that --write names; name one" in error
    assert not (place / "runs").exists()


def test_a_malformed_file_stops_before_anything_is_played(tune: CommandLine, place: Path) -> None:
    (place / "bad.yaml").write_text(GAUNTLET.replace("pairs: 150", "pairs: 1"))
    assert tune("tournament", "one.yaml", "bad.yaml").error == (
        "error: bad.yaml:11: pairs: 1 is too small; give at least 2"
    )
    assert not (place / "runs").exists()


@pytest.mark.parametrize("folder", [".", "/", ".."])
def test_a_folder_is_no_tournament(tune: CommandLine, place: Path, folder: str) -> None:
    told = f"error: {folder}: this is a folder; name a YAML file in it"
    assert tune("tournament", folder).error == told


def test_too_few_openings_are_one_line(tune: CommandLine, place: Path) -> None:
    (place / "few.yaml").write_text(GAUNTLET.replace("plies: 4", "plies: 1"))
    assert tune("tournament", "few.yaml").error == (
        "error: openings of 1 plies leave only 6 different ones for a tournament, which needs 16 "
        "of its own; try another number of plies (openings.plies in the file)"
    )
    assert not (place / "runs").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_page_that_cannot_be_written_is_told_before_the_games(
    tune: CommandLine, place: Path
) -> None:
    locked = place / "locked"
    locked.mkdir(mode=0o500)
    error = tune("tournament", "one.yaml", "--write", "locked/deep/page.md").error
    assert "locked/deep/page.md cannot be written; name a file in a folder of yours" in error
