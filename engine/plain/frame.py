"""Find what stands around a formula in a module: how positions are read, and who has won."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from engine.plain.games import plain_module

__all__ = ["PlainFrame", "defined_names", "plain_frame_of"]


@dataclass(frozen=True)
class PlainFrame:
    """A frame is the part of a module that depends on the game, not on the formula.

    Its text has `position_of(rows)`, `position_of_squares(...)`, `value(position, player)`, which
    calls `evaluate`, and `score(position, player)`, which looks for finished games first.

    Attributes:
        text: the functions.
        needs: the definitions of the game's plain board that they use, by name.
        example: a position as text.
        board: how rows, columns and players are written, in one sentence each.
        ends: what a finished game is worth, in one sentence each.
    """

    text: str
    needs: tuple[str, ...]
    example: str
    board: tuple[str, ...]
    ends: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """Return the names that its text defines, and those that modules use around it."""
        return frozenset({*defined_names(self.text), "EXAMPLE", "sys"})


def defined_names(text: str) -> frozenset[str]:
    """Return the names that a module's text defines: its functions and numbers."""
    tree = ast.parse(text)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    stored = {
        node.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return frozenset(functions | stored)


def plain_frame_of(game: Any) -> PlainFrame:
    """Return the frame of a game.

    Raises:
        EngineError: if the game has none.
    """
    frame: PlainFrame = plain_module(game, "plain_frame").plain_frame(game)
    return frame
