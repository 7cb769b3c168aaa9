"""What `tune list` shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import UnknownNameError
from tuner.listing import KINDS, list_kind

NOWHERE = Path("no such folder")


def names(kind: str) -> list[str]:
    return [name for name, _ in list_kind(kind, NOWHERE)]


def test_the_kinds() -> None:
    assert list(KINDS) == ["presets", "features", "games", "baselines", "samplers", "runs"]


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


def test_features_are_spelled_as_formulas_call_them() -> None:
    assert set(names("features")) >= {
        *("moves(own)", "exclusive_moves(own)", "second_moves(own)", "territory(own)"),
        *("distance()", "progress()", "blank_squares()", "nearby_blanks(own, radius)"),
        *("fours(own)", "long_diagonal_stones(own, length)", "stones_played()"),
    }


def test_features_are_listed_with_their_family_since_families_share_names() -> None:
    rows = list_kind("features", NOWHERE)
    assert ("blank_squares()", "isolation: Number of blank squares on the board.") in rows
    assert {summary.partition(":")[0] for _, summary in rows} == {"isolation", "pentago"}
    shared = sorted(summary for name, summary in rows if name == "progress()")
    assert [summary.partition(":")[0] for summary in shared] == ["isolation", "pentago"]


def test_games() -> None:
    found = dict(list_kind("games", NOWHERE))
    assert found["isolation"] == "isolation-7x7"
    assert found["isolation-HxW"] == "H rows, W columns"
    assert found["pentago"] == "pentago"


@pytest.mark.parametrize("kind", ["presets", "features", "games", "baselines"])
def test_every_entry_has_one_line_that_says_what_it_is(kind: str) -> None:
    rows = list_kind(kind, NOWHERE)
    assert all(summary.strip() and "\n" not in summary for _, summary in rows)
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("kind", ["presets", "games", "baselines", "samplers"])
def test_names_that_belong_to_no_family_are_unique(kind: str) -> None:
    assert len(set(names(kind))) == len(names(kind))


def test_runs_are_the_folders_with_a_study(tmp_path: Path) -> None:
    for name in ("b-run", "a-run", "compare-isolation-7x7-1a2b3c4d"):
        (tmp_path / name).mkdir()
    for name in ("b-run", "a-run"):
        (tmp_path / name / "study.yaml").write_text("")
    assert list_kind("runs", tmp_path) == [
        (str(tmp_path / "a-run"), "no verdict yet"),
        (str(tmp_path / "b-run"), "no verdict yet"),
    ]
    assert list_kind("runs", NOWHERE) == []


def test_another_kind() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown kind of list 'runes'; did you mean"):
        list_kind("runes", NOWHERE)
