"""Which moves agents choose in sampled positions: how much a change of values changes play."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse
from features.compiled import heuristic_player
from tuner.matches.agent import Agent
from tuner.matches.sample import sample_positions

__all__ = ["chosen_moves", "positions_with_a_choice"]


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
