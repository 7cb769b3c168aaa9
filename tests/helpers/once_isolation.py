"""Features of Isolation that are written once, and the same over sets of squares."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from engine.isolation.squares import (
    column,
    height,
    is_blank,
    is_move,
    is_opp,
    is_own,
    on_board,
    opponent,
    row,
    width,
)
from engine.isolation.view import View
from features.feature import Feature, feature

__all__ = ["ISOLATION"]

FAR = 2


def apart(board: View, side: View, most: int) -> float:
    """Rows between the pieces, at most so many; a quarter while one is missing."""
    other = opponent(side)
    if row(board, side) < 0 or row(board, other) < 0:
        return 0.25
    rows = abs(row(board, side) - row(board, other))
    while True:
        if rows <= most:
            break
        rows -= 1
    return rows


def place(board: View, side: View) -> tuple[int, int]:
    """Return where the side stands."""
    return row(board, side), column(board, side)


@feature("isolation")
def around(board: View, side: View, reach: int) -> float:
    """All that may stand in a feature: loops, conditions, arithmetic, other functions."""
    total = 0.0
    down, right = place(board, side)
    for r in range(-reach, reach + 1):
        for c in range(reach, -reach - 1, -1):
            if abs(r * c) == FAR:
                total += is_move(board, side, down + r, right + c)
            if not on_board(board, down + r, right + c):
                continue
            elif is_opp(board, side, down + r, right + c):
                total += 100 / reach
            elif 0 <= r < 1 and is_own(board, side, down + r, right + c):
                total -= down // 2 % 2 + right**2
            else:
                total += 0.5 if is_blank(board, opponent(side), down + r, right + c) else 0.125
    return np.sqrt(abs(total)) + min(down, right, 3) + apart(board, side, reach)


def around_expected(view: View, reach: int) -> float:
    """The same over sets of squares."""
    down, right = (-1, -1) if view.own is None else view.own
    total = 0.0
    for r in range(-reach, reach + 1):
        for c in range(-reach, reach + 1):
            there = (down + r, right + c)
            total += {abs(r), abs(c)} == {1, 2} and there in view.targets(view.own)
            inside = there[0] in range(view.height) and there[1] in range(view.width)
            if there == view.opp:
                total += 100 / reach
            elif there == view.own:
                total -= (down // 2) % 2 + right * right
            elif inside:
                total += 0.5 if there in view.blanks else 0.125
    rows = 0.25 if None in (view.own, view.opp) else 0.0
    if view.own is not None and view.opp is not None:
        rows = min(reach, abs(view.own[0] - view.opp[0]))
    return math.sqrt(abs(total)) + min(down, right, 3) + rows


@feature("isolation", sided=False)
def board_size(board: View, _side: View) -> int:
    """Rows times ten and columns."""
    return 10 * height(board) + width(board)


def board_size_expected(view: View) -> float:
    """10 for each row, 1 for each column."""
    return 10.0 * view.height + view.width


@feature("isolation")
def size_twice(board: View, side: View) -> float:
    """Another feature of the file, twice."""
    return board_size(board, side) * 2


def size_twice_expected(view: View) -> float:
    """20 for each row, 2 for each column."""
    return 20.0 * view.height + 2.0 * view.width


ISOLATION: Mapping[Feature, Callable[..., float]] = {
    around: around_expected,
    board_size: board_size_expected,
    size_twice: size_twice_expected,
}
