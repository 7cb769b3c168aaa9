"""Find what a game says of itself for plain Python: modules of its package."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from engine.errors import EngineError

__all__ = ["plain_module"]


def plain_module(game: Any, name: str) -> ModuleType:
    """Return the module of this name of the game's package.

    Raises:
        EngineError: if it has none.
    """
    package = type(game).__module__.rpartition(".")[0]
    try:
        return importlib.import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
        raise EngineError(
            f"{game.name} cannot be written in plain Python yet: its package has no module '{name}'"
        ) from error
