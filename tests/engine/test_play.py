"""Batches of games: a pure function of players, openings and seeds, equal to a plain replay."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from plain_play import GOLDEN, Agent, mix, replay
from searches import HEURISTICS, QUOTIENT

import engine.play.chunks
from engine.errors import EngineError, EvaluationError
from engine.game import Game
from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.driver import play_games, prepare_games, random_positions
from engine.play.player import Player
from engine.play.searches import make_search
from features.compiled import heuristic_player

FIRST: Agent = ("weighted mobility", make_search("alphabeta", depth=3))
SECOND: Agent = ("pressure", make_search("alphabeta", depth=2))
GIVING_UP: Agent = ("weighted mobility", make_search("alphabeta", depth=3, gives_up=True))


def player(game: Game[Any], agent: Agent) -> Player:
    return heuristic_player(game, *HEURISTICS[agent[0]], agent[1])


def openings(game: Game[Any], plies: int, count: int, first_seed: int = 0) -> Openings:
    """Openings after random plies; the two players take turns to be the one who moves first."""
    seeds = np.arange(first_seed, first_seed + count, dtype=np.uint64)
    states, _ = random_positions(game, plies, seeds)
    return Openings(states, np.arange(count, dtype=np.int64) % 2, seeds + np.uint64(10_000))


def same(left: Games, right: Games) -> bool:
    return (
        np.array_equal(left.results, right.results)
        and np.array_equal(left.plies, right.plies)
        and np.array_equal(left.nodes, right.nodes)
    )


@pytest.mark.parametrize(
    ("board", "plies", "agents"),
    [
        ("7x7", 4, (FIRST, SECOND)),
        (
            "7x7",
            5,
            (("distance", make_search("greedy")), ("constant", make_search("minimax", depth=2))),
        ),
        ("5x4", 0, (("constant", make_search("random")), FIRST)),
        ("3x8", 1, (SECOND, ("constant", make_search("random")))),
        ("9x11", 6, (FIRST, SECOND)),
        ("8x8", 9, (("pressure", make_search("greedy")), ("difference", make_search("greedy")))),
        ("7x7", 6, (GIVING_UP, SECOND)),
        ("5x4", 2, (GIVING_UP, ("difference", make_search("minimax", depth=2, gives_up=True)))),
    ],
)
def test_games_are_those_of_a_plain_replay(
    board: str, plies: int, agents: tuple[Agent, Agent]
) -> None:
    game = find_game(f"isolation-{board}")
    begun = openings(game, plies, 6)
    played = play_games(game, (player(game, agents[0]), player(game, agents[1])), begun)
    for index, state in enumerate(begun.states):
        expected = replay(
            game, agents, game.unpack(state), int(begun.movers[index]), int(begun.seeds[index])
        )
        found = (
            int(played.results[index]),
            int(played.plies[index]),
            played.nodes[index].tolist(),
        )
        assert found == expected


def test_numbers_of_the_published_generator() -> None:
    # The first outputs of splitmix64 for seed 0 and 1234567, from other implementations' tests.
    assert [mix(GOLDEN * index) for index in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert mix(1234567 + GOLDEN) == 6457827717110365317


@pytest.mark.parametrize("chunk", [1, 7, 256, 10_000])
@pytest.mark.parametrize("threads", [None, 1, 2, 3])
def test_threads_and_chunks_change_nothing(
    threads: int | None, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 4, 600)
    expected = play_games(game, players, begun)
    monkeypatch.setattr(engine.play.chunks, "CHUNK", chunk)
    if threads is None:
        assert same(play_games(game, players, begun), expected)
    else:
        with ThreadPoolExecutor(threads) as executor:
            assert same(play_games(game, players, begun, executor), expected)


def test_prepared_games_can_be_played_twice() -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 4, 300)
    games = prepare_games(game, players, begun)
    first, second = games(None), games(None)
    assert same(first, second)
    assert same(first, play_games(game, players, begun))


def test_no_argument_is_changed() -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 4, 50)
    arrays: list[NDArray[Any]] = [begun.states, begun.movers, begun.seeds]
    for one in players:
        arrays += [one.board, one.parameters, one.settings]
    before = [array.copy() for array in arrays]
    play_games(game, players, begun)
    random_positions(game, 3, begun.seeds)
    for array, kept in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, kept)
    for one in players:
        for array in (one.board, one.parameters, one.settings):
            assert not array.flags.writeable


def test_arrays_may_be_parts_of_others() -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 4, 40)
    wide = np.zeros((80, 8), dtype=np.uint64)
    wide[::2, ::2] = begun.states
    parts = Openings(
        wide[::2, ::2], np.repeat(begun.movers, 2)[::2].astype(np.int8), begun.seeds[::-1][::-1]
    )
    assert same(play_games(game, players, parts), play_games(game, players, begun))


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 2, 200)
    first = play_games(game, players, begun)
    assert same(play_games(game, players, begun), first)
    other = Openings(begun.states, begun.movers, begun.seeds + np.uint64(1))
    changed = play_games(game, players, other)
    assert np.count_nonzero((changed.nodes != first.nodes).any(axis=1)) > 100


def test_one_game_repeated_is_the_same_game() -> None:
    game = find_game("isolation")
    players = (player(game, FIRST), player(game, SECOND))
    begun = openings(game, 2, 1)
    repeated = Openings(
        *(np.repeat(a, 9, axis=0) for a in (begun.states, begun.movers, begun.seeds))
    )
    played = play_games(game, players, repeated)
    assert len(np.unique(played.nodes, axis=0)) == 1


def test_players_who_change_places_get_the_opposite_result() -> None:
    game = find_game("isolation")
    first, second = player(game, FIRST), player(game, SECOND)
    begun = openings(game, 4, 100)
    swapped = Openings(begun.states, 1 - begun.movers, begun.seeds)
    here = play_games(game, (first, second), begun)
    there = play_games(game, (second, first), swapped)
    np.testing.assert_array_equal(here.results, -there.results)
    np.testing.assert_array_equal(here.plies, there.plies)
    np.testing.assert_array_equal(here.nodes, there.nodes[:, ::-1])


def test_a_player_against_itself_is_even() -> None:
    game = find_game("isolation")
    both = player(game, ("difference", make_search("alphabeta", depth=2)))
    played = play_games(game, (both, both), openings(game, 6, 4_000))
    # Five standard errors of the mean of 4,000 results of +-1.
    assert abs(played.results.mean()) < 5 / 4_000**0.5


def test_an_opening_that_is_over_is_a_result() -> None:
    game = find_game("isolation-3x3")
    over = game.parse_position(".../.1./2..")
    states = np.repeat(game.pack([over]), 2, axis=0)
    begun = Openings(states, np.array([0, 1]), np.zeros(2, dtype=np.uint64))
    one = player(game, FIRST)
    played = play_games(game, (one, one), begun)
    # Whoever is to move has lost.
    assert played.results.tolist() == [-1, 1]
    assert played.plies.tolist() == [2, 2]
    assert played.nodes.tolist() == [[0, 0], [0, 0]]


def test_no_games() -> None:
    game = find_game("isolation")
    one = player(game, FIRST)
    played = play_games(game, (one, one), openings(game, 4, 0))
    assert (len(played.results), len(played.plies), played.nodes.shape) == (0, 0, (0, 2))


def test_types_and_shapes() -> None:
    game = find_game("isolation")
    one = player(game, FIRST)
    played = play_games(game, (one, one), openings(game, 4, 5))
    assert (played.results.dtype, played.results.shape) == (np.dtype(np.int8), (5,))
    assert (played.plies.dtype, played.plies.shape) == (np.dtype(np.int16), (5,))
    assert (played.nodes.dtype, played.nodes.shape) == (np.dtype(np.int64), (5, 2))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_formula_that_is_not_a_number_ends_the_batch(threads: int) -> None:
    game = find_game("isolation")
    faulty = heuristic_player(game, QUOTIENT, (0.0, 0.0), make_search("alphabeta", depth=2))
    begun = openings(game, 4, 600)
    found = []
    with ThreadPoolExecutor(threads) as executor:
        for pool in (None, executor):
            with pytest.raises(EvaluationError) as failure:
                play_games(game, (faulty, faulty), begun, pool)
            found.append((failure.value.position, failure.value.player, failure.value.count))
    assert found[0] == found[1]
    position = game.parse_position(found[0][0])
    assert 0 in {len(game.moves_of(position, side)) for side in (1, 2)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"states": np.zeros((3, 4), dtype=np.uint64)}, r"shape \(3, 4\); 2 seeds need \(2, 4\)"),
        ({"states": np.zeros((2, 3), dtype=np.uint64)}, r"shape \(2, 3\); 2 seeds need \(2, 4\)"),
        ({"movers": np.array([0, 2])}, "movers must be 2 numbers 0 or 1"),
        ({"movers": np.array([0])}, "movers must be 2 numbers 0 or 1"),
    ],
)
def test_openings_that_do_not_fit(change: dict[str, Any], message: str) -> None:
    game = find_game("isolation")
    one = player(game, FIRST)
    begun = openings(game, 4, 2)
    fields = {"states": begun.states, "movers": begun.movers, "seeds": begun.seeds, **change}
    with pytest.raises(EngineError, match=message):
        play_games(game, (one, one), Openings(**fields))
