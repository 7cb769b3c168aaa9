"""Write the kernels of Isolation in plain Python: a set of squares is one integer on any board."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from engine.isolation import bits
from engine.isolation.board import bits_of, knight_masks
from engine.plain.board import Numbering, PlainBoard
from engine.plain.fitting import ANYTHING
from engine.plain.operations import Operation
from engine.plain.tables import mask_rows
from engine.plain.values import (
    BOOLEAN,
    INTEGER,
    MEMORY,
    NOTES,
    NOTHING,
    NUMBER,
    SQUARE,
    SQUARES,
    TABLE,
    WORD,
    Kind,
)

__all__ = ["plain_board"]


def plain_board(game: Any, numbering: Numbering | None = None) -> PlainBoard:
    """Return how a board is written, by default with bit row * width + column for a square."""
    height, width = game.height, game.width
    squares = height * width
    usual = Numbering(tuple(range(squares)))
    numbering = numbering or usual
    # Kernels of small boards may compute with the bits of a word, if these are theirs.
    sets = WORD if numbering == usual and squares <= bits.SQUARES else SQUARES
    square = INTEGER if numbering == usual else SQUARE
    return PlainBoard(
        height,
        width,
        numbering,
        state=(("blanks", sets), ("own_square", square), ("opp_square", square)),
        swapped=(0, 2, 1),
        operations=_operations(sets, square, squares),
        definitions=_definitions(height, width, numbering),
        set_kind=sets,
        square_kind=square,
        kernel_squares=tuple(range(squares)),
        unplaced=int(bits_of(squares).UNPLACED),
    )


def _operations(sets: Kind, square: Kind, squares: int) -> MappingProxyType[Any, Operation]:
    state = (sets, square, square)
    pair = (sets, sets)
    return MappingProxyType(
        {
            bits.blanks: Operation("a[0]", (state,), sets),
            bits.own_square: Operation("a[1]", (state,), square),
            bits.opp_square: Operation("a[2]", (state,), square),
            bits.swap_sides: Operation("(a[0], a[2], a[1])", (state,), state),
            bits.visit: Operation("(a[0] ^ (1 << b), a[2], b)", (state, square), state),
            bits.make_state: Operation("(a, b, c)", (sets, square, square), state),
            bits.is_placed: Operation("a != UNPLACED", (square,), BOOLEAN),
            bits.UNPLACED: Operation("UNPLACED", (), square),
            bits.count: Operation("count(a)", (sets,), INTEGER),
            bits.blank_count: Operation("count(a[0])", (state,), INTEGER),
            bits.square_count: Operation(str(squares), (MEMORY,), INTEGER),
            bits.is_empty: Operation("not a", (sets,), BOOLEAN),
            bits.lowest: Operation("(a & -a).bit_length() - 1", (sets,), square),
            bits.without_lowest: Operation("a & (a - 1)", (sets,), sets),
            bits.common: Operation("a & b", pair, sets),
            bits.either: Operation("a | b", pair, sets),
            bits.all_but: Operation("a & ~b", pair, sets),
            bits.single: Operation("1 << a", (square,), sets),
            bits.knight_targets: Operation("KNIGHT_TARGETS[a]", (MEMORY, square), sets),
            bits.spread: Operation("spread(a)", (MEMORY, sets), sets),
            bits.load_squares: Operation("a[b]", (NOTES, INTEGER), sets),
            bits.load_state: Operation("a[b]", (NOTES, INTEGER), state),
            bits.store_squares: Operation("", (NOTES, INTEGER, sets), NOTHING),
            bits.store_state: Operation("", (NOTES, INTEGER, state), NOTHING),
            bits.mask_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), sets),
            bits.number_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), NUMBER),
        }
    )


def _definitions(height: int, width: int, numbering: Numbering) -> MappingProxyType[str, str]:
    board = numbering.set_of((1 << height * width) - 1)
    targets = [numbering.set_of(mask) for mask in knight_masks(height, width)]
    entries = [*numbering.by_bit(targets, 0), board]
    table = mask_rows("KNIGHT_TARGETS", entries, width)
    return MappingProxyType(
        {
            "UNPLACED": f"# A player who is not placed.\nUNPLACED = {numbering.size}\n",
            "BOARD": f"# All squares.\nBOARD = {board:#x}\n",
            "KNIGHT_TARGETS": "# For each square those a knight's move away; the last entry, for a "
            f"player who is not\n# placed, has all squares.\n{table}",
            "spread": _spread(height, width, numbering),
        }
    )


def _spread(height: int, width: int, numbering: Numbering) -> str:
    """Return the text of a function: the squares a knight's move from any square of a set."""
    down, right = _steps(height, width, numbering)
    for kept in (None, _column_masks(height, width, numbering)):
        text = _shifts(down, right, kept)
        if down and right and _is_spread(text, height, width, numbering):
            return text
    return (
        f"def spread(squares):\n    {_SAYS}\n"
        "    reached = 0\n"
        "    while squares:\n"
        "        reached |= KNIGHT_TARGETS[(squares & -squares).bit_length() - 1]\n"
        "        squares &= squares - 1\n"
        "    return reached\n"
    )


_SAYS = '"""Return every square a knight\'s move away from some square of a set."""'


def _steps(height: int, width: int, numbering: Numbering) -> tuple[int, int]:
    """Return how far apart the bits of neighbours are, below each other and side by side."""
    if height < 2 or width < 2:
        return 0, 0
    return numbering.bits[width] - numbering.bits[0], numbering.bits[1] - numbering.bits[0]


def _column_masks(height: int, width: int, numbering: Numbering) -> dict[int, int]:
    """Return for each step to the side the squares from which it stays on the board."""
    return {
        step: sum(
            1 << numbering.bits[row * width + column]
            for row in range(height)
            for column in range(width)
            if 0 <= column + step < width
        )
        for step in (-2, -1, 1, 2)
    }


def _shift(squares: str, distance: int) -> str:
    return f"{squares} << {distance}" if distance > 0 else f"{squares} >> {-distance}"


def _shifts(down: int, right: int, kept: dict[int, int] | None) -> str:
    """Return the text with shifts: first to both sides, then up and down."""
    if kept is None:
        sides = {step: "squares" for step in (-2, -1, 1, 2)}
    else:
        sides = {step: f"(squares & {mask:#x})" for step, mask in kept.items()}
    near, far = (
        " | ".join(f"({_shift(sides[step], step * right)})" for step in (reach, -reach))
        for reach in (1, 2)
    )
    moved = " | ".join(
        f"({_shift(name, rows * down)})"
        for name, rows in (("near", 2), ("near", -2), ("far", 1), ("far", -1))
    )
    return (
        f"def spread(squares):\n    {_SAYS}\n"
        f"    near = {near}\n"
        f"    far = {far}\n"
        f"    return ({moved}) & BOARD\n"
    )


def _is_spread(text: str, height: int, width: int, numbering: Numbering) -> bool:
    """Return whether the text is right. It is for all sets if it is for each square alone."""
    names: dict[str, Any] = {"BOARD": numbering.set_of((1 << height * width) - 1)}
    exec(text, names)
    targets = [numbering.set_of(mask) for mask in knight_masks(height, width)]
    found = [names["spread"](1 << bit) for bit in numbering.bits]
    return found == targets
