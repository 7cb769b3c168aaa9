"""Who wins knights Isolation, by trying every game: slow, short and independent of the solver."""

from __future__ import annotations

from random import Random

from engine.isolation.position import Position

__all__ = ["PlainTruth"]

KNIGHT_STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


class PlainTruth:
    """Memoised minimax for one board, on sets of squares as bits."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._all = (1 << height * width) - 1
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

    def moves(self, position: Position) -> list[int]:
        """The squares that the side to move can go to."""
        return self._moves(position.blanks, position.mover)

    def wins_by(self, position: Position, move: int | None) -> bool:
        """Whether a move is legal, and the side that made it wins."""
        return move in self.moves(position) and not self._wins(
            position.blanks ^ 1 << move, position.waiter, move
        )

    def every_position(self) -> list[Position]:
        """All positions that can be reached from the empty board."""
        waiting = [(self._all, None, None)]
        seen = set(waiting)
        while waiting:
            blanks, mover, waiter = waiting.pop()
            new = {
                (blanks ^ 1 << square, waiter, square) for square in self._moves(blanks, mover)
            } - seen
            seen |= new
            waiting.extend(new)
        return [Position(self.height, self.width, *key) for key in seen]

    def random_positions(self, count: int, most_blanks: int, share: int) -> list[Position]:
        """Distinct positions of random games, both sides placed and the game not over.

        Args:
            count: how many.
            most_blanks: no position has more blank squares.
            share: no more positions than this have the same number of blank squares.
        """
        chance = Random(0)
        found: dict[int, set[tuple[int, int | None, int | None]]] = {
            blanks: set() for blanks in range(most_blanks + 1)
        }
        while sum(map(len, found.values())) < count:
            key: tuple[int, int | None, int | None] = (self._all, None, None)
            while moves := self._moves(key[0], key[1]):
                number = key[0].bit_count()
                if key[1] is not None and number <= most_blanks and len(found[number]) < share:
                    found[number].add(key)
                square = chance.choice(moves)
                key = (key[0] ^ 1 << square, key[2], square)
        keys = [key for number in found.values() for key in sorted(number)]
        return [Position(self.height, self.width, *key) for key in keys[-count:]]

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
