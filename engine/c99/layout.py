"""Say how C sees the positions of a game, and what its kernels read of a board's memory."""

from __future__ import annotations

from dataclasses import dataclass

from engine.c99.kinds import Scalar

__all__ = ["Argument", "CLayout", "MemoryPart"]


@dataclass(frozen=True)
class MemoryPart:
    """A part of a board's memory is what every board of the game has before features' tables.

    Attributes:
        constant: the name by which kernels know its first slot.
        slot: the first slot.
        slots: how many it has.
        name: what C calls it.
    """

    constant: str
    slot: int
    slots: int
    name: str


@dataclass(frozen=True)
class Argument:
    """An argument of the exported function is one word of a position as one side sees it.

    Attributes:
        name: its name.
        kind: what C passes, WORD or INTEGER.
        meaning: one line.
    """

    name: str
    kind: Scalar
    meaning: str


@dataclass(frozen=True)
class CLayout:
    """A layout is what a game must say so that its evaluations can be written as C.

    Attributes:
        parts: of the board's memory, each of which becomes an array or a constant.
        arguments: the words of a state, in their order.
        squares: how squares map to bits, in lines of a comment.
        ends: when a game is over, in one sentence.
        square_function: a C function `square_of(int row, int column)` that does this.
        example: the arguments of a position for a demonstration, as C.
        example_text: the same position in words.
    """

    parts: tuple[MemoryPart, ...]
    arguments: tuple[Argument, ...]
    squares: tuple[str, ...]
    ends: str
    square_function: str
    example: tuple[str, ...]
    example_text: str
