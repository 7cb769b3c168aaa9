"""Find the line of best moves that a search to a fixed depth expects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.kernels.evaluation import EVALUATION_LIMIT, win_in
from engine.kernels.rounding import rounded
from engine.play.lookahead import Greedy, Minimax
from features.interpret import interpret
from tuner.matches.agent import Agent

__all__ = ["Variation", "looked_ahead", "principal_variation"]

_EVALUATIONS = 3000
"""So many positions are evaluated in plain Python at most: some tenths of a second."""


@dataclass(frozen=True)
class Variation:
    """This is a line of best moves of both sides, as the agent to move sees them.

    Attributes:
        moves: in the game's own numbers, the first one first.
        value: of the position at its end for the side to move at its beginning; the value of a win
            or a loss as `engine.kernels.evaluation.win_in` has it.
        end: the position at its end.
    """

    moves: tuple[int, ...]
    value: float
    end: Any


def looked_ahead(agent: Agent, ply: int) -> int:
    """Return the plies that an agent looks ahead at a ply of the game, 0 if that is not fixed."""
    search = agent.search.at(ply).search
    if isinstance(search, Minimax):
        return search.depth
    return 1 if isinstance(search, Greedy) else 0


def principal_variation(
    game: Game[Any], agent: Agent, position: Any, move: int
) -> Variation | None:
    """Return the line that begins with a move, each side then playing its best, as the agent sees.

    All positions are evaluated by the heuristic's twins from the side of the agent, as in a search
    (`engine.kernels.alphabeta`); of equally good moves the first one is taken.

    Args:
        game: the rules.
        agent: whose search and evaluation it is; it is to move.
        position: where the line begins.
        move: the first move of the line.

    Returns:
        None where the search has no fixed depth, or more than 3,000 positions would have to be
        evaluated.
    """
    depth = looked_ahead(agent, position.ply)
    if depth == 0:
        return None
    lines = _Lines(game, agent, game.player_to_move(position))
    try:
        found = lines.best(game.play(position, move), 1, depth, (-math.inf, math.inf))
    except _TooLongError:
        return None
    return Variation((move, *found.moves), found.value, found.end)


class _TooLongError(Exception):
    """More positions would have to be evaluated than there is time for."""


@dataclass
class _Lines:
    """Hold what is the same in a whole tree, and count the positions that were evaluated."""

    game: Game[Any]
    agent: Agent
    player: int
    evaluated: int = 0

    def best(self, position: Any, ply: int, depth: int, window: tuple[float, float]) -> Variation:
        """Return the best line from a position on, `ply` plies below the root; alpha-beta."""
        winner = self.game.winner(position)
        if winner is not None:
            return Variation((), self._finished(winner, ply), position)
        if ply == depth:
            return Variation((), self._evaluated(position), position)
        maximizing = self.game.player_to_move(position) == self.player
        low, high = window
        found: Variation | None = None
        for move in self.game.legal_moves(position):
            line = self.best(self.game.play(position, move), ply + 1, depth, (low, high))
            if found is None or (
                line.value > found.value if maximizing else line.value < found.value
            ):
                found = Variation((move, *line.moves), line.value, line.end)
            low, high = (max(low, line.value), high) if maximizing else (low, min(high, line.value))
            if low >= high:
                break
        assert found is not None, "a game that goes on has a move"
        return found

    def _finished(self, winner: int, ply: int) -> float:
        if winner == 0:
            return 0.0
        return win_in(np.int64(ply)) if winner == self.player else -win_in(np.int64(ply))

    def _evaluated(self, position: Any) -> float:
        self.evaluated += 1
        if self.evaluated > _EVALUATIONS:
            raise _TooLongError
        view = self.game.view(position, self.player)
        value = interpret(self.agent.heuristic, self.agent.values, view)
        return float(rounded(min(max(value, -EVALUATION_LIMIT), EVALUATION_LIMIT)))
