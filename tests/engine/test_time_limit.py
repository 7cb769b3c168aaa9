"""Limits in time: deepening to the deadline, moves cut short, losses on time; and stages."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.games import find_game
from engine.intrinsics import nanoseconds
from engine.isolation.bits import Memory, State
from engine.isolation.view import View
from engine.kernels.settings import TIME_LIMIT
from engine.play.batches import Analysis, Games, Openings
from engine.play.driver import analyse, play_games, random_positions
from engine.play.player import Player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.feature import feature
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.pairs import Pairs, play_pairs

GAME: Any = find_game("isolation-9x11")
SMALL: Any = find_game("isolation-5x5")
IMPROVED = find_preset("improved")

PONDERED_NANOSECONDS = 40_000_000
"""Twice the grace of a time limit."""


def pondering_twin(view: View) -> float:
    return 0.0


@feature("isolation", twin=pondering_twin, sided=False)
def pondering(board: Memory, state: State) -> float:
    """0, after some time."""
    until = nanoseconds() + np.int64(PONDERED_NANOSECONDS)
    while nanoseconds() < until:
        pass
    return 0.0


def ponderer(formula: str, search: Search, game: Any = SMALL) -> Player:
    heuristic = Heuristic("ponderer", "isolation", (), (), formula, extra_features=(pondering,))
    return heuristic_player(game, heuristic, (), search)


def player(search: Search, game: Any = GAME) -> Player:
    return heuristic_player(game, IMPROVED, (), search)


def short_of_time(game: Any = GAME) -> Player:
    """A player whose time is up as soon as it begins to think."""
    patient = player(make_search("alphabeta", time_ms=1.0), game)
    settings = patient.settings.copy()
    settings[:, TIME_LIMIT] = 1
    return replace(patient, settings=settings)


def positions(plies: int, count: int, game: Any = GAME) -> NDArray[np.uint64]:
    states, going = random_positions(game, plies, np.arange(count, dtype=np.uint64))
    return states[going]


def look(one: Player, states: NDArray[np.uint64], game: Any = GAME) -> Analysis:
    return analyse(game, one, states, np.arange(len(states), dtype=np.uint64))


def games(players: tuple[Player, Player], plies: int, count: int, game: Any = SMALL) -> Games:
    """Games from random openings; the two players take turns to move first."""
    states = positions(plies, 2 * count, game)[:count]
    movers = np.arange(len(states), dtype=np.int64) % 2
    return play_games(game, players, Openings(states, movers, movers.astype(np.uint64)))


def same(left: Analysis, right: Analysis) -> bool:
    return all(
        np.array_equal(getattr(left, name), getattr(right, name))
        for name in ("moves", "values", "nodes")
    )


def test_a_limit_ends_the_search_of_a_move() -> None:
    states = positions(6, 10)
    timed = player(make_search("alphabeta", time_ms=20))
    # Compiling takes longer than all the rest.
    look(timed, states[:1])
    began = time.perf_counter()
    found = look(timed, states)
    # A search of a few plies more takes minutes; machines with other work get a lot of room.
    assert time.perf_counter() - began < 10 * 0.02 + 5
    for state, move in zip(states, found.moves, strict=True):
        assert move in GAME.legal_moves(GAME.unpack(state))


def test_more_time_looks_further() -> None:
    states = positions(6, 4)
    short, long = (look(player(make_search("alphabeta", time_ms=ms)), states) for ms in (0.1, 100))
    assert long.nodes.sum() > 10 * short.nodes.sum()


def test_the_first_iteration_is_always_completed() -> None:
    """Without any time the move is that of a search to depth 1, node by node; the first move of a
    game has 99."""
    for plies in (0, 1, 10):
        states = positions(plies, 50)
        assert same(look(short_of_time(), states), look(player(make_search("greedy")), states))


def test_a_game_that_is_decided_needs_no_time() -> None:
    states = positions(14, 30, SMALL)
    began = time.perf_counter()
    found = look(player(make_search("alphabeta", time_ms=60_000), SMALL), states, SMALL)
    # To the end of a small board, not to the end of half an hour.
    assert time.perf_counter() - began < 60
    assert (np.abs(found.values) > 1e11).all()


def test_moves_that_the_limit_cut_short_are_counted_for_their_player() -> None:
    hasty, careful = short_of_time(SMALL), player(make_search("alphabeta", depth=2), SMALL)
    played = games((hasty, careful), 6, 20)
    assert played.cut[:, 0].sum() > 10
    assert (played.cut[:, 0] <= (played.plies - 6 + 1) // 2).all()
    assert not played.cut[:, 1].any()
    swapped = games((careful, hasty), 6, 20)
    assert swapped.cut[:, 1].sum() > 10
    assert not swapped.cut[:, 0].any()


def test_without_limits_in_time_nothing_is_cut_or_late() -> None:
    one = player(make_search("alphabeta", nodes=50), SMALL)
    slow = ponderer("pondering()", make_search("greedy"))
    for opponent in (one, slow):
        played = games((one, opponent), 16, 4)
        assert not played.cut.any()
        assert not played.late.any()


def test_a_player_with_time_enough_is_neither_cut_nor_late() -> None:
    one = player(make_search("alphabeta", time_ms=60_000), SMALL)
    played = games((one, one), 14, 10)
    assert not played.cut.any()
    assert not played.late.any()


@pytest.mark.parametrize("side", [0, 1])
def test_a_player_that_exceeds_its_limit_by_more_than_the_grace_loses(side: int) -> None:
    late = ponderer("pondering()", make_search("alphabeta", time_ms=0.1))
    quick = player(make_search("greedy"), SMALL)
    players = (late, quick) if side == 0 else (quick, late)
    # After four plies both can still move.
    played = games(players, 4, 4)
    assert played.late[:, side].tolist() == [1, 1, 1, 1]
    assert not played.late[:, 1 - side].any()
    assert played.results.tolist() == [-1 if side == 0 else 1] * 4
    # It is the first move of the late player that does not count.
    begins = np.arange(4) % 2 == side
    assert played.plies.tolist() == [4 if begun else 5 for begun in begins]


def test_a_limit_holds_from_its_stage_on() -> None:
    """Slow from the start, and late as soon as the second stage, which has a limit, begins."""
    search = make_search(
        "staged",
        switch_ply=9,
        first=make_search("greedy"),
        then=make_search("alphabeta", time_ms=0.1),
    )
    slow = ponderer("pondering()", search)
    played = games((slow, player(make_search("random"), SMALL)), 6, 4)
    reached = played.plies >= 9
    assert reached.any()
    assert np.array_equal(played.late[:, 0] == 1, reached)
    assert set(played.plies[reached].tolist()) <= {9, 10}
    assert (played.results[reached] == -1).all()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (make_search("greedy"), make_search("alphabeta", depth=4)),
        (make_search("random"), make_search("minimax", depth=3)),
        (make_search("alphabeta", nodes=200), make_search("alphabeta", depth=2, ties="ordered")),
    ],
)
def test_a_staged_search_is_its_first_part_and_from_the_switch_on_its_second(
    first: Search, then: Search
) -> None:
    staged = player(make_search("staged", switch_ply=20, first=first, then=then))
    parts = {"first": player(first), "then": player(then)}
    for plies in (0, 1, 2, 18, 19, 20, 21, 40):
        states = positions(plies, 20)
        if plies < 2:
            # All placements are equal by symmetry or nearly so, and there are 99 of them.
            states = states[:2]
        expected, other = ("first", "then") if plies < 20 else ("then", "first")
        found = look(staged, states)
        assert same(found, look(parts[expected], states)), plies
        assert not same(found, look(parts[other], states)), plies


def test_staged_games_are_the_same_every_time() -> None:
    staged = make_search(
        "staged", switch_ply=20, first=make_search("greedy"), then=make_search("random")
    )
    one, other = (
        games((player(staged), player(make_search("greedy"))), 4, 50, GAME) for _ in range(2)
    )
    for name in ("results", "plies", "nodes"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def late_pairs(side: int) -> tuple[Pairs, OpeningSet]:
    late = ponderer("pondering()", make_search("alphabeta", time_ms=0.1))
    quick = player(make_search("greedy"), SMALL)
    openings = draw_openings(SMALL, 4, "search", 3, 1)
    players = (late, quick) if side == 0 else (quick, late)
    return play_pairs(SMALL, players, openings, "x", (0, 3)), openings


@pytest.mark.parametrize("side", [0, 1])
def test_pairs_show_who_lost_on_time(side: int) -> None:
    pairs, _ = late_pairs(side)
    assert pairs.late[:, :, side].tolist() == [[1, 1]] * 3
    assert not pairs.late[:, :, 1 - side].any()
    assert (pairs.cut[:, :, side] == 1).all()
    other = pairs.seen_by_other()
    assert other.late[:, :, 1 - side].tolist() == [[1, 1]] * 3
    np.testing.assert_array_equal(other.results, -pairs.results[:, ::-1])
