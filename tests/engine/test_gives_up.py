"""A search that gives up: it loses at once where every move loses by force, and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pentago_searches import BOARDS
from searches import HEURISTICS, MOBILITY

from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.driver import play_games
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset
from tuner.explanation.position import explain_position
from tuner.explanation.text import report_json, report_lines
from tuner.matches.agent import Agent

OnBoard = Callable[[str], tuple[Any, Any]]

# All three moves lose: d1 in 2 plies, b1 in 4, a2 in 8.
LOST = """
    x.x.
    x.1.
    .x2.
    ....
"""


def from_here(game: Any, position: Any, how: Search, values: Any = None, count: int = 1) -> Games:
    """Games in which the side to move searches so, against one that sees the end."""
    heuristic, own_values = HEURISTICS["distance"]
    agent = heuristic_player(game, heuristic, values or own_values, how)
    other = heuristic_player(game, heuristic, own_values, make_search("alphabeta", depth=12))
    states = np.repeat(game.pack([position]), count, axis=0)
    seeds = np.arange(count, dtype=np.uint64)
    return play_games(game, (agent, other), Openings(states, np.zeros(count, np.int64), seeds))


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_it_gives_up_as_soon_as_it_sees_that_every_move_loses(
    on_board: OnBoard, algorithm: str
) -> None:
    game, position = on_board(LOST)
    for depth in (8, 12):
        played = from_here(game, position, make_search(algorithm, depth=depth, gives_up=True))
        assert played.results.tolist() == [-1]
        assert played.plies.tolist() == [position.ply]


def test_it_plays_on_while_a_move_may_not_lose(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    # Four plies do not show that a2 loses, in 8; two plies later the rest is seen.
    played = from_here(game, position, make_search("alphabeta", depth=6, gives_up=True))
    assert played.results.tolist() == [-1]
    assert played.plies.tolist() == [position.ply + 2]


def test_without_the_option_the_game_is_played_to_its_end(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    played = from_here(game, position, make_search("alphabeta", depth=12))
    assert played.plies.tolist() == [position.ply + 8]


def test_with_a_node_limit_the_last_completed_iteration_decides(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    deep, shallow = (
        from_here(game, position, make_search("alphabeta", nodes=nodes, gives_up=True))
        for nodes in (10_000, 1)
    )
    assert deep.plies.tolist() == [position.ply]
    # One node is one ply: the side is not stuck after any of its moves.
    assert shallow.plies[0] > position.ply


def test_minus_infinity_after_every_move_is_given_up_too(on_board: OnBoard) -> None:
    """So does a search that begins with minus infinity and asks for more than that."""
    game, position = on_board(LOST)
    how = make_search("greedy", gives_up=True)
    lost = from_here(game, position, how, values=(0.0, 0.0, -math.inf))
    assert lost.plies.tolist() == [position.ply]
    large = from_here(game, position, how, values=(0.0, 0.0, -1e100))
    assert large.plies[0] > position.ply


def test_a_stage_gives_up_by_itself(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    giving, plain = (make_search("alphabeta", depth=12, gives_up=up) for up in (True, False))
    for first, then, plies in ((giving, plain, 0), (plain, giving, 2)):
        how = make_search("staged", switch_ply=position.ply + 1, first=first, then=then)
        assert from_here(game, position, how).plies.tolist() == [position.ply + plies]


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_pentago(algorithm: str) -> None:
    game, position = find_game("pentago"), BOARDS["white threatens on two sides"]
    straights = find_preset("straights")
    for gives_up in (True, False):
        how = make_search(algorithm, depth=2, gives_up=gives_up)
        agent = heuristic_player(game, straights, straights.defaults, how)
        begun = Openings(game.pack([position]), np.zeros(1, np.int64), np.zeros(1, np.uint64))
        played = play_games(game, (agent, agent), begun)
        assert played.results.tolist() == [-1]
        assert played.plies.tolist() == [position.ply + (0 if gives_up else 2)]


def test_the_choice_of_a_move_is_that_of_the_search_without_it(on_board: OnBoard) -> None:
    """Whoever asks for a move gets a legal one, and explain says what would happen in a game."""
    game, position = on_board(LOST)
    reports = [
        explain_position(
            game,
            Agent("it", MOBILITY, (0.0, 0.0, 1.0), make_search("alphabeta", depth=8, gives_up=up)),
            position,
        )
        for up in (True, False)
    ]
    assert [report.move for report in reports] == ["a2", "a2"]
    assert [report_json(report)["gives_up"] for report in reports] == [True, False]
    lines = report_lines(reports[0], Agent("it", MOBILITY, (0.0, 0.0, 1.0), make_search("greedy")))
    assert lines[-2].startswith("alphabeta depth 8 (gives up) chooses a2 for player 1: loses")
    assert lines[-2].endswith("; it gives up and loses at once")


def test_what_does_not_give_up_is_written_as_before() -> None:
    assert make_search("greedy").tree() == {"algorithm": "greedy", "ties": "random"}
    assert make_search("greedy", gives_up=True).tree() == {
        "algorithm": "greedy",
        "gives_up": True,
        "ties": "random",
    }
    assert (
        str(make_search("alphabeta", nodes=4500, gives_up=True))
        == "alphabeta 4500 nodes (gives up)"
    )
