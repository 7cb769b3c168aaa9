"""A double of the 7x7 course's board, written from the description of its interface."""

from __future__ import annotations

import random
from collections.abc import Hashable

from engine.isolation.view import KNIGHT_STEPS

__all__ = ["AindBoard"]

Square = tuple[int, int]


class AindBoard:
    """A board with two players, who are any objects that can be compared."""

    height = 7
    width = 7

    def __init__(self, first: Hashable, second: Hashable, seed: int = 0) -> None:
        self.active_player, self.inactive_player = first, second
        self.move_count = 0
        self._blanks = {(row, column) for row in range(7) for column in range(7)}
        self._places: list[tuple[Hashable, Square]] = []
        self._rng = random.Random(seed)

    def get_opponent(self, player: Hashable) -> Hashable:
        return self.inactive_player if player == self.active_player else self.active_player

    def get_blank_spaces(self) -> list[Square]:
        return sorted(self._blanks)

    def get_player_location(self, player: Hashable) -> Square | None:
        return next((square for owner, square in self._places if owner == player), None)

    def get_legal_moves(self, player: Hashable = None) -> list[Square]:
        place = self.get_player_location(self.active_player if player is None else player)
        moves = self.get_blank_spaces()
        if place is not None:
            reached = [(place[0] + down, place[1] + right) for down, right in KNIGHT_STEPS]
            moves = [square for square in reached if square in self._blanks]
        self._rng.shuffle(moves)
        return moves

    def is_loser(self, player: Hashable) -> bool:
        return player == self.active_player and not self.get_legal_moves()

    def is_winner(self, player: Hashable) -> bool:
        return player == self.inactive_player and not self.get_legal_moves()

    def utility(self, player: Hashable) -> float:
        if self.is_loser(player):
            return float("-inf")
        return float("inf") if self.is_winner(player) else 0.0

    def copy(self) -> AindBoard:
        board = AindBoard(self.active_player, self.inactive_player)
        board.move_count = self.move_count
        board._blanks, board._places = set(self._blanks), list(self._places)
        return board

    def forecast_move(self, move: Square) -> AindBoard:
        board = self.copy()
        board._blanks.remove(move)
        others = [pair for pair in self._places if pair[0] != self.active_player]
        board._places = [*others, (self.active_player, move)]
        board.move_count += 1
        board.active_player, board.inactive_player = self.inactive_player, self.active_player
        return board
