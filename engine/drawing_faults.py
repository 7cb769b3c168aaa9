"""Find what is wrong with how a game draws its positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.drawing import BLOCKED, FIRST, FREE, SECOND, Drawing, drawing_of

__all__ = ["fault_of_drawings"]

_SIGNS = {FREE, BLOCKED, FIRST, SECOND}

_MOVES = 16
"""Moves of a position whose marks are looked at."""


def fault_of_drawings(game: Any, position: Any) -> str:
    """Return what is wrong with the drawings of a position and of some of its moves, "" if nothing.

    A game that draws itself as text alone is asked for nothing more than some text.
    """
    if not game.draw(position).strip():
        return "is drawn as nothing"
    drawing = drawing_of(game, position)
    if not drawing.rows:
        return ""
    images = [drawing_of(game, image) for image in game.images(position)]
    faults = [_fault_of_board(drawing)]
    if any(_counts(image) != _counts(drawing) for image in images):
        faults.append("one of its images is drawn with other pieces")
    faults += [_fault_of_move(game, position, move) for move in game.legal_moves(position)[:_MOVES]]
    return next(filter(None, faults), "")


def _counts(drawing: Drawing) -> Counter[str]:
    return Counter("".join(drawing.rows))


def _fault_of_board(drawing: Drawing) -> str:
    """Return what is wrong with the board itself."""
    height, width = len(drawing.row_names), len(drawing.column_names)
    if len(drawing.rows) != height or any(len(row) != width for row in drawing.rows):
        return f"is drawn with other squares than its {height} rows and {width} columns have"
    strange = "".join(sorted(set("".join(drawing.rows)) - _SIGNS))
    if strange:
        return f"is drawn with the signs '{strange}'; use {' '.join(sorted(_SIGNS))}"
    names = [drawing.name_of((row, column)) for row in range(height) for column in range(width)]
    return "" if len(set(names)) == len(names) else "is drawn with two squares of one name"


def _fault_of_move(game: Any, position: Any, move: int) -> str:
    """Return what is wrong with the drawing of a position after a move that is marked."""
    child = game.play(position, move)
    plain, marked = drawing_of(game, child), drawing_of(game, child, position, move)
    squares = [*marked.marked]
    if marked.turn is not None:
        last = marked.turn.size - 1
        squares += [
            (marked.turn.top, marked.turn.left),
            (marked.turn.top + last, marked.turn.left + last),
        ]
    if marked.rows != plain.rows:
        return f"move {move} is marked on another board"
    if not all(_is_on(marked, row, column) for row, column in squares):
        return f"move {move} is marked beside the board"
    changed = drawing_of(game, position).rows != plain.rows
    return f"move {move} changes squares and marks none" if changed and not squares else ""


def _is_on(drawing: Drawing, row: int, column: int) -> bool:
    return 0 <= row < len(drawing.row_names) and 0 <= column < len(drawing.column_names)
