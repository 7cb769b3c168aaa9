"""The working memory of a Pentago search: slots of eight bytes, kept during one choice of a move.

A turn is noted by its code: 64 * rotation + the square of the stone on the rotated board.
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "ANSWERS",
    "FRAMES",
    "FRAME",
    "HISTORY",
    "KILLERS",
    "LAST_SQUARE",
    "LISTS",
    "NOTES_SLOTS",
    "SIX",
    "TURNS",
]

SIX = np.int64(6)
LAST_SQUARE = np.int64(63)

# The leaf that stopped the last search of the last ply, where the other side and the root's places.
ANSWERS = 6680
# The rotated boards of the position at hand.
TURNS = 2
# Two turns by ply that stopped a search there.
KILLERS = 34
# How often a turn stopped a search: 512 codes where the other side and where the root's places.
HISTORY = 110
# The positions on the way from the root, by ply.
FRAME = 12
FRAMES = 1134
# Codes of turns to be tried, list behind list.
LISTS = 1578
NOTES_SLOTS = 6700
