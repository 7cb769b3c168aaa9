"""Pentago is played here on its 6x6 board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.pentago.game import PentagoGame

__all__ = ["GAME_NAMES", "find_game"]

GAME_NAMES = ("pentago",)


def find_game(name: str) -> PentagoGame | None:
    """Return Pentago, None if the name is another game's."""
    # Imported late: kernels and features import this package without needing the rules.
    from engine.pentago.game import PentagoGame  # noqa: PLC0415

    return PentagoGame() if name == "pentago" else None
