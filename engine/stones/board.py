"""Describe a board of squares: its bits, its symmetries, and the memory that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.stones import kernels
from engine.table import MaskTable, Table

__all__ = ["SYMMETRIES", "Board"]

SYMMETRIES = ("left-right", "top-bottom", "diagonal")
"""What a game may call equal: its board mirrored so; "diagonal" exchanges rows and columns."""


@dataclass(frozen=True)
class Board:
    """A board is rows of squares in one word, maybe with unused bits behind each row.

    Attributes:
        height: rows.
        width: columns.
        gap: unused bits behind each row: with one of them no line of squares wraps at an edge.
    """

    height: int
    width: int
    gap: int

    @property
    def stride(self) -> int:
        """Return the number of bits from one row to the next."""
        return self.width + self.gap

    @property
    def bits(self) -> tuple[int, ...]:
        """Return the bit of each square, row by row from the top left."""
        return tuple(
            row * self.stride + column for row in range(self.height) for column in range(self.width)
        )

    @property
    def squares(self) -> int:
        """Return the set of all squares."""
        return sum(1 << bit for bit in self.bits)

    @property
    def slots(self) -> int:
        """Return the number of entries of a table: one for each bit."""
        return self.height * self.stride

    def symmetries(self, names: Sequence[str]) -> NDArray[np.int64]:
        """Return the square that each square goes to, for all that these symmetries make together.

        Args:
            names: of `SYMMETRIES`.

        Returns:
            Shape (n, squares), the identity first.
        """
        squares = np.arange(self.height * self.width).reshape(self.height, self.width)
        mirrored = {
            "left-right": squares[:, ::-1],
            "top-bottom": squares[::-1],
            "diagonal": squares.T,
        }
        generators = [tuple(mirrored[name].reshape(-1).tolist()) for name in names]
        found = [tuple(squares.reshape(-1).tolist())]
        for image in found:
            for generator in generators:
                more = tuple(generator[square] for square in image)
                if more not in found:
                    # The loop goes on with it.
                    found.append(more)
        return np.array(found, dtype=np.int64)

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory that holds these tables, read-only."""
        memory = np.zeros(kernels.FIRST_SLOT + self.slots * len(tables), dtype=np.uint64)
        memory[kernels.HEIGHT_SLOT] = self.height
        memory[kernels.WIDTH_SLOT] = self.width
        memory[kernels.STRIDE_SLOT] = self.stride
        memory[kernels.BOARD_SLOT] = self.squares
        bits = np.array(self.bits)
        for number, table in enumerate(tables):
            size = (self.height, self.width)
            if isinstance(table, MaskTable):
                words = [self.word_of(mask) for mask in table.build(*size)]
                entries = np.array(words, dtype=np.uint64)
            else:
                entries = np.array(table.build(*size), dtype=np.float64).view(np.uint64)
            memory[kernels.FIRST_SLOT + self.slots * number + bits] = entries
        memory.flags.writeable = False
        return memory

    def word_of(self, mask: int) -> int:
        """Return a set whose bits are row * width + column by the bits of the board."""
        return sum(1 << bit for square, bit in enumerate(self.bits) if mask >> square & 1)
