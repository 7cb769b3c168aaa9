"""Fair openings: the agents' own first two plies, from which both games of a pair go on.

The rule of the 9x11 course: each game is played again from its first two plies with the agents
exchanged, so that whoever chose the better start has to face it, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse
from engine.play.player import Player
from tuner.matches.openings import OpeningSet, set_seed

__all__ = ["FAIR_PLIES", "draw_fair_openings"]

FAIR_PLIES = 2


def draw_fair_openings(
    game: Game[Any], players: tuple[Player, Player], name: str, pairs: int, seed: int
) -> OpeningSet:
    """Let the two players play the first two plies of each pair, beginning in turn.

    Two pairs share a cluster where their openings are equal up to symmetry; agents without random
    ties may have one opening only, and then their games say nothing of others.

    Args:
        game: the rules.
        players: the first one begins the even pairs, the second one the odd pairs.
        name: of the set; the seeds depend on it.
        pairs: number of openings.
        seed: of the tournament.
    """
    stream = np.random.default_rng(set_seed(seed, "fair", name))
    states = np.repeat(game.pack([game.initial()]), pairs, axis=0)
    begins = np.arange(pairs) % 2
    for ply in range(FAIR_PLIES):
        seeds = stream.integers(0, 2**64, size=pairs, dtype=np.uint64)
        mover = (begins + ply) % 2
        for side, player in enumerate(players):
            chosen = mover == side
            states[chosen] = _play(game, player, states[chosen], seeds[chosen])
    keys = game.canonical(states)
    _, found = np.unique(keys, axis=0, return_inverse=True)
    clusters = found.reshape(-1).astype(np.int64)
    for array in (states, clusters):
        array.flags.writeable = False
    return OpeningSet(name, states, clusters, set_seed(seed, "games", name))


def _play(game: Game[Any], player: Player, states: States, seeds: NDArray[np.uint64]) -> States:
    """Return the states after the player's move in each."""
    moves = analyse(game, player, states, seeds).moves
    positions = [
        game.play(game.unpack(state), int(move)) for state, move in zip(states, moves, strict=True)
    ]
    return game.pack(positions)
