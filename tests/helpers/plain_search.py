"""Searches written from their definition, on positions as values: slow, short and independent.

They work on any `engine.game.Game` and take the evaluation as a plain function of the root
player's view. Values are those of the engine's contract: a game that is over `ply` plies below the
root is worth -win_in(ply) to its loser, a draw 0, evaluations are clamped to +-LIMIT and rounded to
38 bits. Moves whose values differ by less than TIE of the best one are equally good.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game

__all__ = [
    "LIMIT",
    "TIE",
    "Evaluation",
    "Found",
    "alphabeta",
    "deepening",
    "first_best",
    "minimax",
    "minimax_values",
    "rounded",
    "win_in",
]

LIMIT = 2.0**399
TIE = 2.0**-36

Evaluation = Callable[[Any], float]
"""The value of `game.view(position, root player)` to the root player."""


def win_in(plies: int) -> float:
    """The value of a win in so many plies."""
    return 2.0**400 - plies * 2.0**390


def rounded(value: float) -> float:
    """The nearest number of 38 significant bits, the larger one of two."""
    mantissa, exponent = math.frexp(abs(value))
    return math.copysign(math.ldexp(math.floor(mantissa * 2**38 + 0.5), exponent - 38), value)


def first_best(values: Sequence[float]) -> int:
    """The index of the first value that is as good as the largest."""
    best = max(values)
    return next(index for index, value in enumerate(values) if value >= best - TIE * abs(best))


@dataclass(frozen=True)
class Found:
    """What a search found.

    Attributes:
        move: the first best move in the order in which the moves were given.
        value: of that move for the side to move.
        nodes: positions that were visited, the root among them.
    """

    move: int
    value: float
    nodes: int


class _Tree:
    """Counts the positions below one root.

    `killers` has, for each ply, the move that was best in the position of that ply that was looked
    at last; it is tried first. None: moves are always tried in the game's order.
    """

    def __init__(
        self,
        game: Game[Any],
        position: Any,
        evaluation: Evaluation,
        killers: dict[int, int] | None = None,
    ) -> None:
        self.game = game
        self.killers = killers
        self.root_player = game.player_to_move(position)
        self.evaluation = evaluation
        self.nodes = 0

    def _end(self, position: Any, ply: int, depth: int) -> float | None:
        """Value for the side to move where the tree ends, None where it goes on."""
        self.nodes += 1
        to_move = self.game.player_to_move(position)
        winner = self.game.winner(position)
        if winner is not None:
            return 0.0 if winner == 0 else win_in(ply) * (1 if winner == to_move else -1)
        if depth > 0:
            return None
        value = self.evaluation(self.game.view(position, self.root_player))
        clamped = rounded(max(-LIMIT, min(LIMIT, value)))
        return clamped if to_move == self.root_player else -clamped

    def minimax(self, position: Any, ply: int, depth: int) -> float:
        value = self._end(position, ply, depth)
        if value is not None:
            return value
        return max(
            -self.minimax(self.game.play(position, move), ply + 1, depth - 1)
            for move in self.game.legal_moves(position)
        )

    def alphabeta(self, position: Any, ply: int, depth: int, window: tuple[float, float]) -> float:
        """Fail soft; a win at once ends the look at a position, for nothing is better."""
        value = self._end(position, ply, depth)
        if value is not None:
            return value
        alpha, beta = window
        best = -math.inf
        for move in self._ordered(position, ply):
            child = self.game.play(position, move)
            window = (-beta, -max(alpha, best))
            value = -self.alphabeta(child, ply + 1, depth - 1, window)
            if value > best:
                best = value
                if self.killers is not None:
                    self.killers[ply] = move
            if best >= beta or best == win_in(ply + 1):
                break
        return best

    def _ordered(self, position: Any, ply: int) -> list[int]:
        moves = list(self.game.legal_moves(position))
        killer = (self.killers or {}).get(ply)
        if killer in moves:
            moves.remove(killer)
            moves.insert(0, killer)
        return moves


def minimax_values(
    game: Game[Any], position: Any, evaluation: Evaluation, depth: int
) -> dict[int, float]:
    """The value of each move, looking `depth` plies ahead."""
    tree = _Tree(game, position, evaluation)
    return {
        move: -tree.minimax(game.play(position, move), 1, depth - 1)
        for move in game.legal_moves(position)
    }


def minimax(
    game: Game[Any],
    position: Any,
    evaluation: Evaluation,
    depth: int,
    order: Sequence[int] | None = None,
) -> Found:
    """Plain minimax; moves in `order`, by default the game's."""
    tree = _Tree(game, position, evaluation)
    tree.nodes = 1
    moves = list(order or game.legal_moves(position))
    values = [-tree.minimax(game.play(position, move), 1, depth - 1) for move in moves]
    first = first_best(values)
    return Found(moves[first], values[first], tree.nodes)


def alphabeta(
    game: Game[Any],
    position: Any,
    evaluation: Evaluation,
    depth: int,
    order: Sequence[int] | None = None,
    killers: dict[int, int] | None = None,
) -> Found:
    """Recursive alpha-beta; root moves in `order`, by default the game's.

    With killers, which start empty and are kept up to date, those are tried first below the root.
    """
    tree = _Tree(game, position, evaluation, killers)
    tree.nodes = 1
    moves = list(order or game.legal_moves(position))
    values: list[float] = []
    for move in moves:
        window = (-math.inf, -max(values, default=-math.inf))
        values.append(-tree.alphabeta(game.play(position, move), 1, depth - 1, window))
        if values[-1] == win_in(1):
            break
    # The first one better than all before it that is as good as the best: its value is exact.
    first = first_best(values)
    return Found(moves[first], values[first], tree.nodes)


def deepening(
    game: Game[Any], position: Any, evaluation: Evaluation, last_depth: int
) -> list[Found]:
    """Alpha-beta with killers, depth 1, 2, ..., each with the best move of the one before in front.

    `nodes` are the sums over all iterations so far; a proven result is the last.
    """
    order = list(game.legal_moves(position))
    found: list[Found] = []
    killers: dict[int, int] = {}
    nodes = 0
    for depth in range(1, last_depth + 1):
        result = alphabeta(game, position, evaluation, depth, order, killers)
        nodes += result.nodes
        found.append(Found(result.move, result.value, nodes))
        order.remove(result.move)
        order.insert(0, result.move)
        if abs(result.value) > LIMIT:
            break
    return found
