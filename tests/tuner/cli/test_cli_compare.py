"""The command line on agents that are compared."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import CommandLine


def options(tmp_path: Path, *, pairs: int = 20) -> list[str]:
    return ["--pairs", str(pairs), "--depth", "1", "--runs", str(tmp_path / "runs")]


def test_compare_says_which_printed_heuristics_are_one_function(
    tune: CommandLine, tmp_path: Path
) -> None:
    """As printed, H1 to H3 never find a tie: 0.4 * 3 is not 0.6 * 2 in floating point."""
    names = ["weighted_center", "weighted_space", "weighted_center_space"]
    words = [*names, "--variant", "as_written", *options(tmp_path), "--baselines", "none"]
    ended = tune("compare", *words)
    assert ended.status == 0
    assert (
        "weighted_center:as_written, weighted_space:as_written and "
        "weighted_center_space:as_written are the same function: equal values in all "
    ) in ended.out
    assert "Head to head" not in ended.out
    found = tune("compare", *words, "--json").json
    (group,) = found["same_function"]
    assert group["names"] == [f"{name}:as_written" for name in names]
    assert group["factor"] is False
    assert (found["head_to_head"], found["games"]) == ([], 0)


def test_compare_of_presets_as_json(tune: CommandLine, tmp_path: Path) -> None:
    ended = tune("compare", "improved", "null", *options(tmp_path), "--json")
    found = ended.json
    assert set(found) == {
        *("game", "agents", "same_function", "pairs", "openings", "head_to_head"),
        *("baselines", "against_baselines", "games", "reproducible", "clamped", "repeat"),
        "notes",
    }
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "results.json").read_text()) == found
    assert "improved against null: improved is better." in (folder / "report.html").read_text()
    (duel,) = found["head_to_head"]
    assert set(duel) == {
        *("first", "second", "verdict", "score", "low", "high"),
        *("elo", "elo_low", "elo_high", "bound", "pairs"),
        *("late_own", "late_opponent"),
    }
    first, second = found["against_baselines"]
    assert set(first) == {"name", "score", "low", "high", "by_baseline"}
    assert set(second) == {
        *first,
        *("difference_to_first", "difference_low", "difference_high"),
        *("difference_p_value", "difference_p_corrected"),
    }
    assert len(first["by_baseline"]) == 7
    assert set(first["by_baseline"][0]) == {
        *("name", "score", "low", "high"),
        *("p_value", "p_corrected"),
    }
    assert (found["game"], found["baselines"]) == ("isolation-7x7", "udacity-2017-02")
    # 20 pairs are 40 games: one duel, and two agents against seven baselines.
    assert found["games"] == 40 * (1 + 2 * 7)
    assert found["reproducible"] is True
    assert "compare: 600 games" in ended.err


def test_compare_in_words(tune: CommandLine, tmp_path: Path) -> None:
    ended = tune("compare", "improved", "null", *options(tmp_path))
    assert ended.lines[:4] == [
        "Agents, isolation-7x7:",
        "  improved: improved, alphabeta depth 1",
        "  null: null, alphabeta depth 1",
        "Head to head, 20 pairs from 20 openings, as the first of the two sees it:",
    ]
    assert ended.lines[4].startswith("  improved against null: ")
    assert ended.lines[4].endswith(": improved is better")
    assert ended.lines[5].startswith("  Note: 20 different openings may hold none of the large ")
    assert ended.lines[6] == (
        "Mean score against udacity-2017-02, 20 pairs from 20 openings each, as each agent sees it:"
    )
    assert ended.lines[15].startswith("  null: ")
    assert ended.lines[15].endswith(" to improved, paired, p < 0.0001 corrected")


def test_compare_keeps_its_games(tune: CommandLine, tmp_path: Path) -> None:
    words = ["improved", "null", *options(tmp_path), "--baselines", "none", "--json"]
    first = tune("compare", *words).json
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("compare-isolation-7x7-")
    assert tune("compare", *words).json == first
    assert tune("list", "runs", "--runs", tmp_path / "runs").out == ""


def test_an_agent_against_itself_is_said_to_be_the_same(tune: CommandLine, tmp_path: Path) -> None:
    words = ["open", "open", *options(tmp_path), "--baselines", "none"]
    *agents, same, results, report = tune("compare", *words).lines[1:]
    assert report == f"Report: {results.removeprefix('Results: ')}/report.html"
    assert agents == ["  open: open, alphabeta depth 1", "  open (2): open, alphabeta depth 1"]
    assert same.startswith("open and open (2) are the same function: equal values in all ")
    assert same.endswith("They choose the same moves, so a difference between them is noise.")


def test_a_league_rates_presets_and_goes_on_with_one_more(
    tune: CommandLine, tmp_path: Path
) -> None:
    words = ["improved", "open", "null", *options(tmp_path), "--anchor", "open"]
    ended = tune("league", *words)
    assert "  open: 0 Elo, the anchor" in ended.lines
    assert ended.lines[-1].endswith("report.html")
    found = tune("league", *words, "--json").json
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "results.json").read_text()) == found
    assert {"league", "ratings", "head_to_head"} <= set(found)
    assert set(found["ratings"]) == {
        *("anchor", "asked_anchor", "agents", "first_player", "first_player_score"),
        *("transitivity", "scale", "notes"),
    }
    listed = tune("runs", tmp_path / "runs", "--json").json
    assert listed[0]["kind"] == "comparison"
    assert "rated highest" in listed[0]["text"]
    words[-1] = "opne"
    error = tune("league", *words).error
    assert error.startswith("error: unknown agent of this league 'opne'; did you mean 'open'?")


def test_a_league_of_an_empty_folder_says_what_it_needs(tune: CommandLine, tmp_path: Path) -> None:
    assert tune("league", "--runs", tmp_path).error == (
        "error: a league needs at least two different agents, and these are 0; name another run, "
        "preset or file"
    )


COMPARE_ERRORS = {
    "one agent": (["open"], "a comparison needs at least two agents; name another one"),
    "unknown baselines": (
        ["open", "null", "--baselines", "udacity-2017"],
        "unknown set of baselines 'udacity-2017'; did you mean 'udacity-2017-06'? "
        "known: pentago-classic, udacity-2017-02, udacity-2017-06, udacity-9x11",
    ),
    "openings as long as the game": (
        ["open", "null", "--plies", "49"],
        "openings of 49 plies fill the board of isolation-7x7; give at most 48, 2 to 6 are usual",
    ),
    "openings of no length": (
        ["open", "null", "--plies", "0"],
        "openings of 0 plies leave only 0 different ones for comparing agents, which needs 16 "
        "of its own; try another number of plies (--plies)",
    ),
    "a board with few openings": (
        ["open", "null", "--game", "isolation-3x3"],
        "openings of 6 plies leave only 0 different ones for comparing agents, which needs 16 "
        "of its own; try another number of plies (--plies)",
    ),
}


@pytest.mark.parametrize(("words", "message"), COMPARE_ERRORS.values(), ids=COMPARE_ERRORS)
def test_a_comparison_that_cannot_be(
    tune: CommandLine, tmp_path: Path, words: list[str], message: str
) -> None:
    assert tune("compare", *words, "--runs", tmp_path).error == f"error: {message}"


def test_files_of_different_games_need_a_choice(tune: CommandLine, tmp_path: Path) -> None:
    small, large = tmp_path / "small.yaml", tmp_path / "large.yaml"
    small.write_text("name: small\ngame: isolation-5x6\nheuristic: open\n")
    large.write_text("name: large\ngame: isolation\nheuristic: improved\n")
    words: list[str | Path] = [
        small,
        large,
        *options(tmp_path, pairs=4),
        "--baselines",
        "none",
        "--json",
    ]
    assert tune("compare", *words).error == (
        f"error: {small} is for isolation-5x6 and {large} is for isolation-7x7; "
        "choose a game (--game)"
    )
    assert tune("compare", *words, "--game", "isolation-5x5").json["game"] == "isolation-5x5"


def test_baselines_of_another_game_are_refused(tune: CommandLine) -> None:
    """Their kernels would read the memory of another board."""
    for words in (
        ["straights", "straights:printed", "--game", "pentago", "--baselines", "udacity-2017-02"],
        ["improved", "open", "--baselines", "pentago-classic"],
    ):
        ended = tune("compare", *words, "--pairs", "4")
        assert ended.status == 2
        assert re.fullmatch(
            r"error: the baselines '\S+' play \w+, not \S+; "
            r"leave them out for the game's own \(--baselines\)",
            ended.error,
        )
