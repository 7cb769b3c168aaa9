"""Draw positions of all stages of a game, and ask agents for their moves in them."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse, random_positions
from features.compiled import heuristic_player
from tuner.matches.agent import Agent

__all__ = ["chosen_moves", "positions_with_a_choice", "sample_positions", "view_of"]


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


def chosen_moves(
    game: Game[Any],
    agent: Agent,
    states: States,
    seeds: NDArray[np.uint64],
    executor: Executor | None = None,
) -> NDArray[np.int64]:
    """Return the move that an agent chooses in each position, shape (n,).

    Raises:
        EvaluationError: if its formula gave no number.
    """
    player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
    return analyse(game, player, states, seeds, executor).moves


def positions_with_a_choice(
    game: Game[Any], count: int, seed: int = 1
) -> tuple[States, NDArray[np.uint64]]:
    """Return up to `count` positions of all stages with two or more moves, and a seed for each.

    Where there is one move only all agents choose it, which would make any two look alike.
    """
    states = sample_positions(game, count, seed)
    # The second half are the same positions seen by the side that is not to move.
    states = states[: len(states) // 2]
    choice = np.array([len(game.legal_moves(game.unpack(state))) > 1 for state in states])
    stream = np.random.default_rng(seed)
    return states[choice], stream.integers(0, 2**64, size=int(choice.sum()), dtype=np.uint64)
