"""Say what every game offers: rules, notation, symmetries, and kernels; positions are values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.kernels.evaluation import MAX_PLIES
from engine.kernels.limits import MAX_MOVES, STATE_SLOTS
from engine.link.joining import KernelSet
from engine.table import Table

__all__ = ["Game", "HasPly", "States", "check_limits", "smallest_image"]

States = NDArray[np.uint64]
"""Packed positions, shape (n, STATE_SLOTS), each seen by its side to move."""


_LARGEST = np.uint64(0xFFFFFFFFFFFFFFFF)


class HasPly(Protocol):
    """Say of a position how far its game is."""

    @property
    def ply(self) -> int:
        """Return how many plies led to it from the start."""


PositionT = TypeVar("PositionT", bound=HasPly)


class Game(KernelSet, Protocol[PositionT]):
    """A game is its rules, and knows nothing of agents, clocks and heuristics.

    Positions are immutable values with a `ply`; players are 1 (who begins) and 2; moves are
    integers. A game may have `drawing(position, before, move)` as well, which returns an
    `engine.drawing.Drawing` for pictures: one that has none is drawn as text.
    """

    @property
    def name(self) -> str:
        """Return the canonical name, for example "isolation-7x7"."""

    @property
    def max_plies(self) -> int:
        """Return a number of plies that no game exceeds."""

    @property
    def max_moves(self) -> int:
        """Return a number of moves that no position exceeds."""

    def initial(self) -> PositionT:
        """Return the position before the first move."""

    def player_to_move(self, position: PositionT) -> int:
        """Return 1 or 2."""

    def legal_moves(self, position: PositionT) -> tuple[int, ...]:
        """Return all moves, in the order of the kernels; empty when the game is over."""

    def play(self, position: PositionT, move: int) -> PositionT:
        """Return the position after a move.

        Raises:
            IllegalError: if the move is not legal.
        """

    def winner(self, position: PositionT) -> int | None:
        """Return 1 or 2 when the game is won, 0 when it is drawn, None while it goes on."""

    def view(self, position: PositionT, player: int) -> Any:
        """Return the position as a player sees it, for plain-Python twins of features.

        Its `swapped()` is the position as the other player sees it.
        """

    def parse_position(self, text: str) -> PositionT:
        """Read a position as people type it.

        Raises:
            NotationError: if it cannot be read.
            IllegalError: if it can be read, but belongs to no game.
        """

    def format_position(self, position: PositionT) -> str:
        """Return the text that `parse_position` reads."""

    def parse_move(self, text: str, position: PositionT) -> int:
        """Read a move.

        Raises:
            NotationError: if it cannot be read.
            IllegalError: if it is not legal in the position.
        """

    def format_move(self, move: int) -> str:
        """Return the text that `parse_move` reads."""

    def draw(self, position: PositionT) -> str:
        """Return the board on several lines, with coordinates."""

    def pack(self, positions: Sequence[PositionT]) -> States:
        """Return the states that kernels work on.

        Raises:
            EngineError: if a position is of another game or board.
        """

    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        """Return whether each packed state is a position of this board, seen by either side.

        Kernels read memory where a state tells them to, unchecked: they get no other states.

        Args:
            states: shape (n, STATE_SLOTS).
            by_play: whether each side must have as many plies as the rules give it; else whatever
                can stand on the board is a position.
        """

    def unpack(self, state: NDArray[np.uint64]) -> PositionT:
        """Return the position of one packed state (shape (STATE_SLOTS,))."""

    def seen_by_other(self, states: States) -> States:
        """Return the same positions as the side that is not to move sees them."""

    def canonical(self, states: States) -> States:
        """Return the same representative for all mirror images and rotations of a position."""

    def images(self, position: PositionT) -> tuple[PositionT, ...]:
        """Return all mirror images and rotations, the position itself among them."""

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory of a board that holds these tables behind its own, read-only."""


def smallest_image(images: NDArray[np.uint64]) -> States:
    """Return the image of packed states whose words are the smallest, first word first.

    Args:
        images: shape (images, n, STATE_SLOTS), all images of each state.
    """
    smallest: States = np.empty(images.shape[1:], dtype=np.uint64)
    equal = np.ones(images.shape[:2], dtype=bool)
    for word in range(STATE_SLOTS):
        # Those that are larger already take no part.
        words = np.where(equal, images[:, :, word], _LARGEST)
        smallest[:, word] = words.min(axis=0)
        equal &= words == smallest[:, word]
    return smallest


def check_limits(game: Game[Any]) -> None:
    """Refuse a game for whose moves kernels have no memory, or whose plies they cannot value.

    Raises:
        EngineError: if that is so.
    """
    if game.max_moves > MAX_MOVES:
        raise EngineError(
            f"{game.name} has up to {game.max_moves} moves in a position, and searches have room "
            f"for {MAX_MOVES}; play a smaller board, or raise MAX_MOVES in engine/kernels/limits.py"
        )
    if game.max_plies > MAX_PLIES:
        raise EngineError(
            f"{game.name} has up to {game.max_plies} plies, and a win in more than {MAX_PLIES} is "
            "worth no more than an evaluation; play a smaller board"
        )
