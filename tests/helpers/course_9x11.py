"""The 9x11 course's classes as its description says they are, for tries of exported players.

A state is the tuple (board, ply_count, locs): `board` an integer whose 1 bits are open squares, 13
bits a row, `locs` two bit indices or None. The game ends when either player has no liberty; a
player whose only liberty is bit 0 is wrongly taken for one that has none.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

__all__ = ["DataPlayer", "Isolation", "LateError", "Queue"]

STEPS = (27, 25, 15, 11, -11, -15, -25, -27)
SQUARES = tuple(13 * row + column for row in range(9) for column in range(11))
FULL = sum(1 << bit for bit in SQUARES)
MILLISECONDS = 150


class Isolation(NamedTuple):
    """A position, which never changes."""

    board: int = FULL
    ply_count: int = 0
    locs: tuple[int | None, int | None] = (None, None)

    def player(self) -> int:
        return self.ply_count % 2

    def liberties(self, index: int | None) -> list[int]:
        """Open squares a knight's step away, all open squares for None."""
        if index is None:
            return [bit for bit in SQUARES if self.board >> bit & 1]
        around = [index + step for step in STEPS]
        return [bit for bit in around if bit >= 0 and self.board >> bit & 1]

    def actions(self) -> list[int]:
        index = self.locs[self.player()]
        if index is None:
            return self.liberties(None)
        return [bit - index for bit in self.liberties(index)]

    def result(self, action: int) -> Isolation:
        index = self.locs[self.player()]
        target = action if index is None else index + action
        if not self.board >> target & 1:
            raise ValueError(f"square {target} is not open")
        first, second = self.locs
        locs = (first, target) if self.player() else (target, second)
        return Isolation(self.board & ~(1 << target), self.ply_count + 1, locs)

    def has_liberties(self, player: int) -> bool:
        return any(self.liberties(self.locs[player]))

    def terminal_test(self) -> bool:
        return not (self.has_liberties(0) and self.has_liberties(1))

    def utility(self, player: int) -> float:
        """Of a finished game: the side to move wins if it still has a liberty, else it loses."""
        if not self.terminal_test():
            return 0.0
        wins = self.has_liberties(self.player()) == (player == self.player())
        return float("inf") if wins else float("-inf")


class LateError(Exception):
    """An action was put after the limit."""


class Queue:
    """Keeps the last action that was put in time."""

    def __init__(self, milliseconds: float = MILLISECONDS) -> None:
        self.actions: list[int] = []
        self._deadline = time.perf_counter() + milliseconds / 1000

    def put(self, action: int) -> None:
        if time.perf_counter() > self._deadline:
            raise LateError
        self.actions.append(action)


class DataPlayer:
    """What a player of the course is made from."""

    def __init__(self, player_id: int, data: dict[Any, int] | None = None) -> None:
        self.player_id = player_id
        self.data = data
        self.context: Any = None
        self.queue = Queue()
