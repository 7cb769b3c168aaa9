"""Divide the working memory of a Pentago search into slots of eight bytes on the stack.

Nothing is kept from one choice to the next. A turn is noted by its code: 64 * rotation + the square
that the stone has on the rotated board.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer
from engine.kernels.evaluation import NODES
from engine.pentago.bits import ROTATIONS, Memory, State, Word, single
from engine.pentago.position import SQUARES
from engine.pentago.search.turns import TURN_SLOTS, turned

__all__ = [
    "ANSWERS",
    "CHILDREN",
    "CHILD_SLOTS",
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
    "NUMBER_OF_KILLERS",
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

# The positions of the longest game, for every ply fills a square; the turns of a position; and the
# bits of a square in a code.
POSITIONS = SQUARES + 1
MAX_TURNS = ROTATIONS * SQUARES
SQUARE_BITS = 6

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
TURNS = ANSWERS + 2 * NUMBER_OF_ANSWERS
# Codes by ply that ended the look at a position there.
KILLERS = TURNS + ROTATIONS * TURN_SLOTS
NUMBER_OF_KILLERS = 2
# How often a code did so where the root's side places, and where the other one does.
HISTORY = KILLERS + (POSITIONS + 1) * NUMBER_OF_KILLERS
CODES = ROTATIONS << SQUARE_BITS
# The positions on the way from the root, by ply, and the codes that are to be tried there.
FRAMES = HISTORY + 2 * CODES
FRAME_SLOTS = 12
LISTS = FRAMES + POSITIONS * FRAME_SLOTS
# The root's different children, the order in which they are tried, and places to find them.
CHILDREN = LISTS + ROTATIONS * sum(range(SQUARES))
CHILD_SLOTS = 6
ORDER = CHILDREN + MAX_TURNS * CHILD_SLOTS
PLACES = ORDER + MAX_TURNS
# A power of two, so large that a position has less than a third of the places.
PLACE_MASK = (1 << (3 * MAX_TURNS).bit_length()) - 1
WORDS = PLACES + PLACE_MASK + 1

NO_CODE = np.int64(-1)
SQUARE_MASK = np.int64((1 << SQUARE_BITS) - 1)
ONE = np.int64(1)


def code_of(rotation: np.int64, square: np.int64) -> np.int64:
    """Return the code of a turn."""
    return (rotation << np.int64(SQUARE_BITS)) + square


def after_rotation(board: Memory, state: State, code: np.int64) -> State:
    """Return the rotated board, without the stone of the turn."""
    return turned(board, state, code >> np.int64(SQUARE_BITS))


def placed_by(code: np.int64) -> Word:
    """Return the stone that a turn places on the rotated board."""
    return single(code & SQUARE_MASK)


def root_places(ply: np.int64) -> bool:
    """Return whether the root's side is to move `ply` plies below the root."""
    return bool(ply & ONE == np.int64(0))


def report_of(notes: Memory) -> Memory:
    """Return the report of the choice."""
    return int(load_integer(notes, np.int64(REPORT)))


def count_nodes(notes: Memory, nodes: np.int64) -> None:
    """Add visited positions to the report."""
    report = report_of(notes)
    store_integer(report, np.int64(NODES), load_integer(report, np.int64(NODES)) + nodes)
