"""Equal time: how many positions an opponent may visit while the candidate thinks."""

from __future__ import annotations

import pytest

from engine.games import find_game
from engine.search import Search
from features.presets import find_preset
from tuner import equal_time
from tuner.agents import Agent
from tuner.equal_time import equal_time_nodes, node_seconds, with_nodes

GAME = find_game("isolation-5x5")
IMPROVED = find_preset("improved")
OPPONENT = Agent("opponent", IMPROVED, (), Search("minimax", depth=3, ties="ordered"), 2.0)


@pytest.mark.parametrize(
    ("slowness", "nodes", "expected"),
    [
        (1.0, 1024.0, 1024),  # positions cost the same
        (5.0, 1024.0, 4871),  # 5120, to the nearest quarter of a doubling: 2^12.25
        (0.5, 1024.0, 512),
        (1.0, 1100.0, 1024),  # noise of a tenth changes nothing
        (1.0, 940.0, 1024),
        (0.001, 10.0, 1),  # never less than one
    ],
)
def test_the_opponent_gets_the_positions_that_its_time_allows(
    monkeypatch: pytest.MonkeyPatch, slowness: float, nodes: float, expected: int
) -> None:
    monkeypatch.setattr(equal_time, "node_seconds", lambda *_: 1e-8)
    assert equal_time_nodes(GAME, nodes * slowness * 1e-8, OPPONENT) == expected


def test_a_limit_of_nodes_replaces_the_limit_and_nothing_else() -> None:
    limited = with_nodes(OPPONENT, 99)
    assert limited.search == Search("alphabeta", nodes=99, ties="ordered")
    assert (limited.name, limited.heuristic, limited.weight) == ("opponent", IMPROVED, 2.0)


def test_a_position_costs_more_with_a_dear_formula() -> None:
    """Territory is a search of its own in every position."""
    dear = find_preset("open")
    dear = type(dear)("dear", "isolation", (), (), "territory_difference() + longest_path(own)")
    cheap, costly = (
        node_seconds(GAME, Agent("x", heuristic, (), Search("alphabeta", depth=2)))
        for heuristic in (IMPROVED, dear)
    )
    assert 0 < cheap < costly
