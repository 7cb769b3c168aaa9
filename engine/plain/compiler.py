"""Turn a formula with all that it uses into the text of plain Python functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from engine.plain.board import Numbering, PlainBoard
from engine.plain.games import plain_module
from engine.plain.text_library import PlainFormula, TextLibrary
from engine.plain.trees import names_in

__all__ = ["PlainCode", "compile_plain", "plain_board_of"]


@dataclass(frozen=True)
class PlainCode:
    """Hold the plain Python of a formula.

    Attributes:
        imports: of modules of the standard library, "" for none.
        text: tables and functions, in the order in which they must stand, without the constants
            of the parameters, which must stand before anything is called.
        name: of the function that gives the value.
        arguments: what it takes, in this order: the state's items, then the values where they
            were asked for.
        constants: the names of the parameters' numbers that it uses.
    """

    imports: str
    text: str
    name: str
    arguments: tuple[str, ...]
    constants: tuple[str, ...]


def plain_board_of(game: Any, numbering: Numbering | None = None) -> PlainBoard:
    """Return how the kernels of a game are written in plain Python.

    Raises:
        EngineError: if the game has no module that says so.
    """
    board: PlainBoard = plain_module(game, "plain").plain_board(game, numbering)
    return board


def compile_plain(board: PlainBoard, formula: PlainFormula) -> PlainCode:
    """Return a formula with all that it uses as plain Python.

    Raises:
        LinkError: if a kernel uses what plain Python does not have.
    """
    library = TextLibrary(board, formula)
    written = library.main()
    imports, text = library.text(written)
    used = names_in([ast.parse(text)])
    kept = tuple(name for name in formula.constants if name in used)
    return PlainCode(imports, text, written.name, written.names, kept)
