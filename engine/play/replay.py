"""Play random games by the plain rules, for who compares them with the kernels."""

from __future__ import annotations

from typing import Any

from engine.game import Game

__all__ = ["GOLDEN", "MASK", "mixed", "replay"]

MASK = (1 << 64) - 1
"""Words have 64 bits."""

GOLDEN = 0x9E3779B97F4A7C15
"""So far a counter of splitmix64 advances for each number."""


def mixed(counter: int) -> int:
    """Return the number of a counter by the published splitmix64, as kernels draw it."""
    word = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def replay(game: Game[Any], plies: int, counter: int) -> Any:
    """Play `random_positions` for one seed in plain Python."""
    position = game.initial()
    for _ in range(plies):
        moves = game.legal_moves(position)
        if not moves:
            break
        counter = (counter + GOLDEN) & MASK
        position = game.play(position, moves[mixed(counter) % len(moves)])
    return position
