"""A game that goes on after `max_plies` is an error, and never a batch that does not end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from own_games import NOUGHTS, game_folder

from engine.errors import EngineError
from engine.own_games import load_own_game
from engine.play.batches import Openings
from engine.play.driver import outcome_chooser, play_games
from engine.play.player import make_player
from engine.play.searches import RandomMoves
from engine.stones.stones_game import StonesGame

GAMES = 100


@pytest.fixture(scope="module")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_own_game(game_folder(tmp_path_factory.mktemp("noughts"), NOUGHTS)).game


class Shorter(StonesGame):
    """Noughts and crosses that says it is over after 8 plies, and goes on to the ninth."""

    max_plies = 8


def longest(game: Any) -> int:
    """Random games between two players; none of noughts and crosses is longer than 9 plies."""
    player = make_player(game, outcome_chooser(game), (), RandomMoves())
    states = np.repeat(game.pack([game.initial()]), GAMES, axis=0)
    seeds = np.arange(GAMES, dtype=np.uint64)
    begun = Openings(states, np.zeros(GAMES, dtype=np.int64), seeds)
    return int(play_games(game, (player, player), begun).plies.max())


def test_a_game_may_end_with_its_last_possible_ply(noughts: Any) -> None:
    assert noughts.max_plies == longest(noughts) == 9


def test_a_game_that_goes_on_after_its_last_possible_ply_is_broken_off(noughts: Any) -> None:
    with pytest.raises(EngineError) as caught:
        longest(Shorter(**vars(noughts)))
    assert str(caught.value) == (
        "a game of noughts goes on after 8 plies, its max_plies; let the rules end every game by "
        "then, or make max_plies larger"
    )
