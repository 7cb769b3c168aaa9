"""Features of Pentago that are written once, and the same over sets of stones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.pentago.squares import (
    after_turn,
    height,
    is_blank,
    is_opp,
    is_own,
    on_board,
    opponent,
    width,
)
from engine.pentago.view import View
from features.feature import Feature, feature
from features.pentago.fives import turned

__all__ = ["PENTAGO"]


@feature("pentago")
def best_row(board: View, side: View) -> int:
    """Most stones in a row without one of the other side, after the best turn."""
    best = 0
    for turn in range(8):
        after = after_turn(board, side, turn)
        for r in range(height(board)):
            stones = 0
            for c in range(width(board)):
                stones += is_own(board, after, r, c) - 6 * is_opp(board, after, r, c)
            best = max(best, stones)
    return best


def best_row_expected(view: View) -> float:
    """Turn the sets of stones: back is three times clockwise."""
    best = 0
    for top, left in ((0, 0), (0, 3), (3, 0), (3, 3)):
        for quarters in (1, 3):
            own, opp = view.own, view.opp
            for _ in range(quarters):
                own, opp = turned(own, top, left), turned(opp, top, left)
            rows = [[sum(r == row for r, _ in stones) for row in range(6)] for stones in (own, opp)]
            best = max(best, *(mine for mine, theirs in zip(*rows, strict=True) if not theirs), 0)
    return float(best)


@feature("pentago")
def beside(board: View, side: View, step: int) -> int:
    """Blank squares of the side, and off the board, so many columns left of the other's stones."""
    found = 0
    for r in range(-1, height(board) + 1):
        for c in range(-1, width(board) + 1):
            if is_own(board, opponent(side), r, c):
                if not on_board(board, r, c - step):
                    found += 10
                elif is_blank(board, side, r, c - step):
                    found += 1
    return found


def beside_expected(view: View, step: int) -> float:
    """Look at each stone of the other side."""
    squares = {(row, column - step) for row, column in view.opp}
    off = sum(column not in range(6) for _, column in squares)
    return float(10 * off + len(squares - view.own - view.opp) - off)


PENTAGO: Mapping[Feature, Callable[..., float]] = {
    best_row: best_row_expected,
    beside: beside_expected,
}
