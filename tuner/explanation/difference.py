"""Compare the choices of two agents on sampled positions: where they differ, and why."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.play.proving import find_solver, prove
from features.shares import value_shares
from tuner.explanation.variation import Variation, principal_variation
from tuner.matches.agent import Agent
from tuner.matches.sample import chosen_moves, positions_with_a_choice
from tuner.stats.interval import Interval, wilson

__all__ = ["Choice", "Difference", "Differences", "find_differences"]

_PROOF_NODES = 300_000
"""Steps of the proof of one move, some hundredths of a second."""


@dataclass(frozen=True)
class Choice:
    """This is what one of two agents would play in a position, and why.

    Attributes:
        move: in the game's notation.
        result: what perfect play makes of it for the side to move: "wins", "draws" or "loses"; ""
            where that is not soon proven.
        reasons: the parts of its own formula that speak most for its move and against the other
            agent's, each with by how much: the difference of the part at the ends of the two lines
            that it expects. Empty where it looks ahead to no fixed depth, or a line ends the game.
    """

    move: str
    result: str
    reasons: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Difference:
    """This is a position in which two agents choose different moves.

    Attributes:
        position: in the game's notation.
        player: the side to move, 1 or 2.
        choices: of the first and of the second agent.
    """

    position: str
    player: int
    choices: tuple[Choice, Choice]


@dataclass(frozen=True)
class Differences:
    """This says how often two agents choose differently, and who is right then.

    Attributes:
        names: of the agents.
        share: of the sampled positions in which their moves differ, with a 95% interval.
        positions: that were sampled, all with two or more moves.
        found: the positions in which they differ, in the order of the sample.
    """

    names: tuple[str, str]
    share: Interval
    positions: int
    found: tuple[Difference, ...]

    @property
    def known(self) -> tuple[Difference, ...]:
        """Return those in which both moves are proven."""
        return tuple(one for one in self.found if all(choice.result for choice in one.choices))

    def right(self, index: int) -> int:
        """Return in how many of those an agent's move alone, 0 or 1, is the better one."""
        worth = [tuple(_WORTH[choice.result] for choice in one.choices) for one in self.known]
        return sum(pair[index] > pair[1 - index] for pair in worth)


_REASONS = 3
_WORTH = {"loses": 0, "draws": 1, "wins": 2}


def find_differences(
    game: Game[Any], agents: tuple[Agent, Agent], count: int, seed: int, executor: Executor
) -> Differences:
    """Find sampled positions in which two agents choose different moves.

    Args:
        game: the rules.
        agents: the two.
        count: of the positions that are sampled, about; of all stages of random games.
        seed: of the sample, and of how ties are broken.
        executor: its threads search.

    Raises:
        EvaluationError: if a formula gives no number.
    """
    states, seeds = positions_with_a_choice(game, count, seed)
    moves = [chosen_moves(game, agent, states, seeds, executor) for agent in agents]
    differ = np.flatnonzero(moves[0] != moves[1])
    found = [
        _difference(
            game, agents, game.unpack(states[index]), (int(moves[0][index]), int(moves[1][index]))
        )
        for index in differ
    ]
    return Differences(
        (agents[0].name, agents[1].name),
        wilson(len(differ), len(states)),
        len(states),
        tuple(found),
    )


def _difference(
    game: Game[Any], agents: tuple[Agent, Agent], position: Any, moves: tuple[int, int]
) -> Difference:
    first, second = (
        Choice(
            game.format_move(move),
            _result(game, game.play(position, move)),
            _reasons(game, agent, position, (move, other)),
        )
        for agent, move, other in zip(agents, moves, reversed(moves), strict=True)
    )
    return Difference(
        game.format_position(position), game.player_to_move(position), (first, second)
    )


def _result(game: Game[Any], position: Any) -> str:
    """Return what a position is worth for the side that has just moved, "" if that is not known."""
    mover = 3 - game.player_to_move(position)
    winner = game.winner(position)
    if winner is not None:
        return "draws" if winner == 0 else "wins" if winner == mover else "loses"
    if find_solver(game) is None:
        return ""
    return _OF_OTHER.get(prove(game, position, _PROOF_NODES).outcome, "")


_OF_OTHER = {"win": "loses", "loss": "wins", "draw": "draws"}


def _reasons(
    game: Game[Any], agent: Agent, position: Any, moves: tuple[int, int]
) -> tuple[tuple[str, float], ...]:
    lines = [principal_variation(game, agent, position, move) for move in moves]
    player = game.player_to_move(position)
    shares = [_shares(game, agent, line, player) for line in lines]
    if not all(shares):
        return ()
    own, other = shares
    by = {part: own.get(part, 0.0) - other.get(part, 0.0) for part in {**own, **other}}
    most = sorted((part for part in by if by[part] > 0.0), key=lambda part: -by[part])
    return tuple((part, by[part]) for part in most[:_REASONS])


def _shares(
    game: Game[Any], agent: Agent, line: Variation | None, player: int
) -> Mapping[str, float]:
    if line is None or game.winner(line.end) is not None:
        return {}
    return value_shares(agent.heuristic, agent.values, game.view(line.end, player))
