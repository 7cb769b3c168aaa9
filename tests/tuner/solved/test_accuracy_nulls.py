"""Solved positions are asked again and again: an agent is hardly ever better than itself there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.solved.accuracy import contest, kept_by
from tuner.solved.positions import find_choices

SEEDS = 16


@pytest.mark.parametrize("name", ["improved", "open"])
def test_of_120_pairs_that_differ_by_their_tie_breaks_none_is_called_better(name: str) -> None:
    """At 5% six of them would be; at one in a thousand, one in eight such tables holds any."""
    game = find_game("isolation")
    agent = Agent(name, find_preset(name), (), make_search("alphabeta", depth=1))
    with ThreadPoolExecutor(2) as executor:
        kept = [
            kept_by(game, agent, find_choices(game, "verdict", seed), executor)
            for seed in range(SEEDS)
        ]
    found = [contest(("one", "other"), pair) for pair in combinations(kept, 2)]
    assert len(found) == 120
    assert any(one.p_value < 0.05 for one in found)
    assert all(one.verdict in ("undecided", "neither is better") for one in found)
