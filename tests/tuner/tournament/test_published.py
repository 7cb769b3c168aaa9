"""Published tables: read by the names of ours, added up, and what they allow."""

from __future__ import annotations

import csv
from collections import defaultdict
from math import comb
from pathlib import Path

import pytest
from checkout import ROOT
from small_tournaments import PUBLISHED

from tuner.stats.interval import Interval
from tuner.tournament.published import PublishedError, PublishedValue, allowed_range, read_published

TABLES = ROOT / "configs" / "tournaments" / "published_tables.csv"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    file = tmp_path / "tables.csv"
    file.write_text(PUBLISHED, encoding="utf-8")
    return file


def test_batches_of_one_cell_are_added_up(tables: Path) -> None:
    table = read_published(tables, "007", "one", {})
    assert table.cells == {
        ("deep", "chance"): PublishedValue(6 + 9, 4 + 1, 20),
        ("Greedy", "chance"): PublishedValue(5, 5, 10),
    }
    assert table.cells["deep", "chance"].text == "15-5"
    assert table.cells["deep", "chance"].rate == 0.75


def test_totals_are_those_of_the_whole_table_not_of_a_batch(tables: Path) -> None:
    table = read_published(tables, "007", "one", {})
    assert table.totals == {"deep": PublishedValue(15, 5, 20)}
    assert not table.percent


def test_a_table_in_percent_has_no_number_of_games(tables: Path) -> None:
    table = read_published(tables, "008", "", {})
    (value,) = table.cells.values()
    assert (value, value.text, value.rate) == (PublishedValue(70, 30, None), "70%", 0.7)
    assert table.percent


def test_names_of_ours_replace_the_published_ones(tables: Path) -> None:
    table = read_published(tables, "007", "one", {"mine": "Greedy", "random": "chance"})
    assert set(table.cells) == {("deep", "random"), ("mine", "random")}
    assert table.names == {"deep", "mine", "random"}


HEAD = "report,table,kind,agent,opponent,wins,losses,unit\n"
NO_NUMBERS = "write whole numbers of games"

ERRORS = {
    "no file": (None, "007", "one", "cannot read {file} (No such file or directory)"),
    "no text": (b"\xff\xfe\x00", "007", "one", "cannot read {file} (not CSV in UTF-8)"),
    "empty": (b"", "007", "one", "{file} has no column 'report'"),
    "no column": (HEAD.replace("losses,", "").encode(), "007", "", "{file} has no column 'losses'"),
    "no table": (PUBLISHED.encode(), "007", "two", "{file} has no table 'two' of report 007"),
    "no report": (PUBLISHED.encode(), "009", "", "{file} has no table '' of report 009"),
    "two tables": (
        PUBLISHED.encode(),
        "007",
        "",
        "report 007 has 2 tables '...'; write one of 'one (10 games)', 'other'",
    ),
    "words": (
        f"{HEAD}1,t,cell,A,B,most,1,games\n".encode(),
        "1",
        "t",
        f"{{file}} says A won 'most' and lost '1'; {NO_NUMBERS}",
    ),
    "negative": (
        f"{HEAD}1,t,cell,A,B,3,-1,games\n".encode(),
        "1",
        "t",
        f"{{file}} says A won '3' and lost '-1'; {NO_NUMBERS}",
    ),
    "no games": (
        f"{HEAD}1,t,cell,A,B,0,0,games\n".encode(),
        "1",
        "t",
        f"{{file}} says A won '0' and lost '0'; {NO_NUMBERS}",
    ),
    "short row": (
        f"{HEAD}1,t,cell,A,B,3\n".encode(),
        "1",
        "t",
        f"{{file}} says A won '3' and lost ''; {NO_NUMBERS}",
    ),
}


@pytest.mark.parametrize(("content", "report", "table", "said"), ERRORS.values(), ids=ERRORS)
def test_what_is_no_table_is_one_line(
    tmp_path: Path, content: bytes | None, report: str, table: str, said: str
) -> None:
    file = tmp_path / "tables.csv"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(PublishedError) as caught:
        read_published(file, report, table, {})
    assert str(caught.value).startswith(said.replace("{file}", str(file)))
    assert "; " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_published_name_cannot_stand_for_two_of_ours(tables: Path) -> None:
    with pytest.raises(PublishedError, match="two names stand for one published name"):
        read_published(tables, "007", "one", {"a": "Greedy", "b": "Greedy"})


def at_most(wins: int, games: int, rate: float) -> float:
    """The probability of at most so many wins."""
    return sum(comb(games, k) * rate**k * (1 - rate) ** (games - k) for k in range(wins + 1))


def quantile(share: float, games: int, rate: float) -> int:
    """The fewest wins that are not reached or exceeded with at least this probability."""
    return next(k for k in range(games + 1) if at_most(k, games, rate) >= share)


def test_ten_games_of_an_even_match_allow_two_to_eight_wins() -> None:
    # P(at most 1 of 10) = 11/1024 = 1.07%, P(at most 2) = 56/1024 = 5.5%; and symmetrically.
    assert allowed_range(Interval(0.5, 0.5, 0.5), 10) == (0.2, 0.8)


@pytest.mark.parametrize("games", [1, 7, 210])
@pytest.mark.parametrize(("low", "high"), [(0.6, 0.7), (0.0, 0.03), (0.97, 1.0)])
def test_our_own_uncertainty_widens_the_range(games: int, low: float, high: float) -> None:
    found = allowed_range(Interval((low + high) / 2, low, high), games)
    assert found == (
        quantile(0.025, games, low) / games,
        quantile(0.975, games, high) / games,
    )


def test_a_sure_result_allows_nothing_else() -> None:
    assert allowed_range(Interval(1.0, 1.0, 1.0), 30) == (1.0, 1.0)
    assert allowed_range(Interval(0.0, 0.0, 0.0), 30) == (0.0, 0.0)


def test_cells_of_the_reports_add_up_to_their_totals() -> None:
    sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    totals = {}
    with TABLES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key, numbers = (
                (row["report"], row["table"], row["agent"]),
                [int(row["wins"]), int(row["losses"])],
            )
            if row["kind"] == "cell" and row["unit"] == "games":
                sums[key] = [a + b for a, b in zip(sums[key], numbers, strict=True)]
            elif row["kind"] == "total":
                totals[key] = numbers
    assert len(totals) == 4 + 4 + 4 + 4
    assert sums == totals
