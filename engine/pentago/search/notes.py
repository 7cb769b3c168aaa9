"""The working memory of a Pentago search: slots of eight bytes on the stack, for one choice.

Nothing is kept from one choice to the next. A turn is noted by its code: 64 * rotation + the square
that the stone has on the rotated board.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer
from engine.kernels.evaluation import NODES
from engine.pentago.bits import Memory, State, Word, single
from engine.pentago.search.turns import turned

__all__ = [
    "ANSWERS",
    "CHILDREN",
    "CODES",
    "DEADLINE",
    "EVALUATOR",
    "FRAMES",
    "FRAME_SLOTS",
    "HISTORY",
    "KILLERS",
    "LISTS",
    "NODE_LIMIT",
    "NO_CODE",
    "NUMBER",
    "NUMBER_OF_ANSWERS",
    "ORDER",
    "PARAMETERS",
    "PATIENCE",
    "PLACES",
    "PLACE_MASK",
    "REPORT",
    "REQUEST",
    "TURNS",
    "WORDS",
    "after_rotation",
    "code_of",
    "count_nodes",
    "placed_by",
    "report_of",
    "root_places",
]

# Addresses of the formula's evaluator and parameters and of the report, and the limits.
EVALUATOR = 0
PARAMETERS = 1
REPORT = 2
NODE_LIMIT = 3
DEADLINE = 4
# Positions until the next look at the clock.
PATIENCE = 5
# One number, to see its bits.
NUMBER = 6
# What the evaluator is asked (see `engine.pentago.search.leaves`).
REQUEST = 8
# Codes of the leaves that ended looks at last positions: some where the root's side places, and as
# many where the other one does; the latest first.
ANSWERS = 16
NUMBER_OF_ANSWERS = 4
# The rotated boards of the position at hand.
TURNS = 24
# Two codes by ply that ended the look at a position there.
KILLERS = 56
# How often a code did so where the root's side places, and where the other one does.
HISTORY = 132
CODES = 512
# The positions on the way from the root, by ply, and the codes that are to be tried there.
FRAMES = 1156
FRAME_SLOTS = 12
LISTS = 1600
# The root's different children, the order in which they are tried, and places to find them.
CHILDREN = 6640
ORDER = 8368
PLACES = 8656
PLACE_MASK = 1023
WORDS = 9680

NO_CODE = np.int64(-1)
SIX = np.int64(6)
SQUARE_MASK = np.int64(63)
ONE = np.int64(1)


def code_of(rotation: np.int64, square: np.int64) -> np.int64:
    """The code of a turn."""
    return (rotation << SIX) + square


def after_rotation(board: Memory, state: State, code: np.int64) -> State:
    """The rotated board, without the stone of the turn."""
    return turned(board, state, code >> SIX)


def placed_by(code: np.int64) -> Word:
    """The stone that a turn places on the rotated board."""
    return single(code & SQUARE_MASK)


def root_places(ply: np.int64) -> bool:
    """Whether the root's side is to move `ply` plies below the root."""
    return bool(ply & ONE == np.int64(0))


def report_of(notes: Memory) -> Memory:
    """The report of the choice."""
    return int(load_integer(notes, np.int64(REPORT)))


def count_nodes(notes: Memory, nodes: np.int64) -> None:
    """Add visited positions to the report."""
    report = report_of(notes)
    store_integer(report, np.int64(NODES), load_integer(report, np.int64(NODES)) + nodes)
