"""Define the rules of knights Isolation.

Each side first places its knight on any blank square, then moves it like a chess knight to blank
squares. A visited square is never blank again. The side to move that cannot move has lost.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.c99.layout import CLayout
from engine.drawing import Drawing, mark_changes
from engine.errors import EngineError, IllegalError
from engine.game import States, smallest_image
from engine.isolation import (
    bits,
    bits_two_words,
    board,
    course,
    kernels,
    notation,
    packing,
)
from engine.isolation.c_layout import c_layout
from engine.isolation.position import Position
from engine.isolation.view import View
from engine.kernels.interface import replacements_of
from engine.table import Table

__all__ = ["MAX_SQUARES", "MIN_SIDE", "IsolationGame"]

MIN_SIDE = 3
MAX_SQUARES = bits_two_words.SQUARES


@dataclass(frozen=True)
class IsolationGame:
    """Play knights Isolation on a board of `height` rows and `width` columns.

    Raises:
        EngineError: if a side is shorter than MIN_SIDE or the board has more than MAX_SQUARES.
    """

    height: int = 7
    width: int = 7

    def __post_init__(self) -> None:
        if min(self.height, self.width) < MIN_SIDE or self.height * self.width > MAX_SQUARES:
            raise EngineError(
                f"an Isolation board of {self.height}x{self.width} is not supported; both sides "
                f"have at least {MIN_SIDE} squares and the board at most {MAX_SQUARES}"
            )

    @property
    def name(self) -> str:
        """Return the name, for example "isolation-7x7", rows first."""
        return f"isolation-{self.height}x{self.width}"

    @property
    def family(self) -> str:
        """Return the family: all sizes share features."""
        return "isolation"

    @property
    def max_plies(self) -> int:
        """Return the number of squares: every ply visits one."""
        return self.height * self.width

    @property
    def max_moves(self) -> int:
        """Return the number of squares: a knight can be placed on every one."""
        return self.height * self.width

    def initial(self) -> Position:
        """Return the empty board."""
        return Position(self.height, self.width, (1 << self.max_plies) - 1, None, None)

    def player_to_move(self, position: Position) -> int:
        """Return 1 or 2."""
        return position.player

    def legal_moves(self, position: Position) -> tuple[int, ...]:
        """Return the squares that the side to move can go to, ascending."""
        return self.moves_of(position, position.player)

    def moves_of(self, position: Position, player: int) -> tuple[int, ...]:
        """Return the squares that a player could go to if it were to move, ascending."""
        square = position.square_of(player)
        reached = position.blanks
        if square is not None:
            reached &= board.knight_masks(self.height, self.width)[square]
        return tuple(board.squares_of(reached))

    def play(self, position: Position, move: int) -> Position:
        """Return the position after the side to move went to the square `move`."""
        # A NumPy integer would wrap in the sets below.
        move = operator.index(move)
        if move not in self.legal_moves(position):
            raise IllegalError(
                f"player {position.player} cannot move to {self.format_move(move)}; legal: "
                + (" ".join(map(self.format_move, self.legal_moves(position))) or "none")
            )
        blanks = position.blanks & ~(1 << move)
        return Position(self.height, self.width, blanks, position.waiter, move)

    def winner(self, position: Position) -> int | None:
        """Return the other side when the side to move is stuck."""
        return None if self.legal_moves(position) else 3 - position.player

    def view(self, position: Position, player: int) -> View:
        """Return the position as a player sees it."""
        squares = board.places(self.height, self.width)
        blank = map(int, reversed(format(position.blanks, "b")))
        blanks = frozenset(compress(squares, blank))
        own, opp = (position.square_of(side) for side in (player, 3 - player))
        return View(
            self.height,
            self.width,
            blanks,
            None if own is None else squares[own],
            None if opp is None else squares[opp],
        )

    def parse_position(self, text: str) -> Position:
        """Read a position (see `notation`, `course` and `drawing` of `engine.isolation`)."""
        if course.is_state(text):
            return course.parse_state(text, self.height, self.width)
        if course.is_drawing(text):
            text = course.rows_of_drawing(text)
        return notation.parse_position(text, self.height, self.width)

    def format_position(self, position: Position) -> str:
        """Return the text that `parse_position` reads."""
        return notation.format_position(position)

    def parse_move(self, text: str, position: Position) -> int:
        """Read a move: the square that it goes to."""
        square = notation.parse_square(text, self.height, self.width)
        self.play(position, square)
        return square

    def format_move(self, move: int) -> str:
        """Return the text that `parse_move` reads."""
        return notation.format_square(move, self.height, self.width)

    def draw(self, position: Position) -> str:
        """Return the board on several lines, with coordinates."""
        return notation.draw(position)

    def drawing(
        self, position: Position, before: Position | None = None, _move: int | None = None
    ) -> Drawing:
        """Return the board with the pieces, and where the last one came from and went to."""
        now = notation.drawing(position)
        return now if before is None else mark_changes(notation.drawing(before), now)

    def pack(self, positions: Sequence[Position]) -> States:
        """Return packed states, see `engine.isolation.packing`."""
        for position in positions:
            if not self._has(position):
                raise EngineError(
                    f"{position!r} is no position of {self.name}; use the game that it is of"
                )
        return packing.pack(positions, self.max_plies)

    def _has(self, position: Position) -> bool:
        if not isinstance(position, Position):
            return False
        return (position.height, position.width) == (self.height, self.width)

    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        """Return which states are positions, see `engine.isolation.packing`."""
        return packing.are_positions(states, self.max_plies, by_play)

    def unpack(self, state: NDArray[np.uint64]) -> Position:
        """Return the position of one packed state."""
        return packing.unpack(state, self.height, self.width)

    def seen_by_other(self, states: States) -> States:
        """Return the states with the two pieces exchanged."""
        return packing.seen_by_other(states, self.max_plies)

    def canonical(self, states: States) -> States:
        """Return the image whose words are the smallest, first word first."""
        return smallest_image(packing.images_of(states, self.height, self.width))

    def images(self, position: Position) -> tuple[Position, ...]:
        """Return the 8 (square board) or 4 images, the position itself first."""
        images = packing.images_of(self.pack([position]), self.height, self.width)
        return tuple(self.unpack(image[0]) for image in images)

    @property
    def kernel_name(self) -> str:
        """Return the name of the machine code, which all boards with as many words share."""
        return "isolation" if self.max_plies <= bits.SQUARES else "isolation_two_words"

    @property
    def replacements(self) -> Mapping[Any, Any]:
        """Return the placeholders' kernels, and operations on sets of two words where needed."""
        layout = board.bits_of(self.max_plies)
        found = replacements_of(kernels, layout)
        if layout is not bits:
            names = [name for name in bits.__all__ if isinstance(getattr(bits, name), FunctionType)]
            found |= {getattr(bits, name): getattr(layout, name) for name in names}
        return found

    @property
    def first_slot(self) -> int:
        """Return the slot behind the header and the knight moves."""
        return board.first_slot(self.max_plies)

    def table_slots(self, table: Table) -> int:
        """Return the number of entries: one for each square and one for UNPLACED."""
        return board.table_slots(table, self.max_plies)

    @property
    def c_layout(self) -> CLayout:
        """Return how C sees the positions of this board."""
        return c_layout(self.height, self.width)

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory of the board with these tables."""
        return board.board_memory(self.height, self.width, tuple(tables))
