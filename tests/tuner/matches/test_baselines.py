"""The published opponents, as the documents list them."""

from __future__ import annotations

import math

import pytest

from engine.errors import UnknownNameError
from engine.games import find_game, usual_game
from engine.play.searches import make_search
from features.baseline_set import BaselineSet
from features.presets import baseline_sets, find_preset
from tuner.matches.agent import Agent, AgentError, agents_of, compared_baselines, find_baselines

# The opponents of the report on pressure ("udacity-2017-02") play to fixed depths. Those of the
# reports on heuristics 1 to 6 and on place values ("udacity-2017-06") deepen for 150 ms, here nodes
# measured with each evaluation. Those of the report on liberties play on 9x11.
PUBLISHED = {
    "udacity-2017-02": [
        ("Random", "random"),
        ("MM_null", "null, minimax depth 3"),
        ("MM_open", "open, minimax depth 3"),
        ("MM_improved", "improved, minimax depth 3"),
        ("AB_null", "null, alphabeta depth 5"),
        ("AB_open", "open, alphabeta depth 5"),
        ("AB_improved", "improved, alphabeta depth 5"),
    ],
    "udacity-2017-06": [
        ("Random", "random"),
        ("MM_Open", "open, minimax depth 3"),
        ("MM_Center", "center, minimax depth 3"),
        ("MM_Improved", "improved, minimax depth 3"),
        ("AB_Open", "open, alphabeta 4900 nodes"),
        ("AB_Center", "center, alphabeta 6300 nodes"),
        ("AB_Improved", "improved, alphabeta 3800 nodes"),
    ],
    # Greedy maximises own liberties; the first two plies of Minimax are random.
    "udacity-9x11": [
        ("Random", "random"),
        ("Greedy", "open, greedy"),
        ("Minimax", "improved, random to ply 2, then minimax depth 3"),
    ],
    "pentago-classic": [
        ("Random", "random"),
        ("Greedy", "straights:runs, greedy"),
        ("AB_straights", "straights:runs, alphabeta depth 2"),
    ],
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_agents_of_a_set(name: str) -> None:
    agents = agents_of(find_baselines(name))
    assert [(agent.name, agent.describe()) for agent in agents] == PUBLISHED[name]
    assert {agent.weight for agent in agents} == {1.0}


@pytest.mark.parametrize("baselines", baseline_sets(), ids=lambda one: one.name)
def test_a_set_fits_its_game_and_has_no_name_twice(baselines: BaselineSet) -> None:
    agents = agents_of(baselines)
    assert {agent.heuristic.family for agent in agents} == {baselines.family}
    assert usual_game(baselines.family).family == baselines.family
    assert len({agent.name for agent in agents}) == len(agents)


def test_an_unknown_set_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownNameError, match="udacity-2017-02, udacity-2017-06, udacity-9x11"):
        find_baselines("udacity-2018")


def test_an_agent_spells_out_values_that_are_not_hand_set() -> None:
    pressure = find_preset("pressure")
    agent = Agent("tuned", pressure, (0.5, 1.0), make_search("alphabeta", depth=3))
    assert agent.describe() == "pressure (floor 0.5), alphabeta depth 3"


def test_an_agent_names_the_variant_of_its_preset() -> None:
    heuristic = find_preset("weighted_center:as_written")
    agent = Agent("H1", heuristic, heuristic.defaults, make_search("greedy"))
    assert agent.describe() == "weighted_center:as_written, greedy"


@pytest.mark.parametrize(
    ("values", "weight", "said"),
    [
        ((0.5,), 1.0, "1 values for 2 parameters"),
        ((0.5, math.nan), 1.0, "not finite"),
        ((0.5, 1.0), 0.0, "above 0"),
        ((0.5, 1.0), math.inf, "above 0"),
    ],
)
def test_an_agent_that_does_not_fit_together(
    values: tuple[float, ...], weight: float, said: str
) -> None:
    with pytest.raises(AgentError, match=said):
        Agent("A", find_preset("pressure"), values, make_search("greedy"), weight)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("isolation", "udacity-2017-02"),
        ("isolation-5x6", "udacity-2017-02"),
        ("isolation-9x11", "udacity-9x11"),
        ("pentago", "pentago-classic"),
    ],
)
def test_each_game_has_baselines_of_its_own(game: str, name: str) -> None:
    chosen, agents = compared_baselines(find_game(game), None)
    assert chosen == name
    assert {agent.heuristic.family for agent in agents} == {find_game(game).family}


def test_a_game_without_baselines_is_compared_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuner.matches.agent.baseline_sets", lambda: ())
    assert compared_baselines(find_game("pentago"), None) == ("none", ())
