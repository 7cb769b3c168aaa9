"""Find games by name: every package in `engine` that has `GAME_NAMES` and `find_game`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import engine
from engine.errors import UnknownNameError
from engine.game import Game

__all__ = [
    "DEFAULT_GAME",
    "find_game",
    "game_names",
    "game_of_position",
    "names_by_family",
    "usual_game",
]

DEFAULT_GAME = "isolation"
"""The game where nothing says which one."""


@cache
def _families() -> tuple[Any, ...]:
    packages = [found.name for found in pkgutil.iter_modules(engine.__path__) if found.ispkg]
    found = []
    for name in packages:
        module = importlib.import_module(f"engine.{name}")
        if hasattr(module, "GAME_NAMES"):
            found.append(module)
    return tuple(found)


def names_by_family() -> dict[str, tuple[str, ...]]:
    """Return the names of games, as `game_names` does, by the family that they belong to."""
    return {
        find_game(family.GAME_NAMES[0]).family: tuple(family.GAME_NAMES) for family in _families()
    }


def game_names() -> tuple[str, ...]:
    """Return the names of games; a pattern such as "isolation-HxW" stands for many."""
    return tuple(name for family in _families() for name in family.GAME_NAMES)


def find_game(name: str) -> Game[Any]:
    """Return the game of this name.

    Raises:
        UnknownNameError: if there is none.
        EngineError: if the board is too small or too large.
    """
    for family in _families():
        game: Game[Any] | None = family.find_game(name)
        if game is not None:
            return game
    raise UnknownNameError("game", name, game_names())


def usual_game(family: str) -> Game[Any]:
    """Return the game of a family that is played where no board is named: the first it lists.

    Raises:
        UnknownNameError: if no game is of this family.
    """
    names = names_by_family()
    if family not in names:
        raise UnknownNameError("family of games", family, names)
    return find_game(names[family][0])


def game_of_position(text: str) -> str:
    """Return the name of the game that a position can belong to alone, "" if its text tells none.

    A package may have the function `game_of_position` for texts that no other game has.
    """
    found = (
        family.game_of_position(text)
        for family in _families()
        if hasattr(family, "game_of_position")
    )
    return next(filter(None, found), "")
