"""The command line on solved positions: tune accuracy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import CommandLine

SHARE = r"\d+\.\d% \(\d+\.\d to \d+\.\d\)"
POINTS = r"[+-]\d+\.\d\d points \([+-]\d+\.\d\d to [+-]\d+\.\d\d\)"


def test_one_agent(tune: CommandLine) -> None:
    ended = tune("accuracy", "improved", "--depth", "1", "--threads", "1")
    assert (ended.status, ended.err) == (0, "")
    about, meaning, name, *rows = ended.lines
    assert re.fullmatch(
        r"Accuracy, isolation-7x7: 7,\d{3} solved positions that no search looks at, one of a game "
        r"each\. The side to move wins in all of them, and some of its moves throw that away\.",
        about,
    )
    assert "95% intervals" in meaning
    assert name == "improved: improved, alphabeta depth 1"
    for stage, row in zip(("opening", "middle", "late", "all"), rows, strict=True):
        assert re.fullmatch(rf"  {stage} +[\d,]+ of [\d,]+  {SHARE} +chance \d\d\.\d%", row)


def test_two_agents_are_compared_as_the_second_sees_it(tune: CommandLine) -> None:
    """A search of five plies keeps more than the same search of one."""
    words = ["null", "improved", "--depth", "3"]
    lines = tune("accuracy", *words).lines
    assert lines[-2].startswith("Position by position, minus null: difference (Newcombe's")
    assert re.fullmatch(
        rf"  improved: {POINTS}, p < 0\.0001 \([\d,]+ kept by improved alone, [\d,]+ by null "
        r"alone\): improved is better",
        lines[-1],
    )


def test_more_agents_are_compared_with_the_first_and_chance_is_mentioned(
    tune: CommandLine,
) -> None:
    ended = tune("accuracy", "improved", "open", "center", "--depth", "1")
    assert [line.split(":")[0] for line in ended.lines[-3:-1]] == ["  open", "  center"]
    assert ended.lines[-1] == (
        "  Note: of 2 comparisons between equals about 0.002 would name a winner by chance."
    )


def test_an_agent_beside_itself_gets_another_name_and_keeps_the_same_wins(
    tune: CommandLine,
) -> None:
    lines = tune("accuracy", "open", "open", "--depth", "1").lines
    assert lines[-1].startswith("  open (2): +0.00 points (")
    assert lines[-1].endswith("(0 kept by open (2) alone, 0 by open alone): neither is better")


def test_different_searches_are_mentioned(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("name: mine\nheuristic: improved\nsearch: {algorithm: greedy}\n")
    lines = tune("accuracy", "improved", file).lines
    assert "  Note: the agents do not look ahead alike, so a difference tells" in lines[-1]
    assert "mine: improved, greedy" in lines


def test_one_function_keeps_the_same_positions(tune: CommandLine) -> None:
    """As printed, both are weighted mobility: no tie is ever found."""
    words = ["weighted_center", "weighted_space", "--variant", "as_written", "--depth", "1"]
    (found,) = tune("accuracy", *words, "--json").json["against_first"]
    assert (found["name_alone"], found["first_alone"]) == (0, 0)
    assert (found["difference"], found["p_value"]) == (0.0, 1.0)
    assert found["verdict"] == "neither is better"


def test_json(tune: CommandLine) -> None:
    ended = tune("accuracy", "null", "improved", "--depth", "1", "--json")
    assert (ended.status, ended.err) == (0, "")
    found = ended.json
    assert set(found) == {"game", "split", "reproducible", "agents", "against_first"}
    assert (found["game"], found["split"]) == ("isolation-7x7", "verdict")
    assert found["reproducible"] is True
    for agent in found["agents"]:
        assert set(agent) == {"name", "plays", "stages", "all"}
        assert [stage["stage"] for stage in agent["stages"]] == ["opening", "middle", "late"]
        for key in ("positions", "kept"):
            assert sum(stage[key] for stage in agent["stages"]) == agent["all"][key]
        for stage in (*agent["stages"], agent["all"]):
            assert set(stage) == {
                *("stage", "positions", "kept", "share", "low", "high", "chance"),
            }
            assert stage["share"] == stage["kept"] / stage["positions"]
            assert 0 < stage["low"] < stage["share"] < stage["high"] < 1
    (contest,) = found["against_first"]
    assert set(contest) == {
        *("name", "first", "verdict", "difference", "low", "high", "p_value"),
        *("both", "name_alone", "first_alone", "neither"),
    }
    assert (contest["name"], contest["first"]) == ("improved", "null")
    alone = contest["name_alone"] - contest["first_alone"]
    assert contest["difference"] == alone / found["agents"][0]["all"]["positions"]


def test_threads_do_not_matter_and_the_seed_does(tune: CommandLine) -> None:
    words = ["accuracy", "null", "--depth", "1", "--json"]
    one, two = tune(*words, "--threads", "1"), tune(*words, "--threads", "2")
    assert one.out == two.out
    assert tune(*words, "--seed", "2").out != one.out


def test_limits_in_time_are_mentioned(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "quick.yaml"
    file.write_text("name: quick\nheuristic: open\nsearch: {algorithm: alphabeta, time_ms: 0.1}\n")
    lines = tune("accuracy", file).lines
    assert lines[2].startswith("Not reproducible: with limits in time the moves depend")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["improved", "--game", "isolation-5x6"],
            "there are no solved positions of isolation-5x6; there are some of isolation-7x7 "
            "(--game)",
        ),
        (
            ["straights"],
            "there are no solved positions of pentago; there are some of isolation-7x7 (--game)",
        ),
        (
            ["straights", "--game", "isolation"],
            "preset 'straights' is for pentago, not isolation-7x7; choose the game pentago, "
            "or another preset (--game)",
        ),
    ],
)
def test_what_cannot_be_measured_is_one_line(
    tune: CommandLine, words: list[str], message: str
) -> None:
    assert tune("accuracy", *words).error == f"error: {message}"


def test_help_has_an_example(tune: CommandLine) -> None:
    text = " ".join(tune("accuracy", "--help").out.split())
    assert "Example: tune accuracy improved pressure --depth 3" in text
