"""Positions of whole games that an agent plays against itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.game import Game, States
from engine.play.driver import analyse, random_positions
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.heuristic import Heuristic

__all__ = ["played_positions"]

_GAMES = 120


def played_positions(game: Game[Any], heuristic: Heuristic, count: int) -> States:
    """Return positions of all stages of games from two random plies on, finished ones too.

    Both sides look one move ahead.
    """
    player = heuristic_player(game, heuristic, heuristic.defaults, make_search("greedy"))
    seeds = np.arange(_GAMES, dtype=np.uint64)
    states, _ = random_positions(game, 2, seeds)
    found = [states]
    while len(states):
        moves = analyse(game, player, states, seeds[: len(states)]).moves
        after = [
            game.play(game.unpack(state), int(move))
            for state, move in zip(states, moves, strict=True)
        ]
        found.append(game.pack(after))
        going = [game.winner(one) is None for one in after]
        states = found[-1][np.array(going)]
    every = np.concatenate(found)
    assert len(every) >= count
    return every[np.linspace(0, len(every) - 1, count).astype(int)]
