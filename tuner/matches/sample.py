"""Positions of all stages of a game, to look at heuristics without playing."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.game import Game, States
from engine.play.driver import random_positions

__all__ = ["sample_positions", "view_of"]


def sample_positions(game: Game[Any], count: int, seed: int = 1, step: int = 2) -> States:
    """Return about `count` positions after 2 and more random plies, each as both sides see it.

    Args:
        game: the rules and the board.
        count: of the positions.
        seed: of the random plies.
        step: from one number of plies to the next.

    Returns:
        Shape (n, STATE_SLOTS); the second half are the first half's positions seen by the other
        side. Games that ended before their ply are left out, so late positions are rarer.
    """
    stream = np.random.default_rng(seed)
    parts = []
    depths = range(2, game.max_plies, step)
    for plies in depths:
        seeds = stream.integers(0, 2**64, size=count // len(depths) + 1, dtype=np.uint64)
        states, going = random_positions(game, plies, seeds)
        parts.append(states[going])
    states = np.concatenate(parts)
    return np.concatenate([states, game.seen_by_other(states)])


def view_of(game: Game[Any], states: States, index: int) -> Any:
    """Return one of the states of `sample_positions` as its side sees it, for twins of features."""
    positions = len(states) // 2
    position = game.unpack(states[index % positions])
    mover = game.player_to_move(position)
    return game.view(position, mover if index < positions else 3 - mover)
