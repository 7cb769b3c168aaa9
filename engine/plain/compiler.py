"""Turn a formula with all that it uses into the text of plain Python functions."""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.plain.board import Numbering, PlainBoard
from engine.plain.text_library import PlainFormula, TextLibrary
from engine.plain.trees import names_in

__all__ = ["PlainCode", "compile_plain", "plain_board_of"]


@dataclass(frozen=True)
class PlainCode:
    """Hold the plain Python of a formula.

    Attributes:
        text: imports, tables and functions, in the order in which they must stand, without the
            constants of the parameters, which must stand before anything is called.
        name: of the function that gives the value.
        arguments: what it takes, in this order: the state's items that it needs.
        constants: the names of the parameters' numbers that it uses.
    """

    text: str
    name: str
    arguments: tuple[str, ...]
    constants: tuple[str, ...]


def plain_board_of(game: Any, numbering: Numbering | None = None) -> PlainBoard:
    """Return how the kernels of a game are written in plain Python.

    Raises:
        EngineError: if the game has no module that says so.
    """
    package = type(game).__module__.rpartition(".")[0]
    try:
        module = importlib.import_module(f"{package}.plain")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.plain":
            raise
        raise EngineError(
            f"{game.name} cannot be written in plain Python yet: its package has no module 'plain'"
        ) from error
    board: PlainBoard = module.plain_board(game, numbering)
    return board


def compile_plain(board: PlainBoard, formula: PlainFormula) -> PlainCode:
    """Return a formula with all that it uses as plain Python.

    Raises:
        LinkError: if a kernel uses what plain Python does not have.
    """
    library = TextLibrary(board, formula)
    written = library.main()
    text = library.text(written)
    used = names_in([ast.parse(text)])
    kept = tuple(name for name in formula.constants if name in used)
    return PlainCode(text, written.name, written.names, kept)
