"""What a published table says against itself, and what its batches and totals show."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT

from tuner.stats.interval import Interval
from tuner.tournament.published import PublishedTable, read_published
from tuner.tournament.results import Standing
from tuner.tournament.text import (
    cell_text,
    contradictions,
    published_lines,
    published_note,
)

TABLES = ROOT / "configs" / "tournaments" / "published_tables.csv"

HEAD = "report,table,kind,agent,opponent,batch,wins,losses,unit,printed_win_rate,note\n"


def read(folder: Path, rows: str) -> PublishedTable:
    file = folder / "tables.csv"
    file.write_text(HEAD + rows, encoding="utf-8")
    return read_published(file, "1", "", {})


def note(table: PublishedTable, agent: str, ours: float) -> str:
    return published_note(Standing(agent, "", (), Interval(ours, ours, ours)), table)


def test_a_cell_and_a_total_that_cannot_be(tmp_path: Path) -> None:
    """71 and 3 are not 100 games, and 86 + 71 of 174 are not 490 of 700."""
    table = read(
        tmp_path,
        "1,t,cell,base,rnd,,86,14,games,,\n"
        "1,t,cell,base,opn,,71,3,games,,\n"
        "1,t,total,base,ALL,,490,210,games,70.0,\n",
    )
    assert contradictions(table, "base") == (
        "the cell 71-3 is of 74 games where others are of 100",
        "the cells add up to 157 of 174 games, not to 490 of 700",
    )
    assert cell_text(table, "base", "opn") == "71-3 (impossible)"
    assert cell_text(table, "base", "rnd") == "86-14"
    # Ours may be the very same 70%: nothing is said to be inside.
    assert note(table, "base", 0.7) == (
        "published 70.0% of 700 games, not compared with ours, since the published row contradicts "
        "itself: the cell 71-3 is of 74 games where others are of 100; the cells add up to 157 of "
        "174 games, not to 490 of 700"
    )


def test_a_win_rate_that_is_not_that_of_its_games(tmp_path: Path) -> None:
    table = read(tmp_path, "1,t,cell,A,B,,7,3,games,,\n1,t,total,A,ALL,,7,3,games,75.0,\n")
    assert contradictions(table, "A") == ("7 of 10 games are 70.0%, not 75.0%",)
    assert "inside" not in note(table, "A", 0.7)


def test_percentages_that_do_not_add_up(tmp_path: Path) -> None:
    table = read(tmp_path, "1,t,cell,A,B,,70,20,percent,,\n1,t,cell,A,C,,70,30,percent,,\n")
    assert contradictions(table, "A") == ("70% and 20% are not 100%",)
    assert cell_text(table, "A", "B") == "70% (impossible)"
    assert cell_text(table, "A", "C") == "70%"


def test_a_row_that_agrees_with_itself_is_compared(tmp_path: Path) -> None:
    table = read(
        tmp_path,
        "1,t,cell,A,B,1,6,4,games,,\n"
        "1,t,cell,A,B,2,9,1,games,,\n"
        "1,t,cell,A,C,1,5,5,games,,\n"
        "1,t,cell,A,C,2,4,6,games,,\n"
        "1,t,total,A,ALL,,24,16,games,60.0,\n",
    )
    assert contradictions(table, "A") == ()
    assert ", inside the " in note(table, "A", 0.6)
    assert ", outside the " in note(table, "A", 0.95)


@pytest.mark.parametrize(
    ("report", "table"),
    [
        ("udacity_2017_h1_h6", "heuristics 1-3"),
        ("udacity_2017_h1_h6", "heuristics 4-6"),
        ("udacity_2017_place_values", ""),
    ],
)
def test_the_tables_of_two_reports_agree_with_themselves(report: str, table: str) -> None:
    found = read_published(TABLES, report, table, {})
    assert {name for agent in found.totals for name in contradictions(found, agent)} == set()


def test_the_table_of_the_report_on_pressure() -> None:
    """Printed 69.4%, while its cells, two of them with a digit restored, give 69.55%."""
    table = read_published(TABLES, "udacity_2017_pressure", "", {})
    assert contradictions(table, "ID improved (baseline)") == (
        "2,921 of 4,200 games are 69.5%, not 69.4%",
    )
    for agent in ("ID edge", "ID mirror", "ID pressure"):
        assert contradictions(table, agent) == ()
    assert note(table, "ID improved (baseline)", 0.695).startswith(
        "published 69.4% of 4,200 games,"
    )
    lines = published_lines(table)
    restored = "a digit is lost and restored here to make 200 games."
    assert lines == [
        "Published, ID improved (baseline) against MM_null, batch 3: printed as 165/3: " + restored,
        "Published, ID improved (baseline) against MM_imporved, batch 3: printed as 130/7: "
        + restored,
        "Published, ID improved (baseline) in 3 batches of 1,400 games: 68.6, 70.4, 69.7%; their "
        "standard deviation is 0.90 points, and chance alone gives about 1.2.",
        "Published, ID pressure in 3 batches of 1,400 games: 71.5, 73.1, 72.7%; their standard "
        "deviation is 0.82 points, and chance alone gives about 1.2.",
    ]


def test_nothing_is_said_where_nothing_is_published() -> None:
    assert published_lines(None) == []
    assert published_note(Standing("A", "", (), Interval(0.5, 0.4, 0.6)), None) == ""
