"""Make a game of stones of kernels and a notation; what can be derived from these, is."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing, mark_changes
from engine.errors import EngineError, IllegalError, NotationError
from engine.game import States, smallest_image
from engine.kernels import interface
from engine.kernels.interface import DRAWN, GOING, LOST, WON
from engine.kernels.limits import STATE_SLOTS
from engine.stones import counted_kernels, kernels, packing
from engine.stones.board import Board
from engine.stones.faults import fault_of_description
from engine.stones.notation import Notation
from engine.stones.position import Position, View
from engine.stones.rules import plain_rules
from engine.table import Table

__all__ = ["StonesGame"]

_KEPT = 1 << 16
"""Positions whose moves and outcome are remembered."""


@dataclass(frozen=True)
class StonesGame:
    """A game of stones is one in which each side has a set of at most 64 squares.

    A subclass may override any method, such as `format_move` and `fault_of`.

    Attributes:
        name: what studies and results call it, such as "connect-four".
        height: rows of the board.
        width: columns of the board.
        rules: the kernels of the game, each with the name of what it is in
            `engine.kernels.interface`; those of `engine.stones.kernels` stand for the others.
        gap: unused bits behind each row: with one of them no line of squares wraps at an edge.
        symmetries: of `engine.stones.board.SYMMETRIES`, under which the rules are the same.
        stones: the letters of player 1 and player 2 in the text of a position.
        counts_plies: whether a state has a third word, the number of plies that were played. It is
            needed where plies do other than put one stone. Then the squares do not say how long a
            game can be: the kernel `plies_left` must be written, and `max_plies` in a subclass.

    Raises:
        EngineError: if a name, a kernel or the size cannot be used.
    """

    name: str
    height: int
    width: int
    rules: Sequence[Callable[..., Any]]
    gap: int = 0
    symmetries: Sequence[str] = ()
    stones: str = "xo"
    counts_plies: bool = False

    def __post_init__(self) -> None:
        # A list cannot be hashed.
        object.__setattr__(self, "rules", tuple(self.rules))
        object.__setattr__(self, "symmetries", tuple(self.symmetries))
        fault = fault_of_description(self, type(self).max_plies is not StonesGame.max_plies)
        if fault:
            raise EngineError(fault)

    @property
    def family(self) -> str:
        """Return the name that features of the game are made for, such as "connect_four"."""
        return self.name.replace("-", "_")

    @property
    def kernel_name(self) -> str:
        """Return the name of the compiled files; other rules have another one."""
        return f"{self.family}_{plain_rules(self).digest[:8]}"

    @property
    def max_plies(self) -> int:
        """Return the number of squares: every ply fills one."""
        return self.height * self.width

    @property
    def max_moves(self) -> int:
        """Return the number of squares: every move names one."""
        return self.height * self.width

    @property
    def board(self) -> Board:
        """Return the board, with its bits and symmetries."""
        return Board(self.height, self.width, self.gap)

    def fault_of(self, _position: Position) -> str:
        """Return why a position that somebody types cannot be, with a cure; "" if it can be."""
        return ""

    def initial(self) -> Position:
        """Return the empty board."""
        return Position(0, 0, 0)

    def player_to_move(self, position: Position) -> int:
        """Return 1 or 2."""
        return position.player

    def legal_moves(self, position: Position) -> tuple[int, ...]:
        """Return all moves in the order of the kernels; none when the game is over."""
        return _seen(self, position)[0]

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        move = operator.index(move)
        if move not in self.legal_moves(position):
            legal = " ".join(map(self.format_move, self.legal_moves(position))) or "none"
            raise IllegalError(
                f"move {move} cannot be played in {self.format_position(position)}; legal: {legal}"
            )
        return self.unpack(plain_rules(self).play(self._words(position), move))

    def fault_in_kernels(self, position: Position, followed: int) -> str:
        """Return which kernels contradict each other, or a game that went on for so many plies."""
        if self.winner(position) is not None:
            return ""
        return plain_rules(self).fault_in(self._words(position), position.ply, followed)

    def winner(self, position: Position) -> int | None:
        """Return 1, 2, 0 for a draw, None while the game goes on."""
        return _seen(self, position)[1]

    def view(self, position: Position, player: int) -> View:
        """Return the position as a player sees it."""
        own, opp = (
            packing.squares_of(position.stones_of(side), self.board.bits, self.width)
            for side in (player, 3 - player)
        )
        return View(self.height, self.width, own, opp)

    @property
    def notation(self) -> Notation:
        """Return how positions are written."""
        return Notation(self.board, self.stones, self.counts_plies)

    def parse_position(self, text: str) -> Position:
        """Read a position (see `engine.stones.notation`)."""
        position = self.notation.parse_position(text)
        fault = self.fault_of(position)
        if fault:
            raise IllegalError(fault)
        return position

    def format_position(self, position: Position) -> str:
        """Return the text that `parse_position` reads."""
        return self.notation.format_position(position)

    def parse_move(self, text: str, position: Position) -> int:
        """Read a move by its name among the legal ones."""
        legal = {self.format_move(move).lower(): move for move in self.legal_moves(position)}
        name = text.strip().lower()
        if name in legal:
            return legal[name]
        known = {self.format_move(bit).lower() for bit in self.board.bits}
        error = IllegalError if name in known else NotationError
        raise error(f"'{text}' is no legal move; legal: {' '.join(legal) or 'none'}")

    def format_move(self, move: int) -> str:
        """Return the name of the square: "c4" is the third column, the fourth row from below."""
        return self.notation.square(move)

    def draw(self, position: Position) -> str:
        """Return the board on several lines, with coordinates."""
        return self.notation.draw(position)

    def drawing(
        self, position: Position, before: Position | None = None, _move: int | None = None
    ) -> Drawing:
        """Return the board with its stones, and the squares that the last move has changed."""
        now = self.notation.drawing(position)
        return now if before is None else mark_changes(self.notation.drawing(before), now)

    def pack(self, positions: Sequence[Position]) -> States:
        """Return own stones, the opponent's, and the plies where they are counted."""
        states = np.zeros((len(positions), STATE_SLOTS), dtype=np.uint64)
        for row, position in enumerate(positions):
            if not isinstance(position, Position):
                raise EngineError(
                    f"{position!r} is no position of {self.name}; use the game that it is of"
                )
            words = self._words(position)
            states[row, : len(words)] = words
        return states

    def _words(self, position: Position) -> tuple[np.uint64, ...]:
        sides = (position.player, 3 - position.player)
        words = [np.uint64(position.stones_of(side)) for side in sides]
        return (*words, np.uint64(position.ply)) if self.counts_plies else tuple(words)

    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        """Allow one stone on each square; by play the plies must be those of the stones."""
        if not self.counts_plies:
            return packing.are_positions(states, self.board.squares, by_play)
        stones, plies = states.copy(), states[:, 2]
        stones[:, 2] = 0
        fits = packing.are_positions(stones, self.board.squares, by_play=False)
        return fits & (plies <= np.uint64(self.max_plies))

    def unpack(self, state: Sequence[np.uint64] | NDArray[np.uint64]) -> Position:
        """Return the position of one packed state."""
        own, opp = int(state[0]), int(state[1])
        ply = int(state[2]) if self.counts_plies else own.bit_count() + opp.bit_count()
        return Position(own, opp, ply) if ply % 2 == 0 else Position(opp, own, ply)

    def seen_by_other(self, states: States) -> States:
        """Return the states with the two sides exchanged."""
        return packing.seen_by_other(states)

    def canonical(self, states: States) -> States:
        """Return the image whose words are the smallest, first word first."""
        return smallest_image(self._images(states))

    def images(self, position: Position) -> tuple[Position, ...]:
        """Return the images of a position under the symmetries, the position itself first."""
        return tuple(self.unpack(one[0]) for one in self._images(self.pack([position])))

    def _images(self, states: States) -> NDArray[np.uint64]:
        permutations = self.board.symmetries(self.symmetries)
        return packing.images_of(states, self.board.bits, permutations)

    @property
    def replacements(self) -> Mapping[Any, Any]:
        """Return the placeholders' kernels: the game's own, and what stands for the others."""
        usual = interface.replacements_of(kernels)
        if self.counts_plies:
            usual |= interface.replacements_of(counted_kernels)
        return usual | {getattr(interface, own.__name__): own for own in self.rules}

    @property
    def first_slot(self) -> int:
        """Return the slot behind the size of the board."""
        return kernels.FIRST_SLOT

    def table_slots(self, _table: Table) -> int:
        """Return the number of entries, one for each bit."""
        return self.board.slots

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory of the board with these tables."""
        return self.board.memory(tables)


@functools.lru_cache(maxsize=_KEPT)
def _seen(game: StonesGame, position: Position) -> tuple[tuple[int, ...], int | None]:
    """Return the legal moves of a position, and its winner."""
    outcome, moves = plain_rules(game).look(game._words(position))
    mover = position.player
    return moves, {WON: mover, LOST: 3 - mover, DRAWN: 0, GOING: None}[outcome]
