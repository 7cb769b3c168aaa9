"""Comparisons in which all pairs end alike: words and numbers stay finite."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import numpy as np
import pytest

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.comparison.compare import compare_agents
from tuner.comparison.files import comparison_json
from tuner.comparison.model import Matches, comparison_lines
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.meeting import Meeting
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Silent

GAME = find_game("isolation")
AGENTS = tuple(
    Agent(name, find_preset(name), find_preset(name).defaults, make_search("greedy"))
    for name in ("improved", "open", "center")
)


@pytest.mark.parametrize("agents", [2, 3])
@pytest.mark.parametrize("pairs", [2, 50])
@pytest.mark.parametrize("result", [-1, 0, 1], ids=["all lost", "all drawn", "all won"])
def test_words_and_json_have_no_number_that_is_none(
    monkeypatch: pytest.MonkeyPatch, result: int, pairs: int, agents: int
) -> None:
    def meet_all(_arena: Arena, meetings: Sequence[Meeting]) -> list[tuple[Pairs, ...]]:
        results = np.full((pairs, 2), result, np.int8)
        plies, nodes = np.full((pairs, 2), 30, np.int16), np.ones((pairs, 2, 2), np.int64)
        played = Pairs.untimed(results, plies, nodes)
        return [(played,) * len(one.opponents) for one in meetings]

    monkeypatch.setattr(Arena, "meet_all", meet_all)
    opponents = ("two", AGENTS[:2])
    matches = Matches(pairs, 6, 1, 1)
    found = compare_agents(GAME, AGENTS[:agents], opponents, matches, None, Silent())
    text = "\n".join(comparison_lines(found))
    written = json.dumps(comparison_json(found), allow_nan=False)
    assert not re.search(r"\b(nan|inf|infinity)\b", text, re.IGNORECASE)
    score = {-1: "0.0%", 0: "50.0%", 1: "100.0%"}[result]
    assert f"  improved against open: {score}" in text
    assert json.loads(written)["head_to_head"][0]["score"] == (result + 1) / 2
