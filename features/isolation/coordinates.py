"""Say in which row and column a side stands."""

from __future__ import annotations

from engine.isolation.bits import Memory, State, number_at, own_square
from engine.isolation.view import View
from features.feature import feature
from features.isolation.distance import COLUMN, ROW

__all__ = ["column_of", "row_of"]


def row_of_twin(view: View) -> float:
    """Return the first number of the square."""
    return 0.0 if view.own is None else float(view.own[0])


@feature("isolation", twin=row_of_twin)
def row_of(board: Memory, state: State) -> float:
    """Row of the side's square, 0 on top; 0 before the placement.

    A formula with it gives mirrored positions different values, where it is not written so that
    both sides of the board count alike.
    """
    return number_at(board, ROW, own_square(state))


def column_of_twin(view: View) -> float:
    """Return the second number of the square."""
    return 0.0 if view.own is None else float(view.own[1])


@feature("isolation", twin=column_of_twin)
def column_of(board: Memory, state: State) -> float:
    """Column of the side's square, 0 on the left; 0 before the placement.

    A formula with it gives mirrored positions different values, where it is not written so that
    both sides of the board count alike.
    """
    return number_at(board, COLUMN, own_square(state))
