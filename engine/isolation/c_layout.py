"""Say how C sees the positions of Isolation."""

from __future__ import annotations

from types import ModuleType

from engine.c99.kinds import INTEGER, WORD
from engine.c99.layout import Argument, CLayout, MemoryPart
from engine.isolation import board

__all__ = ["c_layout"]

_MASKS = {
    "NOT_FIRST_SLOT": "NOT_FIRST_COLUMN",
    "NOT_FIRST_TWO_SLOT": "NOT_FIRST_TWO_COLUMNS",
    "NOT_LAST_SLOT": "NOT_LAST_COLUMN",
    "NOT_LAST_TWO_SLOT": "NOT_LAST_TWO_COLUMNS",
}
"""What the header has for the columns of a board."""


def c_layout(height: int, width: int) -> CLayout:
    """Return the layout of a board of this size."""
    squares = height * width
    bits = board.bits_of(squares)
    words = int(bits.MASK_SLOTS)
    unplaced = int(bits.UNPLACED)
    last = squares - 1
    where = "that bit" if words == 1 else "bit s of low, or bit s - 64 of high"
    return CLayout(
        parts=_parts(bits),
        arguments=_arguments(words, unplaced),
        squares=(
            f"Square s = {width} * row + column, rows and columns from 0 at the top left: 0 to "
            f"{last}.",
            f"A blank square is {where}; visited squares and those of both pieces are not blank.",
            f"A piece that is not placed yet is on square {unplaced}.",
        ),
        ends="The side to move that has no move has lost.",
        square_function=(
            f"static inline int square_of(int row, int column)\n"
            f"{{\n    return {width} * row + column;\n}}\n"
        ),
        example=(*_blank_words(squares, words, (0, last)), "0", str(last)),
        example_text="own piece in the upper left corner, the opponent's in the lower right one",
    )


def _parts(bits: ModuleType) -> tuple[MemoryPart, ...]:
    words = int(bits.MASK_SLOTS)
    return (
        MemoryPart("SQUARE_COUNT_SLOT", int(bits.SQUARE_COUNT_SLOT), 1, "SQUARE_COUNT"),
        MemoryPart("WIDTH_SLOT", int(bits.WIDTH_SLOT), 1, "WIDTH"),
        *(
            MemoryPart(constant, int(getattr(bits, constant)), words, name)
            for constant, name in _MASKS.items()
        ),
        MemoryPart(
            "KNIGHT_TARGETS", int(bits.KNIGHT_TARGETS), words * int(bits.STRIDE), "KNIGHT_TARGETS"
        ),
    )


def _arguments(words: int, unplaced: int) -> tuple[Argument, ...]:
    blanks = [Argument("blank_squares", WORD, "the set of blank squares")]
    if words == 2:
        blanks = [
            Argument("low", WORD, "the set of blank squares, 0 to 63"),
            Argument("high", WORD, "the set of blank squares, 64 and up, from bit 0 on"),
        ]
    return (
        *blanks,
        Argument("own_square", INTEGER, f"where own stands, {unplaced} before its placement"),
        Argument("opp_square", INTEGER, f"where the opponent stands, {unplaced} likewise"),
    )


def _blank_words(squares: int, words: int, taken: tuple[int, ...]) -> tuple[str, ...]:
    blank = (1 << squares) - 1 - sum(1 << square for square in taken)
    return tuple(f"UINT64_C(0x{blank >> 64 * word & (1 << 64) - 1:X})" for word in range(words))
