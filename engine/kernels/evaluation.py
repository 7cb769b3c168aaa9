"""Evaluate a position where a search ends: by the formula, or by the result of a finished game."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, store_integer, store_number
from engine.kernels import inlined
from engine.kernels.interface import (
    LOST,
    WON,
    Memory,
    State,
    formula,
    load_state,
    store_state,
    swap_sides,
    written_formula,
)
from engine.kernels.limits import MAX_DEPTH, STATE_SLOTS
from engine.kernels.settings import LAST_DEPTH, TIME_LIMIT

__all__ = [
    "ABORTED",
    "EVALUATION_LIMIT",
    "FAULTS",
    "FAULT_STATE",
    "FAULT_WAITING",
    "GAVE_UP",
    "MAX_PLIES",
    "NODES",
    "OUT_OF_MEMORY",
    "OUT_OF_NODES",
    "OUT_OF_TIME",
    "REPORT_SLOTS",
    "VALUE",
    "evaluate",
    "finished_value",
    "is_cut",
    "is_proven",
    "plies_of",
    "win_in",
    "write_values",
]

# Powers of two, so that the value of a win in any number of plies is exact. A ply counts for more
# than `engine.kernels.rounding.TIE` of a win, and a win in as many plies as any game can last is
# still far above every evaluation.
WIN = 2.0**400
PLY = 2.0**390
EVALUATION_LIMIT = 2.0**399
"""About 1.3e120: evaluations beyond it, infinite ones too, count as this."""
MAX_PLIES = int((WIN - EVALUATION_LIMIT) / PLY) - 1
"""No game is longer, for a win in so many plies is the last one worth more than any evaluation."""

# Slots of a report. OUT_OF_MEMORY is 0, or the steps of a proof for which there was no memory.
NODES = 0
FAULTS = 1
ABORTED = 2
VALUE = 3
OUT_OF_MEMORY = 4
GAVE_UP = 5
FAULT_STATE = 6
FAULT_WAITING = FAULT_STATE + STATE_SLOTS
REPORT_SLOTS = FAULT_WAITING + 1

# What ABORTED says of a search that ended before its depth.
OUT_OF_NODES = 1
OUT_OF_TIME = 2


@inlined
def evaluate(
    board: Memory, parameters: Memory, state: State, root_to_move: bool, report: Memory
) -> float:
    """Return the formula as the root's side sees it, turned to the side to move, clamped.

    Whoever keeps the value rounds it first, by `engine.kernels.rounding.rounded`.

    A value that is not a number is counted in FAULTS. The first such position is kept, seen by its
    side to move; FAULT_WAITING is 1 where the root's side is not to move.
    """
    if root_to_move:
        value = formula(board, parameters, state, swap_sides(state))
    else:
        value = -formula(board, parameters, swap_sides(state), state)
    # One comparison on the usual path.
    if not (value <= EVALUATION_LIMIT and value >= -EVALUATION_LIMIT):
        if value > EVALUATION_LIMIT:
            value = EVALUATION_LIMIT
        elif value < -EVALUATION_LIMIT:
            value = -EVALUATION_LIMIT
        else:
            faults = load_integer(report, FAULTS)
            if faults == 0:
                store_state(report, FAULT_STATE, state)
                store_integer(report, FAULT_WAITING, 0 if root_to_move else 1)
            store_integer(report, FAULTS, faults + 1)
            value = 0.0
    return value


def win_in(plies: np.int64) -> float:
    """Return the value of a win in so many plies; that of a loss is its negative."""
    return WIN - np.float64(plies) * PLY


def is_proven(value: float) -> bool:
    """Return whether a value is that of a forced win or loss."""
    return value > EVALUATION_LIMIT or value < -EVALUATION_LIMIT


def plies_of(value: float) -> int:
    """Return the plies until the end of the game, from the value of a forced win or loss."""
    return round((WIN - abs(value)) / PLY)


def finished_value(ended: int, ply: np.int64) -> float:
    """Return the value of a finished game for the side to move, `ply` plies below the root."""
    value = 0.0
    if ended == LOST:
        value = -win_in(ply)
    elif ended == WON:
        value = win_in(ply)
    return value


def write_values(
    board: Memory, parameters: Memory, states: Memory, count: np.int64, values: Memory
) -> np.int64:
    """Write what the formula says of `count` states, STATE_SLOTS slots each, as own sees them."""
    for index in range(count):
        own = load_state(states, index * STATE_SLOTS)
        value = written_formula(board, parameters, own, swap_sides(own))
        store_number(values, index, value)
    return count


def is_cut(row: Memory, report: Memory) -> bool:
    """Return whether a limit cut a move short that would have gone deeper.

    A limit of nodes alone cuts every move, so it counts only beside a depth.
    """
    aborted = load_integer(report, ABORTED)
    if aborted == OUT_OF_NODES:
        return bool(load_integer(row, LAST_DEPTH) < MAX_DEPTH)
    return bool(aborted == OUT_OF_TIME and load_integer(row, TIME_LIMIT) != 0)
