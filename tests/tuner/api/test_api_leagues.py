"""`tuner.league`: the same league as that of the command, from whatever stands for an agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import CommandLine

import tuner


def test_a_league_in_python_is_that_of_the_command(tune: CommandLine, tmp_path: Path) -> None:
    words = ["improved", "open", "null"]
    numbers = ["--pairs", "20", "--plies", "4", "--depth", "3", "--game", "isolation-5x5"]
    content = tune("league", *words, *numbers, "--runs", tmp_path, "--json").json
    found = tuner.league(words, game="isolation-5x5", pairs=20, plies=4)
    assert found.comparison.ratings is not None
    said = {one["name"]: one["elo"] for one in content["ratings"]["agents"]}
    for one in found.comparison.ratings.agents:
        assert one.elo is not None
        assert json.loads(json.dumps(one.elo.estimate)) == said[one.agent]
    assert "Ratings, Bradley-Terry over all matches, improved is 0" in str(found)
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("league-")


def test_agents_of_a_formula_enter_and_an_anchor_must_be_one_of_them() -> None:
    mine = tuner.agent("moves(own) - 3 * moves(opp)", name="mine")
    agents: list[tuner.AgentLike] = [mine, "open", "null"]
    found = tuner.league(agents, game="isolation-5x5", pairs=16, plies=4, anchor="mine")
    assert [one.agent.name for one in found.entrants] == ["mine", "open", "null"]
    assert found.comparison.anchor == "mine"
    with pytest.raises(tuner.TuneError, match="unknown agent of this league 'yours'"):
        tuner.league(agents, game="isolation-5x5", anchor="yours")
