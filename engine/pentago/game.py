"""Define the rules of Pentago.

A turn places a stone on an empty square and then turns one quadrant by 90 degrees. Five or six in a
row by the placement win at once, before anything turns. After the turn both colours are
examined: five for one of them wins, for both it is a draw; a full board is a draw.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.c99.layout import CLayout
from engine.drawing import Drawing
from engine.errors import EngineError, IllegalError
from engine.game import States, smallest_image
from engine.kernels import choose, evaluation
from engine.kernels.interface import replacements_of
from engine.kernels.limits import STATE_SLOTS
from engine.pentago import bits, geometry, kernels, notation
from engine.pentago.c_layout import C_LAYOUT
from engine.pentago.position import SIDE, SQUARES, Position
from engine.pentago.search import deepening, last_ply, leaves
from engine.pentago.view import View
from engine.stones import packing
from engine.table import Table

__all__ = ["PentagoGame"]


@dataclass(frozen=True)
class PentagoGame:
    """Play Pentago on its 6x6 board; player 1 is black, player 2 white."""

    @property
    def name(self) -> str:
        """Return the name: there is one board only."""
        return "pentago"

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return SIDE

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return SIDE

    @property
    def family(self) -> str:
        """Return the family, which names its features."""
        return "pentago"

    @property
    def max_plies(self) -> int:
        """Return the number of squares: every ply fills one."""
        return SQUARES

    @property
    def max_moves(self) -> int:
        """Return the number of squares times that of rotations."""
        return bits.ROTATIONS * SQUARES

    def initial(self) -> Position:
        """Return the empty board."""
        return Position(0, 0)

    def player_to_move(self, position: Position) -> int:
        """Return 1 (black) or 2 (white)."""
        return position.player

    def legal_moves(self, position: Position) -> tuple[int, ...]:
        """Return moves as in `engine.pentago.kernels`, by the kernels' order of squares."""
        if self.winner(position) is not None:
            return ()
        taken = position.black | position.white
        own = position.stones_of(position.player)
        moves: list[int] = []
        for number, square in enumerate(_BY_KERNEL):
            if taken >> square & 1:
                continue
            if _has_five(own | 1 << square):
                moves.append(kernels.WINNING + number)
            else:
                moves.extend(range(8 * number, 8 * number + 8))
        return tuple(moves)

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        # A NumPy integer would wrap in the sets below.
        move = operator.index(move)
        fault = _fault_of(position, move, self.winner(position) is not None)
        if fault:
            raise IllegalError(f"{fault} (in {self.format_position(position)})")
        stones = [position.black, position.white]
        stones[position.player - 1] |= 1 << _square_of(move)
        if move < kernels.WINNING:
            targets = geometry.rotate_squares(move % 8 // 2, bool(move % 2))
            stones = [_moved(colour, targets) for colour in stones]
        return Position(*stones)

    def winner(self, position: Position) -> int | None:
        """Return 1, 2, 0 for a draw, None while the game goes on."""
        black, white = _has_five(position.black), _has_five(position.white)
        if black != white:
            return 1 if black else 2
        return 0 if black or position.ply == SQUARES else None

    def view(self, position: Position, player: int) -> View:
        """Return the position as a player sees it."""
        own, opp = (
            packing.squares_of(position.stones_of(side), range(SQUARES), SIDE)
            for side in (player, 3 - player)
        )
        return View(own, opp)

    def parse_position(self, text: str) -> Position:
        """Read a position (see `engine.pentago.notation`)."""
        return notation.parse_position(text)

    def format_position(self, position: Position) -> str:
        """Return the text that `parse_position` reads."""
        return notation.format_position(position)

    def parse_move(self, text: str, position: Position) -> int:
        """Read a move."""
        square, turn = notation.parse_move_parts(text)
        number = geometry.KERNEL_SQUARES[square]
        move = kernels.WINNING + number if turn is None else 8 * number + 2 * turn[0] + turn[1]
        self.play(position, move)
        return move

    def format_move(self, move: int) -> str:
        """Return the text that `parse_move` reads."""
        square = notation.format_square(_square_of(move))
        if move >= kernels.WINNING:
            return square
        return f"{square}-{notation.QUADRANTS[move % 8 // 2]}-{notation.DIRECTIONS[move % 2]}"

    def draw(self, position: Position) -> str:
        """Return the board on several lines, with coordinates."""
        return notation.draw(position)

    def drawing(
        self, position: Position, _before: Position | None = None, move: int | None = None
    ) -> Drawing:
        """Return the board with its stones, the last one marked, and the turn of its quadrant."""
        if move is None or move >= kernels.WINNING:
            return notation.drawing(position, None if move is None else _square_of(move))
        return notation.drawing(position, _square_of(move), (move % 8 // 2, bool(move % 2)))

    def pack(self, positions: Sequence[Position]) -> States:
        """Return own stones, opponent's stones, in the kernels' order of squares."""
        states = np.zeros((len(positions), STATE_SLOTS), dtype=np.uint64)
        for row, position in enumerate(positions):
            if not isinstance(position, Position):
                raise EngineError(
                    f"{position!r} is no position of {self.name}; use the game that it is of"
                )
            sides = (position.player, 3 - position.player)
            states[row, :2] = [geometry.to_kernel(position.stones_of(side)) for side in sides]
        return states

    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        """Allow one stone on each square; by play as many of both colours, or one more of one."""
        return packing.are_positions(states, int(bits.BOARD), by_play)

    def unpack(self, state: NDArray[np.uint64]) -> Position:
        """Return the position of one packed state."""
        own, opp = (geometry.to_plain(int(word)) for word in state[:2])
        # Equally many stones: black, who is own, is to move.
        return Position(own, opp) if own.bit_count() == opp.bit_count() else Position(opp, own)

    def seen_by_other(self, states: States) -> States:
        """Return the states with the two colours exchanged."""
        return packing.seen_by_other(states)

    def canonical(self, states: States) -> States:
        """Return the image whose words are the smallest, first word first."""
        return smallest_image(geometry.images_of(states))

    def images(self, position: Position) -> tuple[Position, ...]:
        """Return the 8 images, the position itself first."""
        return tuple(self.unpack(one[0]) for one in geometry.images_of(self.pack([position])))

    @property
    def kernel_name(self) -> str:
        """Return the name of the compiled files."""
        return "pentago"

    @property
    def replacements(self) -> Mapping[Any, Any]:
        """Return the placeholders' kernels, by name, and the search."""
        search = {choose.deepen: deepening.deepen, evaluation.evaluate: last_ply.evaluate}
        return replacements_of(kernels, bits, leaves) | search

    @property
    def first_slot(self) -> int:
        """Return the slot behind the tables of the rules."""
        return bits.FIRST_TABLE

    def table_slots(self, _table: Table) -> int:
        """Return the number of entries, one for each square."""
        return SQUARES

    @property
    def c_layout(self) -> CLayout:
        """Return how C sees the positions."""
        return C_LAYOUT

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory of the board with these tables."""
        return geometry.board_memory(tables)


_BY_KERNEL = tuple(sorted(range(SQUARES), key=geometry.KERNEL_SQUARES.__getitem__))
_FIVES = tuple(sum(1 << square for square in line) for line in geometry.FIVE_LINES)


def _square_of(move: int) -> int:
    return _BY_KERNEL[move - kernels.WINNING if move >= kernels.WINNING else move // 8]


def _fault_of(position: Position, move: int, over: bool) -> str:
    """Return what is wrong with a move and what to do, "" if it is legal."""
    if not 0 <= move < kernels.WINNING + SQUARES:
        return f"there is no move {move}; take one of the legal moves"
    square = _square_of(move)
    name = notation.format_square(square)
    if over:
        return f"nothing can be placed on {name}, the game is over"
    if (position.black | position.white) >> square & 1:
        return f"{name} is taken; place on an empty square"
    makes_five = _has_five(position.stones_of(position.player) | 1 << square)
    if makes_five and move < kernels.WINNING:
        return f"{name} makes five in a row and ends the game before a turn; play {name} alone"
    if not makes_five and move >= kernels.WINNING:
        return f"{name} makes no five in a row; turn a quadrant as well, such as {name}-tl-cw"
    return ""


def _has_five(stones: int) -> bool:
    return any(stones & line == line for line in _FIVES)


def _moved(stones: int, targets: Sequence[int]) -> int:
    return sum(1 << targets[square] for square in range(SQUARES) if stones >> square & 1)
