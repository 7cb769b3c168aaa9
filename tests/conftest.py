"""Settings of all tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import find_game


@pytest.fixture(scope="session")
def on_board() -> Callable[[str], tuple[Any, Any]]:
    """Reads a drawn board: rows of . x 1 2, one a line; gives the game and the position."""

    def read(drawing: str) -> tuple[Any, Any]:
        rows = drawing.split()
        game = find_game(f"isolation-{len(rows)}x{len(rows[0])}")
        return game, game.parse_position("/".join(rows))

    return read
