"""The page of features is what its command writes, and says the same as the list of features."""

from __future__ import annotations

import re

from checkout import ROOT

from engine.games import find_game
from features.catalogue import find_features
from features.costs import FeatureCost, recorded_costs, rounded
from makers.feature_costs import (
    COMMAND,
    USUAL,
    cost_of,
    costs_json,
    features_page,
)
from makers.node_rates import recorded_rates
from tuner.cli.listing import list_kind, list_remark
from tuner.cli.row import row_json, row_lines

PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_record_says() -> None:
    """Where this fails, run the command; a feature that is newer than the page has no row."""
    assert features_page(recorded_costs(), recorded_rates(), COMMAND, USUAL[1]) == PAGE


def test_the_record_is_what_the_package_holds() -> None:
    path = ROOT / "features" / "costs.json"
    assert costs_json(recorded_costs()) == path.read_text(encoding="utf-8")


def test_the_page_has_the_features_of_every_family() -> None:
    for family in ("isolation", "pentago"):
        usages = {one.usage for one in find_features(family).values()}
        (part,) = re.findall(rf"^## {family}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
        named = re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)
        assert len(named) > 40
        assert set(named) <= usages


def test_a_cost_is_the_median_of_its_rounds_between_their_tenths() -> None:
    game = find_game("isolation-3x3")
    cost = cost_of(find_features("isolation")["nearby_blanks"], game, (1, 5))
    assert cost.call == "nearby_blanks(own, 3)"
    assert cost.low <= cost.nanoseconds <= cost.high


def test_costs_as_text() -> None:
    assert [rounded(number) for number in (-0.3, 0.04, 3.25, 9.9, 10.4, 212.7)] == [
        *("0.0", "0.0", "3.2", "9.9", "10", "213"),
    ]


def test_the_list_of_features_shows_the_recorded_cost() -> None:
    cost = recorded_costs().of("isolation", "territory")
    assert isinstance(cost, FeatureCost)
    rows = list_kind("features", ROOT, "territory", "isolation")
    (row,) = [row for row in rows if row.name == "territory(own)"]
    assert row_json(row) | {"summary": ""} == {
        "name": "territory(own)",
        "summary": "",
        "nanoseconds": cost.nanoseconds,
        "low": cost.low,
        "high": cost.high,
    }
    (line,) = [line for line in row_lines(rows) if line.startswith("territory(own) ")]
    assert re.search(rf"\) +{cost.text} ns  isolation: Number of blank squares", line)
    assert recorded_costs().machine in list_remark("features")
    assert list_remark("games") == ""
