"""Find games by name: every package in `engine` that has `GAME_NAMES` and `find_game`, and those
that were added."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import engine
from engine.errors import EngineError, UnknownNameError
from engine.game import Game

__all__ = [
    "DEFAULT_GAME",
    "add_game",
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


_ADDED: dict[str, Game[Any]] = {}


def add_game(game: Game[Any]) -> None:
    """Let a game be found by its name that is no package of `engine`.

    It takes the place of an earlier one of the same name.

    Raises:
        EngineError: if the name, or that of the family, is taken by a package.
    """
    families = names_by_family()
    if _packaged(game.name) is not None or game.family in families:
        known = ", ".join(game_names())
        raise EngineError(f"the name {game.name} is taken; choose another than {known}")
    _ADDED[game.name] = game


def find_game(name: str) -> Game[Any]:
    """Return the game of this name.

    Raises:
        UnknownNameError: if there is none. It lists the games of the package: those that were added
            are found by their name too, but whoever reads it may not have added them.
        EngineError: if the board is too small or too large.
    """
    game = _ADDED.get(name) or _packaged(name)
    if game is None:
        raise UnknownNameError("game", name, game_names())
    return game


def _packaged(name: str) -> Game[Any] | None:
    found = (family.find_game(name) for family in _families())
    return next((game for game in found if game is not None), None)


def usual_game(family: str) -> Game[Any]:
    """Return the game of a family that is played where no board is named: the first it lists.

    Raises:
        UnknownNameError: if no game is of this family.
    """
    added = next((game for game in _ADDED.values() if game.family == family), None)
    if added is not None:
        return added
    for package in _families():
        game = find_game(package.GAME_NAMES[0])
        if game.family == family:
            return game
    raise UnknownNameError("family of games", family, names_by_family())


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
