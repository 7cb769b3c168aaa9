"""Refuses games that are larger than kernels are made for, before anything of them is compiled."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.kernels.evaluation import MAX_PLIES
from engine.kernels.limits import MAX_MOVES

__all__ = ["check_limits"]


def check_limits(game: Game[Any]) -> None:
    """Refuse a game for whose moves kernels have no memory, or whose plies they cannot value.

    Raises:
        EngineError: if that is so.
    """
    if game.max_moves > MAX_MOVES:
        raise EngineError(
            f"{game.name} has up to {game.max_moves} moves in a position, and searches have room "
            f"for {MAX_MOVES}; play a smaller board, or raise MAX_MOVES in engine/kernels/limits.py"
        )
    if game.max_plies > MAX_PLIES:
        raise EngineError(
            f"{game.name} has up to {game.max_plies} plies, and a win in more than {MAX_PLIES} is "
            "worth no more than an evaluation; play a smaller board"
        )
