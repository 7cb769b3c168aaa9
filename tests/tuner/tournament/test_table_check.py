"""Printed tables: read in both forms, and what cannot be or does not follow in them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from command_line import CommandLine

from tuner.tournament.printed import read_tables
from tuner.tournament.published import PublishedError
from tuner.tournament.table_check import TableCheck, check_table
from tuner.tournament.table_text import table_json, table_lines

TABLES = ROOT / "configs" / "tournaments" / "published_tables.csv"


def checked(folder: Path, text: str, games: int | None = None) -> TableCheck:
    file = folder / "table.csv"
    file.write_text(text, encoding="utf-8")
    (table,) = read_tables(file, games)
    return check_table(table)


@pytest.fixture(scope="module")
def published() -> dict[str, TableCheck]:
    return {one.name.partition(",")[0]: check_table(one) for one in read_tables(TABLES)}


def test_every_published_table_is_read(published: dict[str, TableCheck]) -> None:
    assert set(published) == {
        *("udacity_2017_h1_h6", "udacity_2017_place_values", "udacity_2017_pressure"),
        "udacity_9x11_liberties",
    }
    for check in published.values():
        json.dumps(table_json(check), allow_nan=False)


def test_a_total_that_does_not_follow_is_found(published: dict[str, TableCheck]) -> None:
    """The findings: the baseline's rows add to 2,921 of 4,200 = 69.55%, printed 69.4%."""
    check = published["udacity_2017_pressure"]
    assert "ID improved (baseline): 2,921 of 4,200 games are 69.5%, not 69.4%" in check.findings
    rows = {row.agent: row for row in check.rows}
    assert (rows["ID pressure"].wins, rows["ID pressure"].games) == (3042, 4200)


def test_the_claim_of_a_published_table_stands_after_the_correction(
    published: dict[str, TableCheck],
) -> None:
    """Over all opponents pressure has more (z = 2.9); places differ by chance (p = .15)."""
    tests = {(one.first, one.second): one for one in published["udacity_2017_pressure"].tests}
    claim = tests["ID improved (baseline)", "ID pressure"]
    assert claim.shown
    assert claim.p_value == pytest.approx(0.0037, abs=1.5e-3)
    assert not any(one.shown for one in published["udacity_2017_place_values"].tests)
    assert not any(one.shown for one in published["udacity_2017_h1_h6"].tests)


def test_a_table_in_percent_says_what_it_does_not_say(published: dict[str, TableCheck]) -> None:
    """The findings: it is exactly complementary, and the number of games is not given."""
    check = published["udacity_9x11_liberties"]
    assert any("say nothing of who moves first" in one for one in check.findings)
    assert (check.fewest, check.tests, check.homogeneity) == (20, (), None)
    assert any("20 a cell would give all these" in line for line in table_lines(check))


def test_a_cell_that_no_number_of_games_gives(tmp_path: Path) -> None:
    text = "agent,Random,Open,total\nmine,93.3%,71.0%,82.2%\nyours,90.0%,50.0%,70.0%\n"
    check = checked(tmp_path, text, games=30)
    assert check.findings == ("mine against Open: no number of wins in 30 games is 71.0%",)
    assert check.rows[0].cells[0][1] == "28-2"
    assert check.rows[0].total is None
    # Only the opponent whose games are known is compared.
    (test,) = check.tests
    assert 100 * test.difference.estimate == pytest.approx(100 * (28 - 27) / 30)


def test_a_mean_that_does_not_follow_and_cells_that_are_no_mirror_image(tmp_path: Path) -> None:
    check = checked(tmp_path, "agent,a,b,all\na,-,60%,60%\nb,45%,-,50%\n")
    assert check.findings == (
        "b: the cells have a mean of 45.0%, not 50%",
        "a against b is 60% and b against a 45%: the two cells are of different games",
    )


@pytest.mark.parametrize(
    "row",
    [
        # 28, 22 and 19 of 30 games; 69 of 90 are 76.7%, the rounded cells have a mean of 76.3%.
        "93%,73%,63%,76.7%",
        # A mean of 73.3%.
        "90%,70%,60%,73%",
        # Their true mean may be anything from 72.8 to 73.8.
        "90%,70%,60%,73.8%",
    ],
)
def test_what_rounding_explains_is_no_contradiction(row: str, tmp_path: Path) -> None:
    assert checked(tmp_path, f"agent,a,b,c,total\nmine,{row}\n").findings == ()


def test_what_rounding_does_not_explain_is_one(tmp_path: Path) -> None:
    check = checked(tmp_path, "agent,a,b,c,total\nmine,90%,70%,60%,74%\nyours,90%,70%,60%,75%\n")
    assert check.findings == ("yours: the cells have a mean of 73.3%, not 75%",)
    # Where the games are known the cells are exact: 28, 22 and 19 of 30.
    check = checked(tmp_path, "agent,a,b,c,total\nmine,93%,73%,63%,76.3%\n", games=30)
    assert check.findings == ("mine: the cells have a mean of 76.7%, not 76.3%",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("agent,a,b\nmine,3-1,2-2\nmine,1-3,2-2\n", "several rows 'mine'"),
        ("agent,a,a\nmine,3-1,2-2\n", "several columns 'a'"),
    ],
)
def test_names_that_are_there_twice_are_refused(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(PublishedError, match=said):
        checked(tmp_path, text)


def test_of_cells_without_games_nothing_is_said_to_follow(tmp_path: Path) -> None:
    check = checked(tmp_path, "agent,a,b\nmine,0-0,0-0\n")
    assert check.findings == ("no cell has games, so nothing follows from the cells",)


def test_a_lost_digit_is_found_by_the_other_cells(tmp_path: Path) -> None:
    check = checked(tmp_path, "agent,a,b,c,total\nx,165-35,130-7,150-50,445-155\n")
    assert check.findings == (
        "x: the cell 130-7 is of 137 games where others are of 200",
        "x: the cells add up to 445 of 537 games, not to 445 of 600",
    )


def test_the_better_row_is_the_one_that_the_test_and_the_difference_name(tmp_path: Path) -> None:
    """B wins more against each opponent; A met the weak one more often and has more wins."""
    check = checked(tmp_path, "agent,weak,strong\nA,320-80,2-38\nB,38-2,120-280\n")
    assert [row.wins for row in check.rows] == [322, 158]
    (test,) = check.tests
    # Mantel and Haenszel's weights of 400 against 40 games are alike.
    expected = (0.8 - 0.95) / 2 + (0.05 - 0.3) / 2
    assert test.difference.estimate == pytest.approx(expected)
    assert any(
        line.strip().startswith("B is better than A: A minus B is -20.00 points")
        for line in table_lines(check)
    )


def test_games_seen_from_both_sides_count_once(tmp_path: Path) -> None:
    """With 11, 10 and 9 wins chi-square is 4 (1 + 0 + 1) / (10 3), of two degrees."""
    check = checked(tmp_path, "agent,a,b,c\na,-,5-5,6-4\nb,5-5,-,5-5\nc,4-6,5-5,-\n")
    assert check.homogeneity == pytest.approx(math.exp(-2 / 15))


def test_rows_may_have_their_own_number_of_games(tmp_path: Path) -> None:
    check = checked(tmp_path, "agent,games,a\nx,20,75%\ny,40,62.5%\n")
    assert [row.games for row in check.rows] == [20, 40]
    assert [row.wins for row in check.rows] == [15, 25]


@pytest.mark.parametrize(
    "text",
    [
        "agent,a\nx,0-0\ny,0-0\n",
        "agent,a\nx,1-0\ny,0-1\n",
        "agent,a,b\nx,30-0,30-0\ny,30-0,30-0\n",
        "agent,a\nx,50%\n",
    ],
    ids=["no games", "one game", "all won", "one cell"],
)
def test_the_simplest_tables_have_finite_numbers(tmp_path: Path, text: str) -> None:
    check = checked(tmp_path, text)
    json.dumps(table_json(check), allow_nan=False)
    assert "nan" not in "\n".join(table_lines(check))


ERRORS = {
    "no table": ("agent\n", "has no table; write a line with the opponents, and one for each"),
    "no result": ("agent,a\nx,often\n", "says 'often' for x against a; write wins and losses"),
    "too much": ("agent,a\nx,120%\n", "says '120%' for x against a; write wins and losses"),
    "no games": ("agent,games,a\nx,0,50%\n", "says x played '0' games; write a whole number"),
    "huge": (
        f"agent,a,b\nx,{10**20}-1,3-2\ny,1-4,2-3\n",
        "for x: those are more than 1,000,000,000 games; correct it",
    ),
    "short row": ("agent,a,b\nx,3-2\n", "has 3 cells in its first line and 2 in that of x"),
    "long row": ("agent,a\nx,3-2,5-0\n", "has 2 cells in its first line and 3 in that of x"),
    "semicolons": ("agent;a\nx;3-2\n", "with commas between the cells"),
    "half long": ("agent,opponent\nx,y\n", "has no column 'report'; name a CSV of published"),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.values(), ids=ERRORS)
def test_a_file_that_is_no_table_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PublishedError) as caught:
        checked(tmp_path, text)
    assert message in str(caught.value)


def test_lines_that_begin_with_a_number_sign_are_comments(tmp_path: Path) -> None:
    with_comment = checked(tmp_path, "# my games\nagent,a\nx,30-0\n")
    assert [(row.agent, row.wins) for row in with_comment.rows] == [("x", 30)]
    head = "report,table,kind,agent,opponent,wins,losses,unit\n"
    long = f"# mine\n{head}r,t,cell,x,a,30,0,games\n# theirs\nr,t,cell,y,a,20,10,games\n"
    assert [(row.agent, row.wins) for row in checked(tmp_path, long).rows] == [("x", 30), ("y", 20)]


def test_a_long_file_is_opened_a_fixed_number_of_times_whatever_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once to see which form it has, once to read it."""
    head = "report,table,kind,agent,opponent,wins,losses,unit\n"
    rows = (f"r,table {at},cell,x,a,{at},30,games\n" for at in range(50))
    file = tmp_path / "long.csv"
    file.write_text(head + "".join(rows), encoding="utf-8")
    opened = list[Path]()
    open_path = Path.open

    def counted(path: Path, *words: Any, **named: Any) -> Any:
        opened.append(path)
        return open_path(path, *words, **named)

    monkeypatch.setattr(Path, "open", counted)
    tables = read_tables(file)
    assert [one.values.cells["x", "a"].wins for one in tables] == list(range(50))
    assert opened == [file, file]


def test_the_command_checks_all_tables_of_a_file_or_some(tune: CommandLine, tmp_path: Path) -> None:
    found = tune("table", TABLES, "--json").json
    assert len(found) == 5
    (one,) = tune("table", TABLES, "--only", "pressure", "--json").json
    assert one["findings"]
    assert tune("table", TABLES, "--only", "pressure").lines[0].startswith("udacity_2017_pressure")
    assert (
        "has no table with 'nothing' in its name"
        in tune("table", TABLES, "--only", "nothing").error
    )
    assert "cannot read" in tune("table", tmp_path / "none.csv").error
