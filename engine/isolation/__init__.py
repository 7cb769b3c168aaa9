"""Knights Isolation is played here on any board of at most 128 squares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.isolation.game import IsolationGame

__all__ = ["GAME_NAMES", "find_game", "game_of_position"]

GAME_NAMES = ("isolation", "isolation-HxW")
"""7x7, and H rows by W columns."""


def find_game(name: str) -> IsolationGame | None:
    """Return the Isolation game of this name, None if the name is another game's.

    Raises:
        EngineError: if the board is too small or too large.
    """
    # Imported late: kernels and features import this package without needing the rules.
    from engine.isolation.game import IsolationGame  # noqa: PLC0415

    if name == "isolation":
        return IsolationGame()
    match = re.fullmatch(r"isolation-([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", name)
    return None if match is None else IsolationGame(int(match[1]), int(match[2]))


def game_of_position(text: str) -> str:
    """Return the name of the game that the text of a position alone tells, "" if it tells none."""
    from engine.isolation.course import is_state  # noqa: PLC0415

    return "isolation-9x11" if is_state(text) else ""
