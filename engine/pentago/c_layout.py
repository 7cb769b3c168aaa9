"""Say how C sees the positions of Pentago."""

from __future__ import annotations

from engine.c99.kinds import WORD
from engine.c99.layout import Argument, CLayout, MemoryPart
from engine.pentago import bits
from engine.pentago.geometry import to_kernel

__all__ = ["C_LAYOUT"]

_QUADRANTS = 4 * bits.PATTERNS

C_LAYOUT = CLayout(
    parts=(
        MemoryPart("ROTATED", bits.ROTATED, 2 * bits.PATTERNS, "ROTATED"),
        MemoryPart("FULL_LINES", bits.FULL_LINES, _QUADRANTS, "FULL_LINES"),
        MemoryPart("SPREAD", bits.SPREAD, _QUADRANTS, "SPREAD"),
        MemoryPart("LINE_MASKS", bits.LINE_MASKS, bits.FIVES, "LINE_MASKS"),
        MemoryPart("NEAR_LINES", bits.NEAR_LINES, _QUADRANTS, "NEAR_LINES"),
    ),
    arguments=(
        Argument("own_stones", WORD, "the set of own stones"),
        Argument("opp_stones", WORD, "the set of the opponent's stones"),
    ),
    squares=(
        "A set of squares has bit 9 * quadrant + 3 * row + column for a square: quadrants from 0 "
        "at the top left, row by row; row and column inside the quadrant, from 0 at its top left. "
        "square_of(row, column) gives the bit for row and column of the whole board.",
    ),
    ends="Five or six in a row win, for both sides at once it is a draw; a full board is a draw.",
    square_function=(
        "static inline int square_of(int row, int column)\n"
        "{\n    return 9 * (row / 3 * 2 + column / 3) + 3 * (row % 3) + column % 3;\n}\n"
    ),
    example=(
        f"UINT64_C(0x{to_kernel(1 << 7 | 1 << 8 | 1 << 9):X})",
        f"UINT64_C(0x{to_kernel(1 << 14 | 1 << 28):X})",
    ),
    example_text="own stones on row 1, columns 1 to 3; the opponent's on (2, 2) and (4, 4)",
)
