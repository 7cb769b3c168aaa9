"""Say how a plain text numbers the squares of a board, and what a game offers to be written so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.plain.operations import Operation
from engine.plain.values import Kind

__all__ = ["Numbering", "PlainBoard", "PlainGame"]


@dataclass(frozen=True)
class Numbering:
    """A numbering says which bit of a Python integer stands for a square.

    Attributes:
        bits: the bit of each square, row by row from the top left. Bits between them may be unused.
    """

    bits: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return the number of bits, which is also the number of a piece that is not placed."""
        return max(self.bits) + 1

    def set_of(self, squares: int) -> int:
        """Return a set of squares whose bits are row * width + column in this numbering."""
        return sum(1 << bit for square, bit in enumerate(self.bits) if squares >> square & 1)

    def by_bit(self, entries: Sequence[Any], missing: Any) -> list[Any]:
        """Return the entries of the squares in the order of the bits, `missing` between them."""
        ordered = [missing] * self.size
        for bit, entry in zip(self.bits, entries, strict=False):
            ordered[bit] = entry
        return ordered


@dataclass(frozen=True)
class PlainBoard:
    """A plain board says how the kernels of a game are written in plain Python.

    Attributes:
        height: rows.
        width: columns.
        numbering: the bits of the text's sets.
        state: names and kinds of the items of a state, which are arguments of their own.
        swapped: for each item of the state which one the other side sees in its place.
        operations: what stands for the game's functions.
        definitions: the functions and tables of the text that the operations name.
        set_kind: kind of the entries of mask tables.
        square_kind: kind of a square.
        kernel_squares: the kernels' number of each square, row by row.
        unplaced: the kernels' number of a piece that is not placed, for which tables have an entry
            more; None for games without such pieces.
    """

    height: int
    width: int
    numbering: Numbering
    state: tuple[tuple[str, Kind], ...]
    swapped: tuple[int, ...]
    operations: Mapping[Any, Operation]
    definitions: Mapping[str, str]
    set_kind: Kind
    square_kind: Kind
    kernel_squares: tuple[int, ...]
    unplaced: int | None


class PlainGame(Protocol):
    """Say what the module `plain` of a game's package offers."""

    plain_board: Callable[[Any, Numbering | None], PlainBoard]
    """`(game, numbering)`; without a numbering the one that is best for the game."""
