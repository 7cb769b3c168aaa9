"""The page of heuristics is what its command writes, and lists exactly those that are shipped."""

from __future__ import annotations

import re

import pytest
from checkout import ROOT

from engine.games import find_game
from features.catalogue import find_features
from features.presets import find_preset
from makers.heuristics_page import COMMAND, heuristics_page, measure_rates
from makers.node_rates import RECORD, NodeRate, rate_cells, recorded_rates
from tuner.config.shipped_heuristics import shipped_heuristics

PAGE = (ROOT / "docs" / "heuristics.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_record_and_the_files_say() -> None:
    """Where this fails, run the command; a heuristic that is newer than it was not measured."""
    assert heuristics_page(shipped_heuristics(), recorded_rates(), COMMAND) == PAGE
    assert recorded_rates().json == RECORD.read_text(encoding="utf-8")


def test_the_page_lists_exactly_the_files_with_their_speeds() -> None:
    files = sorted(path.stem for path in (ROOT / "configs" / "heuristics").glob("*.yaml"))
    rows = re.findall(
        r"^\| \[`(\w+)`\]\(#\w+\) \| [^|]+ \| ([^|]+ \|[^|]*) \|$", PAGE, re.MULTILINE
    )
    assert sorted(name for name, _ in rows) == files
    assert sorted(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)) == files
    ratio = r"[\d.]+ \| \d\.\d\d \(\d\.\d\d to \d\.\d\d\)"
    measured = [name for name, cells in rows if re.fullmatch(ratio, cells)]
    assert len(measured) >= 25


def test_features_were_measured_or_have_no_value_in_a_search() -> None:
    features = recorded_rates().features
    assert set(features) == {"isolation-7x7", "pentago"}
    for game, rates in features.items():
        assert set(rates) == set(find_features(find_game(game).family))
        assert {name for name, rate in rates.items() if rate is None} <= {"longest_path"}


@pytest.mark.parametrize(
    ("rates", "text"),
    [
        ({"x": NodeRate(0.5, 0.41, 0.586)}, "21.0 | 0.50 (0.41 to 0.59)"),
        ({"x": None}, "no value in some positions |"),
        ({}, "not measured |"),
    ],
)
def test_speeds_as_text(rates: dict[str, NodeRate | None], text: str) -> None:
    assert rate_cells(rates, 42.0, "x") == text


def test_a_ratio_lies_in_its_interval() -> None:
    """Here of the reference beside itself."""
    millions, rates = measure_rates([find_preset("improved")], "isolation-7x7")
    rate = rates["improved"]
    assert millions > 0
    assert rate is not None
    assert 0 < rate.low <= rate.ratio <= rate.high
