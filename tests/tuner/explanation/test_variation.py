"""Lines of best moves, beside plain minimax on positions as values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from plain_search import minimax_values, win_in

from engine.games import find_game
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.interpret import interpret
from features.presets import find_preset
from tuner.explanation.variation import looked_ahead, principal_variation
from tuner.matches.agent import Agent
from tuner.matches.sample import positions_with_a_choice

Board = Callable[[str], tuple[Any, Any]]

ONE_SIDED = Heuristic("one_sided", "isolation", (), (), "moves(own) - 0.1 * distance()")
"""The other side would not see minus this value."""

# 2 is to move, and c6 is the last square of 1.
LAST_SQUARE = """
1......
......x
.x.....
...2...
.......
.......
......x
"""


def agent(heuristic: Heuristic, depth: int) -> Agent:
    search = make_search("alphabeta", depth=depth)
    return Agent(heuristic.name, heuristic, heuristic.defaults, search)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "heuristic", [find_preset("improved"), ONE_SIDED], ids=lambda one: one.name
)
def test_the_line_has_the_value_of_plain_minimax(heuristic: Heuristic, depth: int) -> None:
    """Each move of the line keeps the value, so the position at its end has it."""
    game = find_game("isolation-5x5")
    evaluation = partial(interpret, heuristic, heuristic.defaults)
    states, _ = positions_with_a_choice(game, 60)
    for state in states[::6]:
        position = game.unpack(state)
        for move, value in minimax_values(game, position, evaluation, depth).items():
            line = principal_variation(game, agent(heuristic, depth), position, move)
            assert line is not None
            assert line.value == value
            assert line.moves[0] == move
            end = position
            for one in line.moves:
                end = game.play(end, one)
            assert end == line.end
            if game.winner(end) is None:
                assert len(line.moves) == depth
                view = game.view(end, game.player_to_move(position))
                assert value == pytest.approx(evaluation(view))


def test_a_search_of_no_fixed_depth_has_no_line(on_board: Board) -> None:
    game, position = on_board(LAST_SQUARE)
    search = make_search("alphabeta", nodes=100)
    player = Agent("i", find_preset("improved"), (), search)
    assert looked_ahead(player, position.ply) == 0
    assert principal_variation(game, player, position, game.legal_moves(position)[0]) is None


def test_a_line_that_takes_too_long_to_find_is_none() -> None:
    """Nine plies from the empty board are millions of positions, however many are left out."""
    game = find_game("isolation")
    player = agent(find_preset("improved"), 9)
    assert principal_variation(game, player, game.initial(), 0) is None


def test_win_is_counted_in_plies(on_board: Board) -> None:
    """2 takes c6, and 1 cannot move: the game is over after one ply."""
    game, position = on_board(LAST_SQUARE)
    line = principal_variation(
        game, agent(find_preset("improved"), 3), position, game.parse_move("c6", position)
    )
    assert line is not None
    assert (len(line.moves), line.value) == (1, win_in(1))
