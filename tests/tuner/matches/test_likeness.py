"""Whom an agent plays like: known for formulas that are a preset in other words."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.likeness import Likeness, likenesses, presets_that_may_be_alike

GAME = find_game("isolation")
GREEDY = make_search("greedy")
PRESSURE = find_preset("pressure")


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def pressure(*values: float, search: Search = GREEDY) -> Agent:
    return Agent("pressure", PRESSURE, values, search)


def liked(executor: Executor, tuned: Agent, hand_set: Agent) -> dict[str, Likeness]:
    return {one.name: one for one in likenesses(GAME, (tuned, hand_set), 10.0, executor)}


def test_pressure_with_a_floor_of_one_is_edge(executor: Executor) -> None:
    """With w = 1 the published formula is the ratio of moves, which is edge."""
    found = liked(executor, pressure(1.0, 1.0), pressure(0.3, 1.0))
    assert found["edge"].share.estimate == 1.0
    assert found["edge"].positions > 100
    # The hand-set pressure runs away: it is nothing like that.
    assert "the hand-set values" not in found
    assert "null" not in found


def test_who_searches_to_some_depth_is_compared_at_that_depth(executor: Executor) -> None:
    search = make_search("alphabeta", depth=3)
    tuned = pressure(0.979, -0.58, search=search)
    assert "edge" in liked(executor, tuned, pressure(0.3, 1.0, search=search))


def test_a_change_that_changes_nothing_plays_like_the_hand_set_values(executor: Executor) -> None:
    line = Heuristic(
        "line",
        "isolation",
        (Parameter("factor", 1.0, 0.5, 2.0),),
        (),
        "factor * (distance() + center_distance(opp))",
    )
    tuned, hand_set = (Agent("line", line, (value,), GREEDY) for value in (2.0, 1.0))
    assert liked(executor, tuned, hand_set)["the hand-set values"].share.estimate == 1.0


def test_the_hand_set_values_are_like_nobody_worth_a_word(executor: Executor) -> None:
    assert liked(executor, pressure(0.3, 1.0), pressure(0.3, 1.0)) == {}


def test_presets_are_sifted_without_being_compiled() -> None:
    names = {one.name for one in presets_that_may_be_alike(GAME, find_preset("edge"), ())}
    assert {"edge", "improved"} <= names
    # Who values all positions alike is not like anybody; the others choose other moves.
    assert names.isdisjoint({"null", "center", "mirror", "place_partition"})
