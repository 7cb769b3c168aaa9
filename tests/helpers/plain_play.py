"""A game between two agents in plain Python, random numbers and all: the twin of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plain_search
from searches import HEURISTICS, evaluation

from engine.game import Game
from engine.kernels.settings import LAST_DEPTH
from engine.play.search import Search

__all__ = ["GOLDEN", "Agent", "mix", "replay", "shuffled"]

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

Agent = tuple[str, Search]
"""A key of HEURISTICS, and how it searches."""


def mix(counter: int) -> int:
    """The finalizer of splitmix64, as published (Java's SplittableRandom has it too)."""
    word = counter & MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def shuffled(moves: Sequence[int], seed: int) -> list[int]:
    """Fisher-Yates from the end."""
    order = list(moves)
    for last in range(len(order) - 1, 0, -1):
        seed += GOLDEN
        other = mix(seed) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def replay(
    game: Game[Any], agents: tuple[Agent, Agent], position: Any, mover: int, seed: int
) -> tuple[int, int, list[int]]:
    """One game in plain Python: (result of the first agent, plies, nodes of both)."""
    players = (game.player_to_move(position), mover)
    nodes = [0, 0]
    plies = position.ply
    while game.winner(position) is None:
        seed += GOLDEN
        order = shuffled(game.legal_moves(position), mix(seed))
        name, how = agents[mover]
        move = order[0]
        if how.algorithm != "random":
            plain, depth = evaluation(*HEURISTICS[name]), how.row()[LAST_DEPTH]
            if how.algorithm == "minimax":
                found = plain_search.minimax(game, position, plain, depth, order)
            else:
                found = plain_search.alphabeta(game, position, plain, depth, order, killers={})
            if how.gives_up and found.value <= -plain_search.LIMIT:
                nodes[mover] += found.nodes
                return (1 if mover == 1 else -1), plies, nodes
            move = found.move
            nodes[mover] += found.nodes
        position = game.play(position, move)
        mover = 1 - mover
        plies += 1
    winner = game.winner(position)
    assert winner is not None
    first_agent = players[0] if players[1] == 0 else 3 - players[0]
    return (0 if winner == 0 else 1 if winner == first_agent else -1), plies, nodes
