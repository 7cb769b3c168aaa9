"""Knights Isolation the way one first writes it: lists of squares, a new board for every move.

The yardstick of `isolation7.py`, built as course code is built: the search copies the board and
asks it for moves, the evaluation first asks whether the game is over. It keeps the rules and the
contract of the engine's search, so that moves, values and numbers of nodes can be compared.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

__all__ = ["PlainBoard", "choose", "play_out", "weighted_mobility"]

Square = tuple[int, int]

WIN = 1e12
STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""In the order of the squares that they lead to, row by row."""


class PlainBoard:
    """A position; `forecast` gives the next one and leaves this one as it is.

    Args:
        height: number of rows.
        width: number of columns.
    """

    def __init__(self, height: int = 7, width: int = 7) -> None:
        self.height = height
        self.width = width
        self.blank = [[True] * width for _ in range(height)]
        self.squares: list[Square | None] = [None, None]
        self.mover = 0

    def copy(self) -> PlainBoard:
        board = PlainBoard.__new__(PlainBoard)
        board.height = self.height
        board.width = self.width
        board.blank = [row[:] for row in self.blank]
        board.squares = self.squares[:]
        board.mover = self.mover
        return board

    def is_open(self, square: Square) -> bool:
        """Whether a square is on the board and nobody has visited it."""
        row, column = square
        return 0 <= row < self.height and 0 <= column < self.width and self.blank[row][column]

    def moves(self, player: int) -> list[Square]:
        """Where a player can go, row by row from the top left."""
        square = self.squares[player]
        if square is None:
            board = [(row, column) for row in range(self.height) for column in range(self.width)]
            return [square for square in board if self.is_open(square)]
        row, column = square
        targets = [(row + down, column + right) for down, right in STEPS]
        return [target for target in targets if self.is_open(target)]

    def is_loser(self, player: int) -> bool:
        """Whether a player is to move and cannot."""
        return player == self.mover and not self.moves(player)

    def is_winner(self, player: int) -> bool:
        """Whether the other player is to move and cannot."""
        return self.is_loser(1 - player)

    def forecast(self, square: Square) -> PlainBoard:
        """The board after the mover went to a square."""
        board = self.copy()
        row, column = square
        board.blank[row][column] = False
        board.squares[board.mover] = square
        board.mover = 1 - board.mover
        return board


Evaluation = Callable[[PlainBoard, int], float]


def weighted_mobility(board: PlainBoard, player: int) -> float:
    """0.4 times the player's moves minus 0.6 times the opponent's; infinite in a finished game."""
    if board.is_loser(player):
        return -math.inf
    if board.is_winner(player):
        return math.inf
    return 0.4 * len(board.moves(player)) - 0.6 * len(board.moves(1 - player))


class _Search:
    def __init__(self, player: int, evaluation: Evaluation) -> None:
        self.player = player
        self.evaluation = evaluation
        self.nodes = 0

    def value(self, board: PlainBoard, ply: int, depth: int, alpha: float, beta: float) -> float:
        """Alpha-beta, for the side to move; a win at once ends the look at a position."""
        self.nodes += 1
        moves = board.moves(board.mover)
        if not moves:
            return ply - WIN
        if depth == 0:
            value = self.evaluation(board, self.player)
            return value if board.mover == self.player else -value
        best = -WIN
        for move in moves:
            child = board.forecast(move)
            best = max(best, -self.value(child, ply + 1, depth - 1, -beta, -max(alpha, best)))
            if best >= beta or best == WIN - (ply + 1):
                break
        return best


def choose(
    board: PlainBoard, depth: int, evaluation: Evaluation, order: list[Square]
) -> tuple[Square, float, int]:
    """The first best move in `order`, its value, and the number of visited positions."""
    search = _Search(board.mover, evaluation)
    search.nodes = 1
    chosen, best = order[0], -2 * WIN
    for move in order:
        value = -search.value(board.forecast(move), 1, depth - 1, -2 * WIN, -best)
        if value > best:
            chosen, best = move, value
        if best == WIN - 1:
            break
    return chosen, best, search.nodes


def play_out(
    board: PlainBoard, depth: int, evaluation: Evaluation, generator: random.Random | None = None
) -> tuple[int, int, int]:
    """Play to the end: (player who won, plies from here, positions visited by both).

    Args:
        board: where the game begins.
        depth: of both players' searches.
        evaluation: of both players.
        generator: breaks ties; without one the first best square is taken.
    """
    plies = nodes = 0
    while moves := board.moves(board.mover):
        if generator is not None:
            generator.shuffle(moves)
        move, _, visited = choose(board, depth, evaluation, moves)
        board = board.forecast(move)
        plies += 1
        nodes += visited
    return 1 - board.mover, plies, nodes
