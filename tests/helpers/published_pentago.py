"""The Pentago heuristics of `configs/heuristics/`, once more as plain functions on sets of squares.

Each is written from the summary of its file, knows nothing of features and formulas, and has the
name of the file; its arguments are the file's parameters with the hand-set values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

__all__ = ["Seen"]

Square = tuple[int, int]
Squares = frozenset[Square]
BOARD = frozenset((row, column) for row in range(6) for column in range(6))
MIDDLE = frozenset({(2, 2), (2, 3), (3, 2), (3, 3)})
LINES = [
    line
    for row, column in sorted(BOARD)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if (line := frozenset((row + i * down, column + i * right) for i in range(5))) <= BOARD
]


@dataclass(frozen=True)
class Seen:
    """A board as one side sees it."""

    own: Squares
    opp: Squares

    def swapped(self) -> Seen:
        return Seen(self.opp, self.own)


def turned(stones: Squares, top: int, left: int, clockwise: bool) -> Squares:
    """The stones after a quarter turn of the quadrant with this upper left corner."""
    after = set()
    for row, column in stones:
        down, right = row - top, column - left
        if 0 <= down < 3 and 0 <= right < 3:
            down, right = (right, 2 - down) if clockwise else (2 - right, down)
        after.add((top + down, left + right))
    return frozenset(after)


def turns(seen: Seen) -> Iterator[Seen]:
    """The board after a quarter turn of each quadrant, one way and the other."""
    for top, left, clockwise in product((0, 3), (0, 3), (True, False)):
        yield Seen(*(turned(stones, top, left, clockwise) for stones in (seen.own, seen.opp)))


def kind(line: Squares) -> str:
    """Which of the four kinds of the strategy guide a line of five belongs to."""
    rows, columns = {row for row, _ in line}, {column for _, column in line}
    if len(rows) == len(columns):
        long = line & MIDDLE and len(line & {(1, 1), (1, 4), (4, 1), (4, 4)}) == 2
        return "long_diagonal" if long else "short_diagonal"
    only = (rows if len(rows) == 1 else columns).pop()
    return "middle" if only in (1, 4) else "straight"


def open_lines(seen: Seen, stones: int) -> int:
    return sum(1 for line in LINES if not line & seen.opp and len(line & seen.own) == stones)


def wins_with_a_stone(seen: Seen) -> int:
    empty = BOARD - seen.own - seen.opp
    return sum(
        1 for one in empty if any(one in line and line <= seen.own | {one} for line in LINES)
    )


def line_kinds(
    seen: Seen,
    long_diagonal_strength: float = 1.13,
    middle_strength: float = 1.15,
    straight_strength: float = 1.17,
    short_diagonal_strength: float = 1.19,
) -> float:
    strength = {
        "long_diagonal": long_diagonal_strength,
        "middle": middle_strength,
        "straight": straight_strength,
        "short_diagonal": short_diagonal_strength,
    }
    value = 0.0
    for line in LINES:
        own, opp = len(line & seen.own), len(line & seen.opp)
        if own == 0 and opp < 5:
            value -= strength[kind(line)] ** opp - 1
        if opp == 0 and own < 5:
            value += strength[kind(line)] ** own - 1
    return value


def open_lines_by_stones(
    seen: Seen,
    two_value: float = 6,
    three_value: float = 30,
    four_value: float = 200,
    center_bonus: float = 3,
) -> float:
    worth = {0: 0, 1: 1, 2: two_value, 3: three_value, 4: four_value, 5: 0}
    own = sum(worth[len(line & seen.own)] for line in LINES if not line & seen.opp)
    opp = sum(worth[len(line & seen.opp)] for line in LINES if not line & seen.own)
    return own - opp + center_bonus * (len(seen.own & MIDDLE) - len(seen.opp & MIDDLE))


def quadrant_squares(seen: Seen, center_value: float = 5, corner_value: float = 3) -> float:
    picture = (corner_value, 1, corner_value), (1, center_value, 1), (corner_value, 1, corner_value)

    def worth(stones: Squares) -> float:
        return sum(picture[row % 3][column % 3] for row, column in stones)

    return worth(seen.own) - worth(seen.opp)


def triplets_and_centers(seen: Seen, triplet_value: float = 3) -> float:
    ways = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]

    def worth(stones: Squares) -> float:
        value = 0.0
        for top in (0, 3):
            for left in (0, 3):
                held = {
                    "abcdefghi"[3 * (r - top) + c - left]
                    for r, c in stones
                    if 0 <= r - top < 3 and 0 <= c - left < 3
                }
                value += triplet_value * sum(set(way) <= held for way in ways) + ("e" in held)
        return value

    return worth(seen.own) - worth(seen.opp)


def threats_after_turns(seen: Seen, four_value: float = 10) -> float:
    def worth(view: Seen) -> float:
        boards = list(turns(view))
        fours = max(open_lines(board, 4) for board in boards)
        return four_value * fours + max(open_lines(board, 3) for board in boards)

    return worth(seen) - worth(seen.swapped())


def wins_at_hand(
    seen: Seen, turn_value: float = 4, stone_value: float = 8, double_bonus: float = 20
) -> float:
    def worth(view: Seen) -> float:
        winning_turns = [board for board in turns(view) if any(line <= board.own for line in LINES)]
        stones = wins_with_a_stone(view)
        double = double_bonus if stones > 1 else 0
        return open_lines(view, 3) + turn_value * len(winning_turns) + stone_value * stones + double

    return worth(seen) - worth(seen.swapped())
