"""A search with a node limit: deterministic, never far beyond it, never without a move."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import plain_search
import pytest
from searches import (
    HEURISTICS,
    cases,
    evaluation,
    found_by,
    near,
    random_position,
    search,
)

from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.driver import play_games, random_positions
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

OnBoard = Callable[[str], tuple[Any, Any]]


def limited(game: Any, position: Any, nodes: int) -> plain_search.Found:
    how = make_search("alphabeta", nodes=nodes, ties="ordered")
    return found_by(search(game, position, *HEURISTICS["weighted mobility"], how))


def node_limit_cases() -> Iterator[tuple[Any, Any, list[plain_search.Found]]]:
    generator = random.Random(3)
    for board in ("5x5", "5x7", "7x7", "8x8"):
        game = find_game(f"isolation-{board}")
        for plies in (2, 5, 8, 12):
            position = random_position(game, plies, generator)
            plain = evaluation(*HEURISTICS["weighted mobility"])
            yield game, position, plain_search.deepening(game, position, plain, 4)


def test_a_node_limit_gives_the_last_completed_iteration() -> None:
    compared = 0
    for game, position, iterations in node_limit_cases():
        for iteration, deeper in itertools.pairwise(iterations):
            # Room for exactly this iteration, and for some but not all of the next.
            exact = limited(game, position, iteration.nodes)
            assert exact == near(iteration), game.draw(position)
            half = limited(game, position, (iteration.nodes + deeper.nodes) // 2)
            compared += half.nodes < deeper.nodes
            if half.nodes < deeper.nodes:
                assert (half.move, half.value) == (exact.move, exact.value), game.draw(position)
            else:
                assert half == near(deeper), game.draw(position)
    assert compared > 20


def test_a_node_limit_is_exceeded_by_at_most_the_children_of_one_position() -> None:
    for board, plies in (("7x7", 0), ("7x7", 1), ("8x8", 6), ("5x7", 9)):
        game = find_game(f"isolation-{board}")
        position = random_position(game, plies, random.Random(4))
        children = 8 if plies > 1 else len(game.legal_moves(position))
        for nodes in (1, 2, 7, 40, 49, 50, 51, 60, 100, 255, 1_000, 5_000):
            found = limited(game, position, nodes)
            assert found.nodes <= nodes + children
            assert found == limited(game, position, nodes)


def test_a_deeper_node_limit_uses_its_nodes() -> None:
    game = find_game("isolation")
    position = random_position(game, 4, random.Random(5))
    for nodes in (100, 1_000, 10_000, 100_000):
        assert limited(game, position, nodes).nodes >= nodes


def test_a_node_limit_ends_with_a_proof(on_board: OnBoard) -> None:
    # e3 shuts player 2 in at once.
    game, position = on_board("""
        xx...
        ..xx.
        xx1.x
        ..x2.
    """)
    how = make_search("alphabeta", nodes=1_000_000)
    found = found_by(search(game, position, *HEURISTICS["constant"], how))
    assert found.value == plain_search.win_in(1)
    assert found.nodes <= 6


@pytest.mark.parametrize(
    "how",
    [make_search("alphabeta", nodes=1), make_search("greedy"), make_search("random")],
    ids=str,
)
def test_a_legal_move_always_comes_back(how: Search) -> None:
    for game, position, _ in cases():
        found = search(game, position, *HEURISTICS["distance"], how, seeds=5)
        assert set(found.moves.tolist()) <= set(game.legal_moves(position))


def test_one_node_is_a_search_of_depth_1() -> None:
    for game, position, _ in cases():
        found = limited(game, position, 1)
        expected = plain_search.alphabeta(
            game, position, evaluation(*HEURISTICS["weighted mobility"]), 1
        )
        assert found == near(expected)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_depth_beside_many_nodes_is_a_search_of_that_depth(depth: int) -> None:
    for game, position, iterations in node_limit_cases():
        how = make_search("alphabeta", depth=depth, nodes=10**9, ties="ordered")
        found = found_by(search(game, position, *HEURISTICS["weighted mobility"], how))
        expected = near(iterations[depth - 1])
        assert (found.move, found.value) == (expected.move, expected.value), game.draw(position)


def games_of(board: str, preset: str, **limits: int) -> Games:
    """60 games of a preset against itself, with these limits."""
    game, found = find_game(board), find_preset(preset)
    player = heuristic_player(game, found, found.defaults, make_search("alphabeta", **limits))
    seeds = np.arange(60, dtype=np.uint64)
    states, _ = random_positions(game, 4, seeds)
    return play_games(game, (player, player), Openings(states, np.zeros(60, np.int64), seeds))


@pytest.mark.parametrize(
    ("board", "preset"), [("isolation-5x5", "improved"), ("pentago", "straights")]
)
def test_how_often_nodes_cut_a_move_short_is_counted_beside_a_depth(
    board: str, preset: str
) -> None:
    """With one node every move is cut, but for proven ones; with a billion none is."""
    few = games_of(board, preset, depth=2, nodes=1)
    assert (few.cut.sum(axis=1) <= few.plies - 4).all()
    assert few.cut.sum() > 0.5 * (few.plies - 4).sum()
    assert games_of(board, preset, depth=2, nodes=10**9).cut.sum() == 0
    # A limit of nodes alone cuts every move, which says nothing.
    assert games_of(board, preset, nodes=1).cut.sum() == 0
