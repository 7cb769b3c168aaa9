"""The command line on positions and agents: explain, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

AFTER_PLACEMENT = "......./......./..1..../......./....2../......./......."

POSITION_ERRORS = {
    "one row": (
        ".......",
        "the position has 1 rows, the board 7; join 7 rows by '/', or name its game",
    ),
    "six rows": (
        "/".join(["......."] * 6),
        "the position has 6 rows, the board 7; join 7 rows by '/', or name its game",
    ),
    "short row": (
        AFTER_PLACEMENT[:-1],
        "row 7 from the top, '......', has 6 squares; write 7",
    ),
    "long row": (
        AFTER_PLACEMENT.replace("..1....", "..1....."),
        "row 3 from the top, '..1.....', has 8 squares; write 7",
    ),
    "a letter": (
        AFTER_PLACEMENT.replace("1", "o"),
        "row 3 from the top, '..o....', has 'o'; write '.' for a blank square, 'x' for a visited "
        "one, '1' and '2' for the pieces",
    ),
    "a capital": (
        AFTER_PLACEMENT.replace("..1", "X.1"),
        "row 3 from the top, 'X.1....', has 'X'; write '.' for a blank square, 'x' for a visited "
        "one, '1' and '2' for the pieces",
    ),
    "a line break": (
        AFTER_PLACEMENT.replace("..1....", "..1...\n"),
        "row 3 from the top, '..1...\\n', has '\\n'; write '.' for a blank square, 'x' for a "
        "visited one, '1' and '2' for the pieces",
    ),
    "the sequence of a terminal": (
        AFTER_PLACEMENT.replace("..1....", "\x1b[2J1.."),
        "row 3 from the top, '\\x1b[2J1..', has '\\x1b'; write '.' for a blank square, 'x' for a "
        "visited one, '1' and '2' for the pieces",
    ),
    "two pieces of one side": (
        AFTER_PLACEMENT.replace("2", "1"),
        "piece 1 stands on 2 squares; keep one",
    ),
    "player 2 first": (
        AFTER_PLACEMENT.replace("1", "."),
        "before the second ply only player 1 has visited a square; write one '1' or none",
    ),
    "visited before the placement": (
        AFTER_PLACEMENT.replace("1", "x").replace("2", "."),
        "before the second ply only player 1 has visited a square; write one '1' or none",
    ),
    "a piece is missing": (
        AFTER_PLACEMENT.replace("2", "x"),
        "2 squares are visited, so both pieces are placed; write the '2' too",
    ),
}

AGENT_FILE_ERRORS = {
    "empty": ("", ":1: the file is empty; write a study into it"),
    "a list": (
        "- pressure\n",
        ":1: the file holds a list, not keys; write it as 'key: value' lines",
    ),
    "a single word": (
        "pressure\n",
        ":1: the file holds a single value, not keys; write it as 'key: value' lines",
    ),
    "a tab": ("heuristic:\n\tformula: 1\n", ":2: a tab in the indentation; indent with spaces"),
    "neither heuristic nor formula": (
        "name: mine\n",
        ":1: formula: the key is missing; add 'formula: moves(own) - moves(opp)', for example",
    ),
    "unknown preset": (
        "name: mine\nheuristic: presure\n",
        ":2: heuristic: unknown preset 'presure'; did you mean 'pressure'? known: ",
    ),
    "unknown key": (
        "heuristic: pressure\ndepth: 3\n",
        ":2: depth: the key does not belong here; it belongs under search",
    ),
    "unknown game": (
        "heuristic: pressure\ngame: chess\n",
        ":2: game: unknown game 'chess'; known: ",
    ),
    "a board that is too small": (
        "heuristic: pressure\ngame: isolation-2x9\n",
        ":2: game: an Isolation board of 2x9 is not supported; both sides have at least 3 squares ",
    ),
    "a search without a limit": (
        "heuristic: pressure\nsearch: {algorithm: alphabeta}\n",
        ":2: search: search 'alphabeta' needs exactly one of: depth, nodes",
    ),
    "a variant that is not there": (
        "heuristic: weighted_center\nvariant: printed\n",
        ":2: variant: unknown preset 'weighted_center:printed'; "
        "did you mean 'weighted_center:as_written'? known: ",
    ),
    "an unknown feature": (
        "heuristic:\n  formula: move(own)\n",
        ":2: heuristic.formula: unknown feature or function 'move' (column 1 of the text, "
        "at >> in >>move(own)); did you mean 'moves'?",
    ),
    "a formula that is not finished": (
        "formula: moves(own) -\n",
        ":1: formula: cannot be read (it ends too early) (column 13 of the text, at >> in "
        "moves(own) ->>); write what is missing",
    ),
}


@pytest.mark.parametrize(("position", "message"), POSITION_ERRORS.values(), ids=POSITION_ERRORS)
def test_a_malformed_position_is_one_line(tune: CommandLine, position: str, message: str) -> None:
    assert tune("explain", "open", position).error == f"error: {message}"


@pytest.mark.parametrize(("text", "message"), AGENT_FILE_ERRORS.values(), ids=AGENT_FILE_ERRORS)
def test_a_malformed_agent_file_is_one_line(
    tune: CommandLine, tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    explain = tune("explain", file, AFTER_PLACEMENT).error
    assert explain.startswith(f"error: {file}{message}")
    assert tune("compare", "open", file).error == explain


AGENT_ERRORS = {
    "unknown preset": (
        ["presure"],
        "there is no preset or study 'presure'; did you mean 'pressure'? (tune list studies)",
    ),
    "unknown variant": (
        ["open", "--variant", "as_wrote"],
        "unknown variant 'as_wrote'; did you mean 'as_written'? known: as_described, as_written",
    ),
    "variant of a preset": (
        ["weighted_center:printed"],
        "unknown preset 'weighted_center:printed'; did you mean 'weighted_center:as_written'? "
        "known: weighted_center:as_described, weighted_center:as_written",
    ),
    "no such file": (["mine.yaml"], "mine.yaml: there is no such file; check the path"),
    "no such folder": (
        ["runs/mine-12345678"],
        "there is no file or folder runs/mine-12345678; name another (tune list runs)",
    ),
    "unknown game": (["open", "--game", "chess"], "unknown game 'chess'; known: "),
    "board too large": (
        ["open", "--game", "isolation-99x99"],
        "an Isolation board of 99x99 is not supported; ",
    ),
    "depth 0": (["open", "--depth", "0"], "search depth 0 is outside 1 to 64"),
    "depth 65": (["open", "--depth", "65"], "search depth 65 is outside 1 to 64"),
}


@pytest.mark.parametrize(("words", "message"), AGENT_ERRORS.values(), ids=AGENT_ERRORS)
def test_an_agent_or_option_that_is_not_there(
    tune: CommandLine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    agent, *options = words
    assert tune("explain", agent, AFTER_PLACEMENT, *options).error.startswith(f"error: {message}")
    assert tune("compare", "null", agent, *options).error.startswith(f"error: {message}")
    assert list(tmp_path.iterdir()) == []


def test_explain_draws_the_board_and_shows_both_sides(tune: CommandLine) -> None:
    ended = tune("explain", "pressure", AFTER_PLACEMENT)
    assert (ended.status, ended.err) == (0, "")
    # Both knights have all their 8 moves and stand 2 rows and 2 columns apart; 2 of 49 squares
    # are visited, which is less than the floor of 0.3: 0.3 * 8/8 + 0.7 * 4 = 3.1.
    assert "\n".join(ended.lines[:-2]) == (
        "7 . . . . . . .\n"
        "6 . . . . . . .\n"
        "5 . . 1 . . . .\n"
        "4 . . . . . . .\n"
        "3 . . . . 2 . .\n"
        "2 . . . . . . .\n"
        "1 . . . . . . .\n"
        "  a b c d e f g\n"
        "\n"
        f"Player 1 is to move. {AFTER_PLACEMENT}\n"
        "\n"
        "pressure = w * ratio(moves(own), moves(opp), inf) + (1 - w) * distance_weight"
        " * distance()\n"
        "  where w = max(progress(), floor)\n"
        "  with floor = 0.3\n"
        "  with distance_weight = 1\n"
        "\n"
        "             as player 1   as player 2\n"
        "progress()     0.0408163     0.0408163\n"
        "moves(own)             8             8\n"
        "moves(opp)             8             8\n"
        "distance()             4             4\n"
        "w                    0.3           0.3\n"
        "value                3.1           3.1\n"
        "\n"
        "parts of the value                       as player 1   as player 2\n"
        "w * ratio(moves(own), moves(opp), inf)           0.3           0.3\n"
        "(1 - w) * distance_weight * distance()           2.8           2.8\n"
    )
    assert ended.lines[-2].startswith("alphabeta depth 3 chooses ")
    move = ended.lines[-2].split()[4]
    assert ended.lines[-1].startswith(f"The line that it expects: {move} ")


def test_explain_finds_where_two_agents_differ(tune: CommandLine) -> None:
    ended = tune("explain", "--diff", "pressure", "edge", "--positions", "60")
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[0].startswith("pressure and edge choose different moves in ")
    as_json = tune("explain", "--diff", "pressure", "edge", "--positions", "60", "--json")
    assert json.loads(as_json.out)["agents"] == ["pressure", "edge"]


WRONG_WORDS = {
    ("--diff", "pressure"): "name another agent for --diff",
    ("--latex", "pressure", AFTER_PLACEMENT): "give it alone to --latex",
    ("--diff", "pressure", AFTER_PLACEMENT): f"there is no file or folder {AFTER_PLACEMENT}",
}


@pytest.mark.parametrize("words", WRONG_WORDS)
def test_explain_says_what_is_missing_or_too_much(
    words: tuple[str, ...], tune: CommandLine
) -> None:
    ended = tune("explain", *words)
    assert ended.status == 2
    assert WRONG_WORDS[words] in ended.error


def test_explain_takes_files_limits_and_other_boards(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "name: mine\ngame: isolation-3x4\nheuristic: open\nsearch: {algorithm: minimax, depth: 2}\n"
    )
    # 1 on a3 can go to b1 and c2, 2 on d1 to b2 and c3.
    position = "1.../..../...2"
    assert tune("explain", file, position, "--json").json["search"] == "minimax depth 2"
    found = tune("explain", file, position, "--nodes", "10", "--json").json
    assert found["search"] == "alphabeta 10 nodes"
    assert [side["features"] for side in found["sides"]] == [{"moves(own)": 2.0}] * 2
    assert tune("explain", "open", position).error.startswith("error: the position has 3 rows")
    assert tune("explain", "open", position, "--game", "isolation-3x4").status == 0


def test_explain_of_a_study_takes_its_hand_set_agent(tune: CommandLine) -> None:
    study = ROOT / "configs" / "pressure.yaml"
    as_study = tune("explain", study, AFTER_PLACEMENT, "--json").json
    assert as_study == tune("explain", "pressure", AFTER_PLACEMENT, "--json").json


def test_a_formula_as_mathematics_needs_no_position(tune: CommandLine) -> None:
    assert tune("explain", "improved", "--latex").out == (
        "\\begin{align*}\n"
        "\\mathrm{improved} &= \\mathrm{moves}_{\\mathrm{own}} - \\mathrm{moves}_{\\mathrm{opp}}\n"
        "\\end{align*}\n"
    )


def test_the_values_stand_below_the_formula_as_comments(tune: CommandLine) -> None:
    lines = tune("explain", "pressure", "--latex").lines
    assert lines[-2:] == ["% floor = 0.3", "% distance_weight = 1"]


def test_a_position_is_asked_for(tune: CommandLine) -> None:
    for heuristic in ("improved", "straights"):
        error = tune("explain", heuristic).error
        assert "name a position, or ask for the formula alone by --latex" in error


def test_an_unknown_heuristic_is_told_before_a_missing_position(tune: CommandLine) -> None:
    assert tune("explain", "nonsense").error.startswith("error: unknown preset 'nonsense'; known: ")


def test_a_position_beside_the_formula_is_refused(tune: CommandLine) -> None:
    error = tune("explain", "improved", AFTER_PLACEMENT, "--latex").error
    assert "give it alone to --latex" in error


def test_the_formula_of_a_preset_needs_no_game(tune: CommandLine) -> None:
    assert tune("explain", "straights", "--latex").lines[0] == "\\begin{align*}"
