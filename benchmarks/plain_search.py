"""Search a plain Python board by alpha-beta, as one first writes it.

It keeps the contract of the engine's search (`engine.kernels.alphabeta`) but for its order of
moves, so that moves and values can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, Self

__all__ = ["Evaluation", "PlainBoard", "choose", "difference", "play_out", "win_in"]

WIN = 2.0**400
PLY = 2.0**390
TIE = 2.0**-36
NOISE = 2.0**-40
# Times this and back, and 38 of a number's 53 bits are left (Dekker 1971).
SPLITTER = 2.0**15 + 1.0


def win_in(plies: int) -> float:
    """Return the value of a win in so many plies."""
    return WIN - plies * PLY


def difference(left: float, right: float) -> float:
    """Return `left - right`, 0 where nothing but rounding is left."""
    number = left - right
    return 0.0 if abs(number) < NOISE * abs(left) else number


def rounded(number: float) -> float:
    """Return the nearest number of 38 bits."""
    spread = number * SPLITTER
    return spread - (spread - number)


class PlainBoard(Protocol):
    """Hold a position on a board of lists; players are 0, who began, and 1."""

    mover: int

    def result(self) -> int | None:
        """Return 1, 0 or -1 for the mover when the game is over, None while it goes on."""

    def moves(self, player: int) -> list[Any]:
        """Return what a player could do, in the order of the engine."""

    def forecast(self, move: Any) -> Self:
        """Return the board after the mover's move; this one stays as it is."""


Evaluation = Callable[[Any, int], float]
"""It returns the value of a board to a player."""


class _Search:
    def __init__(self, player: int, evaluation: Evaluation) -> None:
        self.player = player
        self.evaluation = evaluation
        self.nodes = 0

    def value(self, board: PlainBoard, ply: int, depth: int, window: tuple[float, float]) -> float:
        """Search by alpha-beta for the side to move; a win at once ends the look at a position."""
        self.nodes += 1
        result = board.result()
        if result is not None:
            return result * win_in(ply)
        if depth == 0:
            value = rounded(self.evaluation(board, self.player))
            return value if board.mover == self.player else -value
        alpha, beta = window
        best = -WIN
        for move in board.moves(board.mover):
            child = board.forecast(move)
            window = (-beta, -max(alpha, best))
            best = max(best, -self.value(child, ply + 1, depth - 1, window))
            if best >= beta or best == win_in(ply + 1):
                break
        return best


def choose(
    board: PlainBoard, depth: int, evaluation: Evaluation, order: Sequence[Any]
) -> tuple[Any, float, int]:
    """Return the first best move in `order`, its value, and the number of visited positions.

    Moves whose values differ by rounding only are equally good.
    """
    search = _Search(board.mover, evaluation)
    search.nodes = 1
    values: list[float] = []
    best = -2 * WIN
    for move in order:
        values.append(-search.value(board.forecast(move), 1, depth - 1, (-2 * WIN, -best)))
        best = max(best, values[-1])
        if best == win_in(1):
            break
    lowest = best - TIE * abs(best)
    first = next(index for index, value in enumerate(values) if value >= lowest)
    return order[first], values[first], search.nodes


def play_out(
    board: PlainBoard, depth: int, evaluation: Evaluation, generator: random.Random | None = None
) -> tuple[int, int, int]:
    """Play to the end: (result for player 0, plies from here, positions visited by both).

    Args:
        board: where the game begins.
        depth: of both players' searches.
        evaluation: of both players.
        generator: breaks ties; without one the first best move is taken.
    """
    plies = nodes = 0
    while (result := board.result()) is None:
        moves = board.moves(board.mover)
        if generator is not None:
            generator.shuffle(moves)
        move, _, visited = choose(board, depth, evaluation, moves)
        board = board.forecast(move)
        plies += 1
        nodes += visited
    return result if board.mover == 0 else -result, plies, nodes
