"""Tables of squares in a study: which parameters they make, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

import tuner
from tuner.config.canonical import study_digest, write_effective_yaml
from tuner.config.errors import ConfigError

STUDY = """\
name: placed
game: isolation
heuristic:
  parameters: {{w: {{default: 1, low: 0, high: 2}}{more}}}
  tables: {{place: {{{table}}}}}
  formula: w * moves(own) - moves(opp) + place(own) - place(opp)
baselines: udacity-2017-02
"""
TABLE = "symmetric: true, low: 0, high: 16"
EACH = "symmetric: false, low: 0, high: 1"
ROWS = ("1 2 3 4 3 2 1", "2 4 6 8 6 4 2", "3 6 9 12 9 6 3", "4 8 12 16 12 8 4")
"""Steps to the edges times each other: the published place values."""
VALUES = f"values: [{', '.join([*ROWS, *ROWS[2::-1]])}]"


def text(table: str = TABLE, more: str = "") -> str:
    return STUDY.format(table=table, more=more)


def test_a_symmetric_table_of_7x7_has_ten_numbers(tmp_path: Path) -> None:
    study = load(tmp_path, text())
    assert [one.name for one in study.tune] == [
        *("w", "place_0_0", "place_0_1", "place_0_2", "place_0_3", "place_1_1"),
        *("place_1_2", "place_1_3", "place_2_2", "place_2_3", "place_3_3"),
    ]
    # The middle of the range, where nothing else is said.
    assert {(one.low, one.high, one.default) for one in study.tune[1:]} == {(0.0, 16.0, 8.0)}


def test_hand_set_numbers_are_the_rows_of_the_board(tmp_path: Path) -> None:
    study = load(tmp_path, text(f"{TABLE}, {VALUES}"))
    expected = (1, 2, 3, 4, 4, 6, 8, 9, 12, 16)
    assert tuple(one.default for one in study.tune[1:]) == expected


@pytest.mark.parametrize(
    ("table", "more"),
    [
        (TABLE, ""),
        (f"{TABLE}, {VALUES}", ""),
        ("symmetric: false, low: -1, high: 1, default: 0.5", ""),
        (TABLE, ", place_1_1: {default: 3, low: 2, high: 4}"),
    ],
)
def test_a_study_with_a_table_is_read_back_as_it_is(tmp_path: Path, table: str, more: str) -> None:
    study = load(tmp_path, text(table, more))
    again = load(tmp_path, write_effective_yaml(study), "again.yaml")
    assert again == study
    assert study_digest(again) == study_digest(study)


def test_a_number_of_a_table_may_have_a_range_of_its_own(tmp_path: Path) -> None:
    study = load(tmp_path, text(more=", place_1_1: {default: 3, low: 2, high: 4}"))
    ranges = {one.name: (one.low, one.default, one.high) for one in study.tune}
    assert ranges["place_1_1"] == (2.0, 3.0, 4.0)
    assert ranges["place_1_2"] == (0.0, 8.0, 16.0)
    assert list(ranges)[5] == "place_1_1"


def test_other_tables_are_other_studies(tmp_path: Path) -> None:
    digests = {study_digest(load(tmp_path, text(one))) for one in (TABLE, f"{TABLE}, default: 7")}
    assert len(digests) == 2


def test_the_name_of_a_table_tunes_all_its_numbers(tmp_path: Path) -> None:
    study = load(tmp_path, text() + "tune: [place]\n")
    assert len(study.tune) == 10
    narrowed = load(tmp_path, text() + "tune: {place: {low: 5, high: 9}}\n")
    assert {(one.low, one.high) for one in narrowed.tune} == {(5.0, 9.0)}


@pytest.mark.parametrize(
    ("game", "numbers"), [("isolation-9x11", 30), ("pentago", 6), ("isolation-5x5", 6)]
)
def test_other_boards_have_other_numbers(tmp_path: Path, game: str, numbers: int) -> None:
    changed = text().replace("game: isolation", f"game: {game}").replace("udacity-2017-02", "[]")
    formula = "w + place(own) - place(opp)"
    agent = "{name: a, heuristic: {formula: plies()}, search: {algorithm: greedy}}"
    lines = [
        f"  formula: {formula}" if line.startswith("  formula") else line
        for line in changed.replace("[]", f"[{agent}]").splitlines()
    ]
    study = load(tmp_path, "\n".join(lines))
    assert len(study.tune) == 1 + numbers


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            f"{TABLE}, values: [1 2, 3 4]",
            "7 rows of 7 numbers are needed, one for each square; write the board, row by row",
        ),
        (
            f"{TABLE}, {VALUES.replace('2 1', '2 5', 1)}",
            "row 0, column 6 has 5, and row 0, column 0, which symmetry takes to it, has 1; make "
            "them equal, or write symmetric: false",
        ),
        (f"{TABLE}, {VALUES.replace('16', 'x')}", "is no row of numbers; write numbers, blanks"),
        (f"{TABLE}, default: 20", "default 20 is outside 0 to 16; widen it"),
        ("symmetric: true, low: 0", "high: the key is missing"),
        (
            f"{TABLE}}}, far: {{{EACH}}}, also: {{{EACH}",
            "with its tables the heuristic has 109 parameters, more than any search can tune",
        ),
        (f"{TABLE}}}, max: {{{TABLE}", "'max' is a word of the formula language; rename the table"),
        (f"{TABLE}}}, moves: {{{TABLE}", "there is another feature 'moves'; rename one of them"),
    ],
)
def test_what_is_no_table_is_told(tmp_path: Path, table: str, said: str) -> None:
    with pytest.raises(ConfigError) as failure:
        load(tmp_path, text(table))
    assert said in str(failure.value)
    assert "tables" in str(failure.value) or "heuristic" in str(failure.value)


def test_python_writes_the_same_table(tmp_path: Path) -> None:
    study = load(tmp_path, text())
    written = tuner.heuristic(
        "w * moves(own) - moves(opp) + place(own) - place(opp)",
        parameters=[tuner.Parameter("w", 1, 0, 2)],
        tables={"place": {"symmetric": True, "low": 0, "high": 16}},
    )
    assert written == study.heuristic
