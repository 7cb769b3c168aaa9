"""Write the kernels of Pentago in plain Python: stones are bits 7 * row + column."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from engine.errors import EngineError
from engine.pentago import bits
from engine.pentago.geometry import FIVE_LINES, KERNEL_SQUARES, rotate_squares, to_kernel
from engine.pentago.position import SIDE
from engine.pentago.position import SQUARES as SQUARE_COUNT
from engine.plain.board import Numbering, PlainBoard
from engine.plain.fitting import ANYTHING
from engine.plain.operations import Operation
from engine.plain.tables import mask_rows
from engine.plain.values import (
    INTEGER,
    MEMORY,
    NOTES,
    NOTHING,
    NUMBER,
    SQUARE,
    SQUARES,
    TABLE,
    WORD,
)

__all__ = ["plain_board"]

_STRIDE = SIDE + 1
_NUMBERING = Numbering(
    tuple(_STRIDE * row + column for row in range(SIDE) for column in range(SIDE))
)
_STATE = (SQUARES, SQUARES)


def plain_board(game: Any, numbering: Numbering | None = None) -> PlainBoard:
    """Return how the board is written: in the numbering in which neighbours are a shift apart.

    Raises:
        EngineError: if another numbering is asked for.
    """
    if numbering not in (None, _NUMBERING):
        raise EngineError(f"{game.name} has one numbering in plain Python: 7 * row + column")
    return PlainBoard(
        SIDE,
        SIDE,
        _NUMBERING,
        state=(("own_stones", SQUARES), ("opp_stones", SQUARES)),
        swapped=(1, 0),
        operations=_OPERATIONS,
        definitions=_DEFINITIONS,
        set_kind=SQUARES,
        square_kind=SQUARE,
        kernel_squares=KERNEL_SQUARES,
        unplaced=None,
    )


_OPERATIONS: MappingProxyType[Any, Operation] = MappingProxyType(
    {
        bits.own_stones: Operation("a[0]", (_STATE,), SQUARES),
        bits.opp_stones: Operation("a[1]", (_STATE,), SQUARES),
        bits.empties: Operation("BOARD & ~(a[0] | a[1])", (_STATE,), SQUARES),
        bits.swap_sides: Operation("(a[1], a[0])", (_STATE,), _STATE),
        bits.count: Operation("count(a)", (ANYTHING,), INTEGER),
        bits.lowest: Operation("(a & -a).bit_length() - 1", (SQUARES,), SQUARE),
        bits.without_lowest: Operation("a & (a - 1)", (SQUARES,), SQUARES),
        bits.single: Operation("1 << a", (SQUARE,), SQUARES),
        bits.place: Operation("a | 1 << b", (SQUARES, SQUARE), SQUARES),
        bits.full_lines: Operation("full_lines(a)", (MEMORY, SQUARES), WORD),
        bits.rotate: Operation("rotated(a, b, c)", (MEMORY, SQUARES, INTEGER, INTEGER), SQUARES),
        bits.spread_out: Operation("a", (MEMORY, SQUARES), WORD),
        bits.mask_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), SQUARES),
        bits.number_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), NUMBER),
        bits.load_state: Operation("a[b]", (NOTES, INTEGER), _STATE),
        bits.store_state: Operation("", (NOTES, INTEGER, _STATE), NOTHING),
    }
)

_FIVE_MASKS = [_NUMBERING.set_of(sum(1 << square for square in line)) for line in FIVE_LINES]
_KERNEL_FIVES = [to_kernel(sum(1 << square for square in line)) for line in FIVE_LINES]
_QUADRANTS = [
    _NUMBERING.set_of(
        sum(1 << s for s in range(SQUARE_COUNT) if KERNEL_SQUARES[s] // 9 == quadrant)
    )
    for quadrant in range(4)
]


def _turns() -> str:
    lines = []
    for quadrant in range(4):
        for clockwise in (0, 1):
            targets = rotate_squares(quadrant, bool(clockwise))
            pairs = [
                (_NUMBERING.bits[square], _NUMBERING.bits[targets[square]])
                for square in range(SQUARE_COUNT)
                if KERNEL_SQUARES[square] // 9 == quadrant
            ]
            lines.append(f"    {tuple(pairs)},\n")
    return "".join(lines)


_DEFINITIONS = MappingProxyType(
    {
        "BOARD": f"# All squares.\nBOARD = {_NUMBERING.set_of((1 << SQUARE_COUNT) - 1):#x}\n",
        "FIVES": "# The 32 lines of five squares.\n" + mask_rows("FIVES", _FIVE_MASKS, 8),
        "QUADRANTS": "# The squares of each quadrant.\n" + mask_rows("QUADRANTS", _QUADRANTS, 4),
        "TURNS": "# Where the squares of each quadrant go: back, then clockwise.\n"
        f"TURNS = (\n{_turns()})\n",
        "TURNED": """# Each pattern of stones in a quadrant, turned; entry 2 * quadrant + clockwise.
TURNED = []
for turn in TURNS:
    patterns = {0: 0}
    for square, target in turn:
        for stones, turned in list(patterns.items()):
            patterns[stones | 1 << square] = turned | 1 << target
    TURNED.append(patterns)
""",
        "KERNEL_FIVES": "# The 32 lines with the bits of the kernels: nine to a quadrant.\n"
        + mask_rows("KERNEL_FIVES", _KERNEL_FIVES, 8),
        "KERNEL_MEMORY": """\
# By the nine squares of a quadrant: these turned back, and turned clockwise; then for each
# quadrant the lines whose part in it is full.
KERNEL_MEMORY = [
    sum(
        1 << (3 * column + 2 - row if clockwise else 6 - 3 * column + row)
        for row in range(3)
        for column in range(3)
        if pattern >> 3 * row + column & 1
    )
    for clockwise in (0, 1)
    for pattern in range(512)
]
KERNEL_MEMORY += [
    sum(
        1 << line
        for line, squares in enumerate(KERNEL_FIVES)
        if not squares >> 9 * quadrant & 511 & ~pattern
    )
    for quadrant in range(4)
    for pattern in range(512)
]
""",
        "rotated": '''def rotated(stones, quadrant, clockwise):
    """Return the stones after a quadrant turned by 90 degrees."""
    inside = stones & QUADRANTS[quadrant]
    return stones ^ inside | TURNED[2 * quadrant + clockwise][inside]
''',
        "full_lines": '''def full_lines(stones):
    """Return which of the 32 lines of five are full of these stones, a bit for each."""
    for step in (1, 7, 8, 6):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step & stones >> 4 * step:
            break
    else:
        return 0
    full = 0
    for line, squares in enumerate(FIVES):
        if stones & squares == squares:
            full |= 1 << line
    return full
''',
    }
)
