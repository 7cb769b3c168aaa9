"""What `tune list` shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import UnknownNameError
from tuner.cli.listing import KINDS, list_kind
from tuner.cli.row import row_json, row_lines

NOWHERE = Path("no such folder")
SHIPPED = ("studies", "heuristics", "tournaments")


def names(kind: str) -> list[str]:
    return [row.name for row in list_kind(kind, NOWHERE)]


def test_the_kinds() -> None:
    assert list(KINDS) == [
        "presets",
        "features",
        "studies",
        "heuristics",
        "tournaments",
        "games",
        "baselines",
        "samplers",
        "formats",
        "runs",
    ]


def test_the_published_heuristics_with_both_variants() -> None:
    weighted = [
        f"weighted_{tie_break}{path}:{variant}"
        for path in ("", "_path")
        for tie_break in ("center", "space", "center_space")
        for variant in ("as_described", "as_written")
    ]
    assert set(names("presets")) >= {
        *("null", "open", "improved", "center"),
        *weighted,
        *("edge", "mirror", "pressure"),
        *("place_sum", "place_difference", "place_partition"),
    }


def test_what_comes_with_the_package_as_files_is_listed_by_name() -> None:
    assert {"pressure", "all_features", "pentago_straights"} <= set(names("studies"))
    assert {"udacity_2017_h1_h3", "udacity_9x11_liberties"} <= set(names("tournaments"))
    (row,) = list_kind("studies", NOWHERE, game_name="pentago")
    assert (row.name, row.fields["game"]) == ("pentago_straights", "pentago")
    assert row.summary == (
        "The straights of a report on Pentago: stones in a row, and a bonus for each four"
    )


def test_a_heuristic_of_a_file_says_what_a_preset_says() -> None:
    (row,) = list_kind("heuristics", NOWHERE, "quadrant_squares", "pentago")
    assert row.fields["origin"] == "a public program for Pentago"
    assert [one["name"] for one in row.fields["parameters"]] == ["center_value", "corner_value"]
    assert row.lines[:2] == (
        "pentago, a public program for Pentago",
        "parameters: center_value 5 (0 to 20), corner_value 3 (0 to 20)",
    )
    assert row.lines[-1].startswith("formula: (quadrant_sides(own) - quadrant_sides(opp))")
    assert not list_kind("heuristics", NOWHERE, "quadrant_squares", "isolation")


def test_features_are_spelled_as_formulas_call_them() -> None:
    assert set(names("features")) >= {
        *("moves(own)", "exclusive_moves(own)", "second_moves(own)", "territory(own)"),
        *("distance()", "progress()", "blank_squares()", "nearby_blanks(own, radius)"),
        *("fours(own)", "long_diagonal_stones(own, length)", "stones_played()"),
    }


def test_features_are_listed_with_their_family_since_families_share_names() -> None:
    rows = [(row.name, row.summary) for row in list_kind("features", NOWHERE)]
    assert ("blank_squares()", "isolation: Number of blank squares on the board.") in rows
    assert {summary.partition(":")[0] for _, summary in rows} >= {"isolation", "pentago"}
    shared = {summary.partition(":")[0] for name, summary in rows if name == "progress()"}
    assert shared >= {"isolation", "pentago"}


def test_games() -> None:
    found = {row.name: row.summary for row in list_kind("games", NOWHERE)}
    assert found["isolation"] == "isolation-7x7"
    assert found["isolation-HxW"] == "H rows, W columns"
    assert found["pentago"] == "pentago"


@pytest.mark.parametrize("kind", ["presets", "features", *SHIPPED, "games", "baselines"])
def test_every_entry_has_one_line_that_says_what_it_is(kind: str) -> None:
    rows = list_kind(kind, NOWHERE)
    assert all(row.summary.strip() and "\n" not in row.summary for row in rows)
    assert len({(row.name, row.summary) for row in rows}) == len(rows)


@pytest.mark.parametrize("kind", ["presets", *SHIPPED, "games", "baselines", "samplers"])
def test_names_that_belong_to_no_family_are_unique(kind: str) -> None:
    assert len(set(names(kind))) == len(names(kind))


def test_runs_are_the_folders_with_a_study(tmp_path: Path) -> None:
    for name in ("b-run", "a-run", "compare-isolation-7x7-1a2b3c4d"):
        (tmp_path / name).mkdir()
    for name in ("b-run", "a-run"):
        (tmp_path / name / "study.yaml").write_text("")
    assert row_lines(list_kind("runs", tmp_path)) == [
        f"{tmp_path / 'a-run'}  no verdict yet",
        f"{tmp_path / 'b-run'}  no verdict yet",
    ]
    assert list_kind("runs", NOWHERE) == []


def test_a_finished_run_says_when_what_and_by_how_much(tmp_path: Path) -> None:
    folder = tmp_path / "pressure-1a2b3c4d"
    folder.mkdir()
    (folder / "study.yaml").write_text("")
    starts = [{"at": "2026-11-28T09:15:30+00:00"}, {"at": "2026-11-29T10:00:00+00:00"}]
    (folder / "manifest.json").write_text(json.dumps({"starts": starts}))
    verdict = {
        "verdict": "better",
        "exported": "tuned",
        "tuned": {"floor": 0.9},
        "hand_set": {"floor": 0.3},
        "against_baselines": {"difference": 0.0034, "low": 0.0009, "high": 0.0058},
        "games": 1234567,
    }
    (folder / "verdict.json").write_text(json.dumps(verdict))
    (row,) = list_kind("runs", tmp_path)
    assert row.summary == (
        "2026-11-28 09:15 UTC: better, tuned minus hand-set +0.34 points (+0.09 to +0.58, 95%), "
        "1,234,567 games"
    )
    assert row_json(row) == {
        "name": str(folder),
        "summary": row.summary,
        "started": "2026-11-28T09:15:30+00:00",
        "verdict": "better",
        "games": 1234567,
        "difference": 0.0034,
        "low": 0.0009,
        "high": 0.0058,
    }


def test_a_preset_shows_formula_parameters_game_and_report() -> None:
    # The same report has two others.
    rows = list_kind("presets", NOWHERE, "pressure")
    assert [row.name for row in rows] == ["edge", "mirror", "pressure"]
    row = rows[-1]
    assert row_lines([row]) == [
        "pressure  from the distance between the players to the ratio of their moves as the game "
        "goes on",
        "    isolation, report on edge, mirror and pressure, Udacity project of 2017 (7x7)",
        "    parameters: floor 0.3 (0 to 1), distance_weight 1 (-2 to 2)",
        "    w = max(progress(), floor)",
        "    formula: w * ratio(moves(own), moves(opp), inf) + (1 - w) * distance_weight * "
        "distance()",
    ]
    assert set(row_json(row)) == {
        *("name", "summary", "game", "report", "parameters", "where", "formula"),
    }


def test_readings_of_one_heuristic_say_how_they_differ() -> None:
    rows = list_kind("presets", NOWHERE)
    by_name: dict[str, list[str]] = {}
    for row in rows:
        by_name.setdefault(row.name.partition(":")[0], []).append(row.summary)
    assert len(by_name["liberty_center"]) == 10
    assert all(len(set(summaries)) == len(summaries) for summaries in by_name.values())


def test_a_word_and_a_game_make_the_list_shorter() -> None:
    def found(kind: str, word: str = "", game: str = "") -> list[str]:
        return [row.name for row in list_kind(kind, NOWHERE, word, game)]

    assert found("presets", "EUCLID") == [
        *("liberty_center:euclid", "liberty_center:euclid_divide_parity_center"),
    ]
    # A word of the formula is found, too.
    assert "pressure" in found("presets", "progress()")
    assert {name.partition(":")[0] for name in found("presets", game="pentago")} == {"straights"}
    assert found("features", "path", "isolation-9x11") == ["longest_path(own)", "path_bound(own)"]
    assert found("baselines", game="pentago") == ["pentago-classic"]
    assert found("samplers", "cma", "pentago") == ["cmaes", "cmaes-noise"]
    with pytest.raises(UnknownNameError, match=r"^unknown game 'go'; known: "):
        list_kind("presets", NOWHERE, game_name="go")


def test_another_kind() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown kind of list 'runes'; did you mean"):
        list_kind("runes", NOWHERE)
