"""Games move by move are those of the match driver, and their moves those of plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pentago_searches import HEURISTICS as PENTAGO
from plain_play import Agent, play
from searches import HEURISTICS

from engine.games import find_game
from engine.play.batches import Openings
from engine.play.driver import play_games, random_positions
from engine.play.player import Player
from engine.play.recorded import record_games
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

DEEP: Agent = ("weighted mobility", make_search("alphabeta", depth=3))
SHALLOW: Agent = ("pressure", make_search("alphabeta", depth=2))
RANDOM: Agent = ("constant", make_search("random"))
GIVING_UP: Agent = ("difference", make_search("alphabeta", depth=3, gives_up=True))
MINIMAX: Agent = ("distance", make_search("minimax", depth=2))


def openings(game: Any, plies: int, count: int) -> Openings:
    seeds = np.arange(count, dtype=np.uint64)
    states, going = random_positions(game, plies, seeds)
    states, seeds = states[going], seeds[going]
    movers = np.arange(len(seeds), dtype=np.int64) % 2
    return Openings(states, movers, seeds * np.uint64(0xD1342543DE82EF95) + np.uint64(7))


@pytest.mark.parametrize(
    ("board", "plies", "agents"),
    [
        ("7x7", 16, (DEEP, SHALLOW)),
        ("5x4", 0, (RANDOM, DEEP)),
        ("7x7", 6, (GIVING_UP, MINIMAX)),
        ("9x11", 30, (MINIMAX, SHALLOW)),
    ],
    ids=["alphabeta", "random", "giving up", "two words"],
)
def test_every_move_and_value_is_that_of_plain_python(
    board: str, plies: int, agents: tuple[Agent, Agent]
) -> None:
    game = find_game(f"isolation-{board}")
    first, second = (heuristic_player(game, *HEURISTICS[name], how) for name, how in agents)
    begun = openings(game, plies, 2)
    recorded = record_games(game, [(first, second)] * len(begun.seeds), begun)
    for one, state, mover, seed in zip(
        recorded, begun.states, begun.movers, begun.seeds, strict=True
    ):
        expected = play(game, agents, game.unpack(state), int(mover), int(seed))
        assert [move.move for move in one.moves] == expected.moves
        searches = [*one.moves, *([one.resigned] if one.resigned else [])]
        assert [move.value for move in searches] == [
            None if value is None else pytest.approx(value, abs=1e-9) for value in expected.values
        ]
        assert (one.result, one.plies, list(one.nodes)) == (
            expected.result,
            expected.plies,
            expected.nodes,
        )


def staged(ply: int, first: Search, then: Search) -> Search:
    return make_search("staged", switch_ply=ply, first=first, then=then)


def isolation_player(board: str, search: Search) -> Player:
    preset = find_preset("pressure")
    return heuristic_player(find_game(f"isolation-{board}"), preset, preset.defaults, search)


CASES = {
    "nodes": ("7x7", make_search("alphabeta", nodes=300), make_search("alphabeta", depth=3)),
    "staged": (
        "7x7",
        staged(14, make_search("greedy"), make_search("alphabeta", depth=4)),
        make_search("alphabeta", nodes=100, depth=3),
    ),
    "perfect": (
        "5x5",
        make_search("perfect", nodes=500, otherwise=make_search("random")),
        make_search("alphabeta", depth=2, gives_up=True),
    ),
    "9x11": ("9x11", make_search("alphabeta", nodes=200, ties="ordered"), make_search("random")),
}


@pytest.mark.parametrize("case", CASES)
def test_games_are_those_of_the_match_driver(case: str) -> None:
    board, *searches = CASES[case]
    game = find_game(f"isolation-{board}")
    first, second = (isolation_player(board, search) for search in searches)
    assert_same_games(game, (first, second), openings(game, 4, 40))


def test_games_of_pentago_are_those_of_the_match_driver() -> None:
    game = find_game("pentago")
    heuristic, values = PENTAGO["own weighs more"]
    first = heuristic_player(game, heuristic, values, make_search("alphabeta", depth=2))
    second = heuristic_player(game, heuristic, values, make_search("random"))
    assert_same_games(game, (first, second), openings(game, 6, 12))


def assert_same_games(game: Any, players: tuple[Player, Player], begun: Openings) -> None:
    played = play_games(game, players, begun)
    recorded = record_games(game, [players] * len(begun.seeds), begun)
    assert [one.result for one in recorded] == played.results.tolist()
    assert [one.plies for one in recorded] == played.plies.tolist()
    assert [list(one.nodes) for one in recorded] == played.nodes.tolist()
    assert len(set(played.plies.tolist())) > 2


def test_each_game_may_have_other_players() -> None:
    game = find_game("isolation-5x5")
    strong = isolation_player("5x5", make_search("alphabeta", depth=4))
    weak = isolation_player("5x5", make_search("random"))
    begun = openings(game, 4, 20)
    mixed = record_games(game, [(strong, weak), (weak, strong)] * 10, begun)
    one_way = record_games(game, [(strong, weak)] * 20, begun)
    other_way = record_games(game, [(weak, strong)] * 20, begun)
    assert [one.moves for one in mixed[::2]] == [one.moves for one in one_way[::2]]
    assert [one.moves for one in mixed[1::2]] == [one.moves for one in other_way[1::2]]


def test_an_opening_that_is_over_has_no_moves() -> None:
    game = find_game("isolation-3x3")
    over = game.parse_position(".1./.../.2.")
    while game.winner(over) is None:
        over = game.play(over, game.legal_moves(over)[0])
    player = isolation_player("3x3", make_search("random"))
    begun = Openings(game.pack([over]), np.array([0]), np.zeros(1, dtype=np.uint64))
    (recorded,) = record_games(game, [(player, player)], begun)
    # The first player is to move, and stuck.
    assert (recorded.moves, recorded.result, recorded.plies) == ((), -1, over.ply)
