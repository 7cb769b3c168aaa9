"""Convert positions from and to the two courses' own ways to write them.

The 7x7 course draws a board, which `to_string()` of its `isolation.py` gives. Cells stand between
bars: blank, "-" where somebody was, "1" and "2" for the players. Later versions of the course
number the columns above and the rows in front; lines end with a line feed and a carriage return,
and Python shows both with backslashes where it prints the text as a value:

         0   1   2
    0  |   | 1 |   |
    1  |   |   | - |
    2  | 2 | - |   |

The 9x11 course numbers squares, actions and states. Its board is an integer of 13 bits a row, 11
squares and two padding bits, bit 0 at the bottom right and 57 in the centre; a set bit is an open
square. An action is a bit index before the placement, later the difference of two indices. Python
prints its state as

    Isolation(board=41523161203939122082683632224299007, ply_count=0, locs=(None, None))
"""

from __future__ import annotations

import re

from engine.errors import NotationError
from engine.isolation.notation import parse_position
from engine.isolation.position import Position

__all__ = [
    "HEIGHT",
    "WIDTH",
    "action_of",
    "bit_of",
    "board_bits",
    "format_state",
    "is_drawing",
    "is_state",
    "locations",
    "move_of",
    "parse_state",
    "rows_of_drawing",
    "square_of",
]

_LINE_ENDS = re.compile(r"(?:\n|\r|\\n|\\r)+")
_CELLS = {"": ".", "-": "x", "1": "1", "2": "2"}


def is_drawing(text: str) -> bool:
    """Return whether a text means to be a drawing of the course."""
    return "|" in text


def rows_of_drawing(text: str) -> str:
    """Return the rows of the board as `engine.isolation.notation` reads them, joined by "/".

    Raises:
        NotationError: if a cell is none of the course's.
    """
    lines = [line for line in _LINE_ENDS.split(text.strip("'\"")) if "|" in line]
    return "/".join(_row(number, line) for number, line in enumerate(lines, start=1))


def _row(number: int, line: str) -> str:
    # In front of the first bar stands nothing or the row's number, behind the last one nothing.
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    strange = next((cell for cell in cells if cell not in _CELLS), None)
    if strange is not None:
        raise NotationError(
            f"row {number} of the drawing has {strange!r} between its bars; the course draws a "
            "blank, '-', '1' or '2' there"
        )
    return "".join(_CELLS[cell] for cell in cells)


HEIGHT = 9
WIDTH = 11
ROW_BITS = 13

_STATE = re.compile(
    r"Isolation\( *board *= *([0-9]{1,40}) *, *ply_count *= *([0-9]{1,3}) *, *"
    r"locs *= *\( *(None|[0-9]{1,4}) *, *(None|[0-9]{1,4}) *\) *\)"
)


def bit_of(square: int) -> int:
    """Return the course's index of a square of ours."""
    row, column = divmod(square, WIDTH)
    return (HEIGHT - 1 - row) * ROW_BITS + WIDTH - 1 - column


def square_of(bit: int) -> int:
    """Return our square of the course's index.

    Raises:
        NotationError: if the index is none of a square: a padding bit, or beyond the board.
    """
    row, column = HEIGHT - 1 - bit // ROW_BITS, WIDTH - 1 - bit % ROW_BITS
    if row not in range(HEIGHT) or column not in range(WIDTH):
        raise NotationError(
            f"bit {bit} is no square of the 9x11 board; squares are bits 0 to 114, the last two of "
            "each 13 left out"
        )
    return row * WIDTH + column


def board_bits(position: Position) -> int:
    """Return the open squares as the course's integer."""
    return sum(
        1 << bit_of(square) for square in range(HEIGHT * WIDTH) if position.blanks >> square & 1
    )


def locations(position: Position) -> tuple[int | None, int | None]:
    """Return where player 1 and player 2 stand as the course's indices, None before a placement."""
    first, second = (position.square_of(player) for player in (1, 2))
    return (
        None if first is None else bit_of(first),
        None if second is None else bit_of(second),
    )


def action_of(position: Position, move: int) -> int:
    """Return the course's action of a move of ours: the index it goes to, or the step to it."""
    target = bit_of(move)
    return target if position.mover is None else target - bit_of(position.mover)


def move_of(position: Position, action: int) -> int:
    """Return our move of the course's action; whether it is legal is for the rules to say.

    Raises:
        NotationError: if it leads to no square of the board.
    """
    return square_of(action if position.mover is None else bit_of(position.mover) + action)


def is_state(text: str) -> bool:
    """Return whether a text means to be a state of the course."""
    return text.strip().startswith("Isolation(")


def format_state(position: Position) -> str:
    """Return the text that Python prints for the course's state of a 9x11 position."""
    return (
        f"Isolation(board={board_bits(position)}, ply_count={position.ply}, "
        f"locs={locations(position)})"
    )


def parse_state(text: str, height: int, width: int) -> Position:
    """Read the course's state.

    Raises:
        NotationError: if the text is no such state, or the board is not the course's.
        IllegalError: if the pieces and the number of visited squares fit no game.
    """
    if (height, width) != (HEIGHT, WIDTH):
        raise NotationError(
            f"a state of the course is a 9x11 board, and this one is {height}x{width}; "
            "choose the game isolation-9x11"
        )
    match = _STATE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{text.strip()[:80]!r} is no state of the course; write it as Python prints it: "
            "Isolation(board=..., ply_count=..., locs=(..., ...))"
        )
    board, plies = int(match[1]), int(match[2])
    cells = ["x"] * (HEIGHT * WIDTH)
    for bit in range(board.bit_length()):
        if board >> bit & 1:
            cells[square_of(bit)] = "."
    for piece, found in zip("12", match.groups()[2:], strict=True):
        if found != "None":
            _stand(cells, piece, int(found))
    rows = ["".join(cells[start : start + WIDTH]) for start in range(0, len(cells), WIDTH)]
    position = parse_position("/".join(rows), HEIGHT, WIDTH)
    if position.ply != plies:
        raise NotationError(
            f"ply_count is {plies}, and {position.ply} squares of the board are visited; "
            "every ply visits one"
        )
    return position


def _stand(cells: list[str], piece: str, bit: int) -> None:
    """Put a piece on its square."""
    square = square_of(bit)
    if cells[square] != "x":
        other = "is open" if cells[square] == "." else "is the other player's"
        raise NotationError(
            f"player {piece} stands on bit {bit}, which {other}; clear its bit of the board, and "
            "give each player a square of its own"
        )
    cells[square] = piece
