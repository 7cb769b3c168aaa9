"""Find what a game says of itself for plain Python: modules of its package."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import Any

from engine.errors import EngineError

__all__ = ["plain_module"]


def plain_module(game: Any, name: str) -> ModuleType:
    """Return the module of this name of the game's package.

    Raises:
        EngineError: if it has none.
    """
    for kind in type(game).__mro__[:-1]:
        # A user's own game stands in no package, and what it is derived from may.
        package = kind.__module__.rpartition(".")[0]
        if package and importlib.util.find_spec(f"{package}.{name}") is not None:
            return importlib.import_module(f"{package}.{name}")
    raise EngineError(
        f"{game.name} cannot be written in plain Python yet: its package has no module '{name}'"
    )
