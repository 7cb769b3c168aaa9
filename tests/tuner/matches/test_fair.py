"""Fair openings: the agents' own first two plies, from which both games of a pair go on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from engine.play.batches import Openings
from engine.play.driver import play_games
from engine.play.player import Player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.heuristic import Heuristic
from tuner.matches.openings import OpeningSet, draw_fair_openings
from tuner.matches.pairs import game_seeds, play_pairs

GAME = find_game("isolation-5x6")


def placer(formula: str, search: Search | None = None) -> Player:
    """An agent that takes the best square for a formula, the first of equals."""
    heuristic = Heuristic("placer", "isolation", (), (), formula)
    return heuristic_player(GAME, heuristic, (), search or make_search("greedy", ties="ordered"))


MOBILE = placer("moves(own)")
STUCK = placer("-moves(own)")
CHANCE = placer("0", make_search("random"))


def drawn(players: tuple[Player, Player], pairs: int = 40, seed: int = 1) -> OpeningSet:
    return draw_fair_openings(GAME, players, "fair test", pairs, seed)


def placements(state: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Row from the top and column of the first and of the second piece."""
    rows = GAME.format_position(GAME.unpack(state)).split("/")
    found = {
        square: (row, column) for row, line in enumerate(rows) for column, square in enumerate(line)
    }
    return found["1"], found["2"]


def knight_moves(square: tuple[int, int]) -> int:
    """How many squares a knight reaches on the empty board."""
    return sum(
        0 <= square[0] + a < 5 and 0 <= square[1] + b < 6
        for a, b in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    )


def test_the_first_two_plies_are_the_agents_own_and_they_begin_in_turn() -> None:
    """One agent wants a square in the middle, the other one a corner: who was where is plain."""
    openings = drawn((MOBILE, STUCK))
    assert len(openings) == 40
    for pair, state in enumerate(openings.states):
        assert GAME.unpack(state).ply == 2
        first, second = map(knight_moves, placements(state))
        assert (first > second) == (pair % 2 == 0)
        # A corner has two moves; the other agent may take one of them.
        assert min(first, second) <= 2
        assert max(first, second) >= 6


def test_both_games_of_a_pair_go_on_from_there_with_the_sides_swapped() -> None:
    openings = drawn((MOBILE, CHANCE), 9)
    players = (MOBILE, CHANCE)
    pairs = play_pairs(GAME, players, openings, "opponent", (0, 9))
    seeds = game_seeds(openings, "opponent", 0, 9)
    for game in (0, 1):
        alone = play_games(
            GAME,
            players,
            Openings(openings.states, np.full(9, game, dtype=np.int64), seeds[game::2]),
        )
        assert np.array_equal(alone.results, pairs.results[:, game])
        assert np.array_equal(alone.plies, pairs.plies[:, game])


def test_openings_that_are_mirror_images_share_a_cluster() -> None:
    openings = drawn((CHANCE, CHANCE), 300)
    orbits = [
        frozenset(GAME.format_position(image) for image in GAME.images(GAME.unpack(state)))
        for state in openings.states
    ]
    alike = [[one == other for other in orbits] for one in orbits]
    clusters = openings.clusters
    assert np.array_equal(alike, clusters[:, None] == clusters[None, :])
    # 30 * 29 placements in orbits of at most four: some come twice, most do not.
    assert 100 < openings.distinct < 300


def test_agents_that_leave_nothing_to_chance_have_one_opening_for_each_beginner() -> None:
    assert drawn((MOBILE, STUCK)).distinct == 2
    assert drawn((MOBILE, MOBILE)).distinct == 1


def test_they_are_the_same_for_the_same_seed_and_others_for_another() -> None:
    one, same, other = (drawn((CHANCE, MOBILE), seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.states, same.states)
    assert np.array_equal(one.clusters, same.clusters)
    assert one.seed == same.seed != other.seed
    assert not np.array_equal(one.states, other.states)
    named = draw_fair_openings(GAME, (CHANCE, MOBILE), "another pair", 40, 1)
    assert named.seed != one.seed
    assert not np.array_equal(one.states, named.states)


def test_they_cannot_be_changed() -> None:
    openings = drawn((CHANCE, CHANCE), 4)
    for array in (openings.states, openings.clusters):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
