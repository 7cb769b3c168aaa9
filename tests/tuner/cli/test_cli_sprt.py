"""The command line on two agents that play until a test has decided."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import CommandLine


def options(tmp_path: Path) -> list[str]:
    return ["--depth", "1", "--runs", str(tmp_path / "runs"), "--elo1", "100"]


def test_a_match_that_passes_in_words(tune: CommandLine, tmp_path: Path) -> None:
    ended = tune("sprt", "improved", "null", *options(tmp_path))
    assert ended.status == 0
    agents, first, second, test, ratio, score, note, results, report = ended.lines
    assert agents == "Agents, isolation-7x7:"
    assert (first, second) == (
        "  improved: improved, alphabeta depth 1",
        "  null: null, alphabeta depth 1",
    )
    assert test == "Test: improved is stronger than null by the test of 0 against 100 Elo."
    assert ratio.endswith(
        "; it passes at +2.94 and fails at -2.94, for errors of 5% at 0 and 5% at 100."
    )
    assert score.startswith("  In 64 pairs of at most 20,000, from 64 openings, improved scores ")
    assert "goes too far in the direction of its decision" in note
    assert results.startswith(f"Results: {tmp_path / 'runs' / 'sprt-isolation-7x7-'}")
    assert report.endswith("report.html")
    assert "note: expected length: about " in ended.err
    assert ended.err.splitlines()[-1] == "writing the report"


def test_a_match_that_does_not_pass_has_status_1_and_its_json(
    tune: CommandLine, tmp_path: Path
) -> None:
    words = ["sprt", "null", "improved", *options(tmp_path), "--json"]
    ended = tune(*words)
    assert ended.status == 1
    found = ended.json
    assert set(found) == {
        *("game", "agents", "same_function", "verdict", "elo0", "elo1", "lower", "upper"),
        *("log_likelihood_ratio", "decision", "alpha", "beta", "model", "cap"),
        *("score", "low", "high", "elo", "elo_low", "elo_high", "bound", "pairs"),
        *("late_own", "late_opponent", "pentanomial", "openings", "independent_pairs"),
        *("normalized_elo", "more_pairs", "expected", "games", "reproducible", "clamped", "notes"),
        *("course", "repeat"),
    }
    assert (found["decision"], found["pairs"], found["games"]) == ("fail", 64, 128)
    assert found["log_likelihood_ratio"] <= found["lower"]
    # It fails at its first look.
    assert found["course"] == [[64, found["log_likelihood_ratio"]]]
    assert found["more_pairs"] is None
    assert set(found["expected"]) == {
        *("pair_variance", "from_pairs", "openings", "rough", "lengths")
    }
    assert set(found["expected"]["lengths"][0]) == {"elo", "least", "likely", "most", "passes"}
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "results.json").read_text()) == found
    assert tune(*words).json == found


def test_at_the_cap_nothing_is_decided_and_json_says_continue(
    tune: CommandLine, tmp_path: Path
) -> None:
    words = ["sprt", "improved", "improved", "--pairs", "100", *options(tmp_path)[:-2]]
    ended = tune(*words, "--json")
    assert ended.status == 1
    assert ended.json["decision"] == "continue"
    assert 0 < ended.json["more_pairs"]["least"] <= ended.json["more_pairs"]["likely"]
    assert ended.json["same_function"] is True
    line = next(one for one in tune(*words).lines if one.startswith("Test: "))
    assert line == "Test: no decision by the test of 0 against 5 Elo after 100 pairs."


def test_the_folder_is_listed_with_its_result(tune: CommandLine, tmp_path: Path) -> None:
    tune("sprt", "improved", "null", *options(tmp_path))
    (entry,) = tune("runs", tmp_path / "runs", "--json").json
    assert (entry["kind"], entry["state"]) == ("sequential match", "finished")
    assert entry["text"].startswith("improved is stronger than null by the test of 0 against 100")


def test_its_report_shows_games_and_the_command_that_repeats_it(
    tune: CommandLine, tmp_path: Path
) -> None:
    tune("sprt", "improved", "null", *options(tmp_path))
    (folder,) = (tmp_path / "runs").iterdir()
    page = (folder / "report.html").read_text(encoding="utf-8")
    # Of the 64 pairs that count, though more were played when the test ended.
    assert re.search(r"improved has won against null with either side. So it is in \d+ of 64", page)
    tune("report", folder, "--to", "md")
    text = (folder / "report.md").read_text(encoding="utf-8")
    (line,) = (one for one in text.splitlines() if one.startswith("tune sprt "))
    assert line == (
        "tune sprt agent-1.yaml agent-2.yaml --elo0 0.0 --elo1 100.0 --alpha 0.05 --beta 0.05 "
        "--model logistic --pairs 20000 --plies 6 --seed 1"
    )


ERRORS = {
    "bounds the wrong way round": (
        ["--elo0", "5", "--elo1", "0"],
        "the test's Elo bounds [5, 0] are not ascending; make the second larger than the "
        "first, such as [0, 5]",
    ),
    "a bound far too high": (
        ["--elo1", "1000000000"],
        "logistic Elo bound 1000000000 is outside +-2400; choose it nearer to 0",
    ),
    "errors too large": (
        ["--alpha", "0.5", "--beta", "0.5"],
        "error rates 0.5 and 0.5 must be above 0 and sum to below 1; try 0.05 and 0.05",
    ),
    "an error that no match is long enough for": (
        ["--alpha", "1e-300"],
        "the error rate alpha is 1e-300; give one from 0.000001 to 0.5, 0.05 is usual",
    ),
    "more wrong than right": (
        ["--beta", "0.6"],
        "the error rate beta is 0.6; give one from 0.000001 to 0.5, 0.05 is usual",
    ),
    "no number": (
        ["--alpha", "nan"],
        "the error rate alpha is nan; give one from 0.000001 to 0.5, 0.05 is usual",
    ),
    "an unknown model": (
        ["--model", "bayesian"],
        "unknown Elo model 'bayesian'; use 'logistic' or 'normalized'",
    ),
    "normalized Elo too far": (
        ["--model", "normalized", "--elo1", "500"],
        "normalized Elo bound 500 is outside +-200; choose it nearer to 0",
    ),
    "openings as long as the game": (
        ["--plies", "49"],
        "openings of 49 plies fill the board of isolation-7x7; give at most 48, 2 to 6 are usual",
    ),
}


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS)
def test_a_match_that_cannot_be(
    tune: CommandLine, tmp_path: Path, words: list[str], message: str
) -> None:
    ended = tune("sprt", "open", "null", *words, "--runs", tmp_path)
    assert (ended.status, ended.error) == (2, f"error: {message}")
    assert not list(tmp_path.iterdir())
