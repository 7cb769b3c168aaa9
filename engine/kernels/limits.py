"""The sizes that kernels are made for: words of a position, moves, and plies ahead.

Kernels keep moves and stacks in memory of a fixed size, which they write to unchecked. Each of
those sizes follows from the numbers here, and `engine.game` refuses what is larger.
"""

from __future__ import annotations

__all__ = ["CURSOR_SLOTS", "MAX_DEPTH", "MAX_MOVES", "MAX_PERFT_DEPTH", "STATE_SLOTS"]

STATE_SLOTS = 4
"""Words of a packed position; a game uses at most so many."""

CURSOR_SLOTS = 4
"""Words of the moves that are not yet tried; a game uses at most so many."""

MAX_MOVES = 512
"""No position has more moves."""

MAX_DEPTH = 64
"""No search looks further ahead than this many plies."""

MAX_PERFT_DEPTH = 129
"""No line of play that is counted has more plies: a board of 128 squares has room for each."""
