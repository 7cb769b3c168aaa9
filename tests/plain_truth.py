"""Who wins knights Isolation, by trying every game: slow, short and independent of the solver."""

from __future__ import annotations

from engine.isolation.position import Position
from engine.isolation.view import KNIGHT_STEPS

__all__ = ["PlainTruth"]


class PlainTruth:
    """Memoised minimax for one board, on sets of squares as bits."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.known: dict[tuple[int, int | None, int | None], bool] = {}
        self._targets = [
            sum(
                1 << (row + down) * width + column + right
                for down, right in KNIGHT_STEPS
                if 0 <= row + down < height and 0 <= column + right < width
            )
            for row in range(height)
            for column in range(width)
        ]

    def mover_wins(self, position: Position) -> bool:
        """Whether the side to move wins."""
        return self._wins(position.blanks, position.mover, position.waiter)

    def every_position(self) -> list[Position]:
        """All positions that can be reached from the empty board."""
        waiting = [((1 << self.height * self.width) - 1, None, None)]
        seen = set(waiting)
        while waiting:
            blanks, mover, waiter = waiting.pop()
            new = {
                (blanks ^ 1 << square, waiter, square) for square in self._moves(blanks, mover)
            } - seen
            seen |= new
            waiting.extend(new)
        return [Position(self.height, self.width, *key) for key in seen]

    def plies_to_end(self, position: Position) -> int:
        """Plies until a side is stuck, when the winner hurries and the loser holds out."""
        return abs(self._length(position.blanks, position.mover, position.waiter))

    def _moves(self, blanks: int, mover: int | None) -> list[int]:
        reached = blanks if mover is None else blanks & self._targets[mover]
        return [square for square in range(self.height * self.width) if reached >> square & 1]

    def _wins(self, blanks: int, mover: int | None, waiter: int | None) -> bool:
        key = (blanks, mover, waiter)
        if key not in self.known:
            self.known[key] = any(
                not self._wins(blanks ^ 1 << square, waiter, square)
                for square in self._moves(blanks, mover)
            )
        return self.known[key]

    def _length(self, blanks: int, mover: int | None, waiter: int | None) -> int:
        """Plies until the end, negative or 0 where the side to move loses."""
        children = [
            self._length(blanks ^ 1 << square, waiter, square)
            for square in self._moves(blanks, mover)
        ]
        quickest_win = [1 - length for length in children if length <= 0]
        slowest_loss = [-1 - length for length in children if length > 0]
        return min(quickest_win) if quickest_win else min(slowest_loss, default=0)
