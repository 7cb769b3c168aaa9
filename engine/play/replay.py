"""Play random games by the plain rules, for who compares them with the kernels."""

from __future__ import annotations

from typing import Any

from engine.game import Game

__all__ = ["replay"]


def replay(game: Game[Any], plies: int, counter: int) -> Any:
    """Play `random_positions` for one seed in plain Python, with the published splitmix64."""
    mask = (1 << 64) - 1
    position = game.initial()
    for _ in range(plies):
        moves = game.legal_moves(position)
        if not moves:
            break
        counter = (counter + 0x9E3779B97F4A7C15) & mask
        word = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        position = game.play(position, moves[(word ^ (word >> 31)) % len(moves)])
    return position
