"""The search `perfect` in Pentago: it keeps proven wins and draws, whoever plays against it."""

from __future__ import annotations

import numpy as np
import pytest
from pentago_golden import GAME, Solved, solved

from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.play.batches import Games, Openings
from engine.play.driver import analyse, play_games
from engine.play.player import Player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

STRAIGHTS = find_preset("straights")
GREEDY = make_search("greedy")
ENOUGH = 40_000
"""Steps for every position with 26 stones and more."""


def player(search: Search) -> Player:
    return heuristic_player(GAME, STRAIGHTS, STRAIGHTS.defaults, search)


def perfect(nodes: int) -> Player:
    return player(make_search("perfect", nodes=nodes, otherwise=GREEDY))


def golden(value: int, first: int = 26) -> list[Solved]:
    """The golden positions that go on with this value for the side to move."""
    rows = [row for row in solved() if row.stones >= first and row.status == "ongoing"]
    return [row for row in rows if row.value == value]


def games_from(rows: list[Solved], first: Player, second: Player) -> Games:
    states = GAME.pack([GAME.parse_position(row.text) for row in rows])
    seeds = np.arange(len(rows), dtype=np.uint64)
    openings = Openings(states, np.zeros(len(rows), dtype=np.int64), seeds)
    return play_games(GAME, (first, second), openings)


@pytest.mark.parametrize(
    "opponent",
    [make_search("random"), make_search("alphabeta", depth=2)],
    ids=["random", "alphabeta"],
)
def test_a_won_position_is_won_and_a_drawn_one_not_lost(opponent: Search) -> None:
    won, drawn = golden(1), golden(0)
    assert len(won) > 100
    assert len(drawn) > 20
    assert (games_from(won, perfect(ENOUGH), player(opponent)).results == 1).all()
    assert (games_from(drawn, perfect(ENOUGH), player(opponent)).results >= 0).all()


def test_two_perfect_players_end_as_the_position_says() -> None:
    for value in (1, 0, -1):
        both = games_from(golden(value), perfect(ENOUGH), perfect(ENOUGH))
        assert (both.results == value).all()


def test_values_are_those_of_a_win_or_a_draw_and_a_loss_is_left_to_the_other_search() -> None:
    for value, bound in ((1, EVALUATION_LIMIT), (0, 0.0), (-1, None)):
        rows = golden(value)
        states = GAME.pack([GAME.parse_position(row.text) for row in rows])
        seeds = np.arange(len(rows), dtype=np.uint64)
        found = analyse(GAME, perfect(ENOUGH), states, seeds)
        if bound is None:
            other = analyse(GAME, player(GREEDY), states, seeds)
            np.testing.assert_array_equal(found.moves, other.moves)
        elif bound > 0:
            assert (found.values > bound).all()
        else:
            assert (found.values == bound).all()


def test_with_fewer_than_19_stones_it_is_the_other_search() -> None:
    rows = [row for row in solved() if row.stones < 19 and row.status == "ongoing"]
    assert len(rows) > 300
    states = GAME.pack([GAME.parse_position(row.text) for row in rows])
    seeds = np.arange(len(rows), dtype=np.uint64)
    found, expected = (
        analyse(GAME, one, states, seeds) for one in (perfect(10**6), player(GREEDY))
    )
    np.testing.assert_array_equal(found.moves, expected.moves)
    np.testing.assert_array_equal(found.nodes, expected.nodes)
