"""A tournament as CSV, JSON and Markdown, and the published numbers beside ours."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from small_tournaments import GAUNTLET, Played, cell, ends, load, play, standing

from tuner.stats.interval import Interval
from tuner.tournament.files import (
    save_results,
    tournament_csv,
    tournament_json,
    tournament_markdown,
)
from tuner.tournament.results import Results
from tuner.tournament.text import published_note, tournament_lines


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("tournaments"))


def test_the_table_as_csv_is_read_by_pandas(played: Played) -> None:
    _, results = played("gauntlet")
    table = pd.read_csv(StringIO(tournament_csv(results)), keep_default_na=False, na_values=[""])
    assert list(table.columns) == [
        *("candidate", "opponent", "won", "lost", "drawn", "score", "low", "high"),
        *("first_score", "first_low", "first_high"),
    ]
    assert list(zip(table["candidate"], table["opponent"], strict=True)) == [
        (name, other) for name in ("shallow", "deep") for other in ("chance", "greedy", "all")
    ]
    assert set(table["won"] + table["lost"] + table["drawn"]) == {300, 600}
    for row in table.itertuples():
        one = standing(results, str(row.candidate))
        if row.opponent == "all":
            assert (row.score, row.low, row.high) == ends(one.score)
            assert str(row.first_score) == "nan"
        else:
            found = cell(results, one.candidate, str(row.opponent))
            assert (row.won, row.score, row.low) == (found.won, *ends(found.score)[:2])
            assert (row.first_score, row.first_low, row.first_high) == ends(found.as_first)


def test_the_keys_of_the_json(played: Played) -> None:
    _, results = played("gauntlet")
    found = json.loads(json.dumps(tournament_json(results), allow_nan=False))
    assert list(found) == [
        *("tournament", "about", "game", "pairs", "seed", "openings_mode", "openings_plies"),
        *("openings", "reproducible", "candidates", "opponents", "claims", "games", "played"),
        *("repeat", "notes"),
    ]
    assert (found["tournament"], found["game"]) == ("gauntlet", "isolation-5x5")
    assert (found["openings_mode"], found["openings_plies"]) == ("random", 4)
    first = found["candidates"][0]
    ends_of = ["low", "high", "bound"]
    assert list(first) == ["name", "plays", "score", *ends_of, "published", "same_as", "cells"]
    assert (first["plays"], first["published"]) == ("improved, alphabeta depth 1", None)
    assert list(first["cells"][0]) == [
        *("opponent", "won", "lost", "drawn", "late", "opponent_late", "score", *ends_of),
        "as_first",
    ]
    assert list(first["cells"][0]["as_first"]) == ["score", *ends_of]
    assert found["opponents"] == [
        {"name": "chance", "plays": "random"},
        {"name": "greedy", "plays": "open, greedy"},
    ]
    assert list(found["claims"][0]) == ["says", "better", "than", "verdict", "difference", *ends_of]
    fair = tournament_json(played("fair round robin")[1])
    assert (fair["openings_mode"], fair["openings_plies"]) == ("fair", 2)


def test_the_results_are_kept_in_the_folder(played: Played) -> None:
    folder, results = played("gauntlet")
    kept = save_results(results, folder / "runs")
    assert re.fullmatch(r"tournament-gauntlet-[0-9a-f]{8}", kept.name)
    assert json.loads((kept / "results.json").read_text()) == tournament_json(results)
    assert (kept / "results.csv").read_text() == tournament_csv(results)


def percent(interval: Interval) -> str:
    estimate, low, high = (f"{100 * end:.1f}" for end in ends(interval))
    return f"{estimate} ({low} to {high})"


def test_the_table_as_markdown(played: Played) -> None:
    _, results = played("round robin")
    lines = tournament_markdown(results).splitlines()
    assert lines[:8] == [
        "## everybody",
        "",
        "- chance: random",
        "- shallow: improved, alphabeta depth 1",
        "- deep: improved, alphabeta depth 3",
        "",
        "| agent | chance | shallow | deep | all |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    duel, reverse = cell(results, "shallow", "deep"), cell(results, "deep", "shallow")
    assert lines[8].startswith("| chance |  | ")
    assert f"|  | {percent(duel.score)} | " in lines[9]
    assert f" | {percent(reverse.score)} |  | " in lines[10]
    assert lines[12] == (
        "Share of the row's points in percent with 95% intervals over openings; "
        "60 pairs of games in each cell from openings of 4 random plies, "
        f"{results.openings} of them different up to symmetry."
    )
    assert lines[14].startswith("- depth helps: ")


def with_published(folder: Path, report: str, table: str) -> Results:
    names = "names: {greedy: Greedy}" if report == "007" else ""
    section = f"published: {{file: tables.csv, report: '{report}', table: {table}, {names}}}\n"
    return play(folder, GAUNTLET + section)


def test_published_cells_and_totals_stand_beside_ours(tmp_path: Path) -> None:
    results = with_published(tmp_path, "007", "one")
    lines = tournament_lines(results)
    (row,) = [line for line in lines if "; published 15-5" in line]
    assert row == (
        f"  chance    won {cell(results, 'deep', 'chance').won:>5}  "
        f"lost {cell(results, 'deep', 'chance').lost:>5}  "
        f"{score(cell(results, 'deep', 'chance').score)}; published 15-5"
    )
    table = results.tournament.published
    assert published_note(standing(results, "shallow"), table) == ""
    note = published_note(standing(results, "deep"), table)
    assert re.fullmatch(
        r"published 75\.0% of 20 games, (in|out)side the \d+\.\d to \d+\.\d that so many games "
        r"allow around ours",
        note,
    )
    assert lines[-1].endswith(f"; {note}")
    markdown = tournament_markdown(results)
    assert f"{percent(cell(results, 'deep', 'chance').score)} / 15-5 |" in markdown
    assert "; behind the slash the published cell." in markdown


def score(interval: Interval) -> str:
    if interval.bound == "at least":
        return f"100.0% (at least {100 * interval.low:.1f})"
    return f"{100 * interval.estimate:.1f}% ({percent(interval).partition('(')[2]}"


@pytest.mark.parametrize(
    ("ours", "where"),
    [(Interval(0.75, 0.75, 0.75), "inside"), (Interval(0.2, 0.1, 0.3), "outside")],
)
def test_a_published_total_is_inside_or_outside(
    tmp_path: Path, played: Played, ours: Interval, where: str
) -> None:
    _, results = played("gauntlet")
    section = "published: {file: tables.csv, report: '007', table: one}\n"
    table = load(tmp_path, GAUNTLET + section).published
    note = published_note(replace(standing(results, "deep"), score=ours), table)
    assert f", {where} the " in note


def test_a_table_in_percent_is_of_the_games_in_which_the_row_moves_first(tmp_path: Path) -> None:
    results = with_published(tmp_path, "008", "percent")
    found = cell(results, "deep", "chance")
    (row,) = [line for line in tournament_lines(results) if "published 70%" in line]
    assert row.endswith(f"; published 70%, ours when it moves first {score(found.as_first)}")
    markdown = tournament_markdown(results)
    assert f"{percent(found.as_first)} / 70% |" in markdown
    # The whole table, also where nothing is published.
    for name in ("shallow", "deep"):
        assert percent(cell(results, name, "greedy").as_first) in markdown
    assert (
        "cells are the games in which the row moves first, as published without their number, "
        'while "all"' in markdown
    )


ALIKE = """\
- {name: again, heuristic: improved, search: {algorithm: alphabeta, depth: 3}}
- name: half
  heuristic: {formula: moves(own) / 2 - moves(opp) / 2}
  search: {algorithm: alphabeta, depth: 3}
"""


def test_the_games_of_one_agent_under_several_names_are_shown_once(tmp_path: Path) -> None:
    """Three samples they are not, and one question of them is one claim."""
    claims = (
        "claims:\n"
        "- {says: deep is better, better: deep, than: shallow}\n"
        "- {says: again is better, better: again, than: shallow}\n"
        "- {says: again is better than deep, better: again, than: deep}\n"
    )
    results = play(tmp_path, GAUNTLET.replace("opponents:", f"{ALIKE}opponents:") + claims)
    assert [one.names for one in results.same] == [("deep", "again", "half")]
    lines = tournament_lines(results)
    for name in ("again", "half"):
        assert any(
            line.startswith(f"{name} (") and line.endswith(", the same games as deep")
            for line in lines
        )
        assert f"| {name} | as deep | as deep | as deep |" in tournament_markdown(results)
    (repeated,) = [line for line in lines if line.startswith("  again is better: ")]
    assert repeated.endswith("; the same agents and games as in 'deep is better'")
    # A single question remains, so that nothing needs to be said of several.
    assert not any("claims about equals" in line for line in lines)


def test_limits_in_time_are_said_to_be_not_reproducible(tmp_path: Path) -> None:
    timed = GAUNTLET.replace("depth: 3", "time_ms: 0.1").replace("pairs: 150", "pairs: 2")
    results = play(tmp_path, timed)
    said = "Not reproducible: with limits in time"
    assert not tournament_json(results)["reproducible"]
    assert tournament_lines(results)[-1].startswith(said)
    assert said in tournament_markdown(results)
