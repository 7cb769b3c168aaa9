"""Chosen moves: known for agents that are one function, or each other's opposite."""

from __future__ import annotations

import numpy as np

from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.sample import chosen_moves, positions_with_a_choice

GAME = find_game("isolation")
GREEDY = make_search("greedy", ties="ordered")
LINE = Heuristic(
    "line",
    "isolation",
    (Parameter("factor", 1.0, -2.0, 2.0),),
    (),
    "factor * (moves(own) - moves(opp))",
)


def line(factor: float, search: Search = GREEDY) -> Agent:
    return Agent("line", LINE, (factor,), search)


def test_every_position_has_a_choice_of_moves() -> None:
    states, seeds = positions_with_a_choice(GAME, 200)
    assert len(states) == len(seeds) > 80
    assert all(len(GAME.legal_moves(GAME.unpack(state))) > 1 for state in states)


def test_a_positive_factor_changes_no_choice() -> None:
    states, seeds = positions_with_a_choice(GAME, 300)
    for search in (GREEDY, make_search("alphabeta", depth=3), make_search("alphabeta", nodes=500)):
        once = chosen_moves(GAME, line(1.0, search), states, seeds)
        assert np.array_equal(once, chosen_moves(GAME, line(2.0, search), states, seeds))


def test_the_opposite_chooses_the_same_move_only_where_all_are_equal() -> None:
    """A greedy agent and its opposite agree if, and only if, all successors are worth the same."""
    states, seeds = positions_with_a_choice(GAME, 200)
    agree = chosen_moves(GAME, line(1.0), states, seeds) == chosen_moves(
        GAME, line(-1.0), states, seeds
    )
    for state, alike in zip(states, agree, strict=True):
        position = GAME.unpack(state)
        after = [GAME.play(position, move) for move in GAME.legal_moves(position)]
        if any(not GAME.legal_moves(one) for one in after):
            # A won game is worth more than any evaluation, whatever its factor.
            continue
        views = [GAME.view(one, GAME.player_to_move(position)) for one in after]
        values = {len(view.targets(view.own)) - len(view.targets(view.opp)) for view in views}
        assert alike == (len(values) == 1)


def test_a_choice_does_not_depend_on_the_other_positions() -> None:
    states, seeds = positions_with_a_choice(GAME, 300)
    agent = Agent("center", find_preset("center"), (), GREEDY)
    together = chosen_moves(GAME, agent, states[:40], seeds[:40])
    alone = [chosen_moves(GAME, agent, states[i : i + 1], seeds[i : i + 1])[0] for i in range(40)]
    assert together.tolist() == alone
