"""Set the sizes that kernels are made for: words of a position, moves, and plies ahead.

Kernels keep moves and stacks in memory of a fixed size, which they write to unchecked. Each of
those sizes follows from the numbers here. `engine.play.limits` measures with `store_words` how many
words a position and its moves take, and `engine.game` refuses what is larger.
"""

from __future__ import annotations

import numpy as np

from engine.kernels.interface import Memory, load_state, open_moves, store_cursor, store_state

__all__ = [
    "CURSOR_SLOTS",
    "MAX_DEPTH",
    "MAX_MOVES",
    "MAX_PERFT_DEPTH",
    "MEASURED_SLOTS",
    "STATE_SLOTS",
    "store_words",
]

STATE_SLOTS = 4
"""Words of a packed position; a game uses at most so many."""

CURSOR_SLOTS = 4
"""Words of the moves that are not yet tried; a game uses at most so many."""

MAX_MOVES = 512
"""No position has more moves."""

MAX_DEPTH = 64
"""No search looks further ahead than this many plies."""

LARGEST_BOARD = 128
"""No board has more squares."""

MAX_PERFT_DEPTH = LARGEST_BOARD + 1
"""No line of play that is counted has more plies: each of them visits a square."""

MEASURED_SLOTS = MAX_MOVES + 8
"""Words that are measured of a position, and of its moves; a list of all moves and what belongs to
it are fewer. Behind them is a guard of as many words."""


def store_words(board: Memory, start: Memory, words: Memory) -> np.int64:
    """Keep a position at the beginning of `words`, and its moves after a row and its guard."""
    state = load_state(start, np.int64(0))
    store_state(words, np.int64(0), state)
    store_cursor(words, np.int64(2 * MEASURED_SLOTS), open_moves(board, state))
    return np.int64(0)
