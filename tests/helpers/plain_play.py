"""A game between two agents in plain Python, random numbers and all: the twin of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import plain_search
from searches import HEURISTICS, evaluation

from engine.game import Game
from engine.kernels.settings import LAST_DEPTH
from engine.play.search import Search

__all__ = ["GOLDEN", "Agent", "Played", "mix", "play", "replay", "shuffled"]

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


@dataclass
class Played:
    """A game: the result of the first agent, plies, nodes of both, moves, and their values.

    A value is that of the move as who makes it sees it; None of a random move.
    """

    result: int = 0
    plies: int = 0
    nodes: list[int] = field(default_factory=lambda: [0, 0])
    moves: list[int] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)


def replay(
    game: Game[Any], agents: tuple[Agent, Agent], position: Any, mover: int, seed: int
) -> tuple[int, int, list[int]]:
    """One game in plain Python: (result of the first agent, plies, nodes of both)."""
    played = play(game, agents, position, mover, seed)
    return played.result, played.plies, played.nodes


def play(
    game: Game[Any], agents: tuple[Agent, Agent], position: Any, mover: int, seed: int
) -> Played:
    """One game in plain Python; who gives up makes no move, but has searched one."""
    players = (game.player_to_move(position), mover)
    played = Played(plies=position.ply)
    while game.winner(position) is None:
        seed += GOLDEN
        order = shuffled(game.legal_moves(position), mix(seed))
        name, how = agents[mover]
        move, value = order[0], None
        if how.algorithm != "random":
            plain, depth = evaluation(*HEURISTICS[name]), how.row()[LAST_DEPTH]
            if how.algorithm == "minimax":
                found = plain_search.minimax(game, position, plain, depth, order)
            else:
                found = plain_search.alphabeta(game, position, plain, depth, order, killers={})
            move, value = found.move, found.value
            played.nodes[mover] += found.nodes
            if how.gives_up and found.value <= -plain_search.LIMIT:
                played.values.append(value)
                played.result = 1 if mover == 1 else -1
                return played
        played.moves.append(move)
        played.values.append(value)
        position = game.play(position, move)
        mover = 1 - mover
        played.plies += 1
    winner = game.winner(position)
    assert winner is not None
    first_agent = players[0] if players[1] == 0 else 3 - players[0]
    played.result = 0 if winner == 0 else 1 if winner == first_agent else -1
    return played
