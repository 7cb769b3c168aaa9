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
        operations=_operations(sets, square, height, width),
        definitions=_definitions(height, width, numbering),
        set_kind=sets,
        square_kind=square,
        kernel_squares=tuple(range(squares)),
        unplaced=int(bits_of(squares).UNPLACED),
    )


def _operations(
    sets: Kind, square: Kind, height: int, width: int
) -> MappingProxyType[Any, Operation]:
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
            bits.square_count: Operation(str(height * width), (MEMORY,), INTEGER),
            bits.board_width: Operation(str(width), (MEMORY,), INTEGER),
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
            **_spread(height, width, numbering),
        }
    )


def _spread(height: int, width: int, numbering: Numbering) -> dict[str, str]:
    """Return the text of `spread` and what it needs.

    Shifts, where unused bits between the rows catch what leaves them; else tables of groups of
    squares, which are faster than shifts with a mask for each.
    """
    down, right = _steps(height, width, numbering)
    if down and right:
        text = _shifts(down, right)
        if _is_spread(text, height, width, numbering):
            return {"spread": text}
    groups = range(-(-numbering.size // _GROUP))
    looks = []
    for group in groups:
        squares = f"squares >> {group * _GROUP}" if group else "squares"
        mask = f" & {(1 << _GROUP) - 1}" if group < groups[-1] else ""
        looks.append(f"SPREADS_{group}[{squares}{mask}]")
    lines = "\n        | ".join(looks)
    text = f"def spread(squares):\n    {_SAYS}\n    return (\n        {lines}\n    )\n"
    return {
        "spread": text,
        "SPREADS": _GROUPS.format(group=_GROUP, size=numbering.size),
        **{f"SPREADS_{group}": f"SPREADS_{group} = SPREADS[{group}]\n" for group in groups},
    }


_GROUP = 13

_GROUPS = """# For each {group} squares what is a knight's move away from each set of them.
SPREADS = []
for first in range(0, {size}, {group}):
    spreads = [0]
    for targets in KNIGHT_TARGETS[first : min(first + {group}, {size})]:
        spreads += [others | targets for others in spreads]
    SPREADS.append(spreads)
"""

_SAYS = '"""Return every square a knight\'s move away from some square of a set."""'


def _steps(height: int, width: int, numbering: Numbering) -> tuple[int, int]:
    """Return how far apart the bits of neighbours are, below each other and side by side."""
    if height < 2 or width < 2:
        return 0, 0
    return numbering.bits[width] - numbering.bits[0], numbering.bits[1] - numbering.bits[0]


def _shift(squares: str, distance: int) -> str:
    return f"({squares} << {distance})" if distance > 0 else f"({squares} >> {-distance})"


def _shifts(down: int, right: int) -> str:
    """Return the text with shifts: first to both sides, then up and down."""
    near, far = (
        " | ".join(_shift("squares", step * right) for step in (reach, -reach)) for reach in (1, 2)
    )
    steps = (("near", 2), ("near", -2), ("far", 1), ("far", -1))
    moved = " | ".join(_shift(name, rows * down) for name, rows in steps)
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
    return [names["spread"](1 << bit) for bit in numbering.bits] == targets
