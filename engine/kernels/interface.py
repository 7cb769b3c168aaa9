"""Say what a game's kernels provide, by the names that the search and match kernels call.

Each function here is a placeholder: linking replaces it by the game's own kernel. The types:

- Memory: address of 8-byte slots (int64).
- State: the words of a position as one side sees it, own first; at most STATE_SLOTS words
  (see `engine.kernels.limits`).
- Cursor: the moves of a position that are not yet tried; at most CURSOR_SLOTS words.
- a move is an int64 that the game defines.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

import numpy as np

__all__ = [
    "DRAWN",
    "GOING",
    "LOST",
    "NO_MOVE",
    "WON",
    "Cursor",
    "Memory",
    "State",
    "evaluator",
    "formula",
    "has_move",
    "has_moves",
    "load_cursor",
    "load_state",
    "move_count",
    "next_move",
    "open_moves",
    "outcome",
    "play",
    "plies_left",
    "plies_played",
    "replacements_of",
    "rest_of_moves",
    "store_cursor",
    "store_state",
    "swap_sides",
    "without_move",
    "written_formula",
]

Memory = int
State = Any
Cursor = Any

GOING = 0
LOST = -1
WON = 1
DRAWN = 2
"""Outcomes as the side to move sees them."""

NO_MOVE = np.int64(-1)
"""In place of a move where there is none."""

_MESSAGE = "a placeholder; link it with a game's kernels"


def load_state(memory: Memory, slot: Any) -> State:
    """Return the state that is kept from `slot` on."""
    raise NotImplementedError(_MESSAGE)


def store_state(memory: Memory, slot: Any, state: State) -> None:
    """Keep a state from `slot` on, in at most STATE_SLOTS slots."""
    raise NotImplementedError(_MESSAGE)


def load_cursor(memory: Memory, slot: Any) -> Cursor:
    """Return the cursor that is kept from `slot` on."""
    raise NotImplementedError(_MESSAGE)


def store_cursor(memory: Memory, slot: Any, cursor: Cursor) -> None:
    """Keep a cursor from `slot` on, in at most CURSOR_SLOTS slots."""
    raise NotImplementedError(_MESSAGE)


def swap_sides(state: State) -> State:
    """Return the same position seen by the other side."""
    raise NotImplementedError(_MESSAGE)


def open_moves(board: Memory, state: State) -> Cursor:
    """Return all moves of own, in the game's order."""
    raise NotImplementedError(_MESSAGE)


def has_moves(cursor: Cursor) -> bool:
    """Return whether a move is left in the cursor."""
    raise NotImplementedError(_MESSAGE)


def next_move(board: Memory, state: State, cursor: Cursor) -> np.int64:
    """Return the first move that is left."""
    raise NotImplementedError(_MESSAGE)


def rest_of_moves(board: Memory, state: State, cursor: Cursor) -> Cursor:
    """Return the cursor without its first move."""
    raise NotImplementedError(_MESSAGE)


def has_move(board: Memory, state: State, cursor: Cursor, move: np.int64) -> bool:
    """Return whether this move is left and can be taken first; never if it is negative."""
    raise NotImplementedError(_MESSAGE)


def without_move(board: Memory, state: State, cursor: Cursor, move: np.int64) -> Cursor:
    """Return the cursor without a move that `has_move` has found in it."""
    raise NotImplementedError(_MESSAGE)


def move_count(board: Memory, state: State, cursor: Cursor) -> np.int64:
    """Return the number of moves that are left."""
    raise NotImplementedError(_MESSAGE)


def play(board: Memory, state: State, move: Any) -> State:
    """Return the position after own's move, seen by the side that is to move then."""
    raise NotImplementedError(_MESSAGE)


def outcome(board: Memory, state: State, cursor: Cursor) -> int:
    """Return GOING, or the result as own, the side to move, sees it; `cursor` has its moves."""
    raise NotImplementedError(_MESSAGE)


def plies_left(board: Memory, state: State) -> np.int64:
    """Return an upper bound of the plies that can still be played."""
    raise NotImplementedError(_MESSAGE)


def plies_played(board: Memory, state: State) -> np.int64:
    """Return the plies since the start of the game."""
    raise NotImplementedError(_MESSAGE)


def formula(board: Memory, parameters: Memory, own: State, opp: State) -> float:
    """Return the evaluation of a position as own sees it; `opp` is the position as
    the other sees it.

    This is what searches compare: rounding decides nothing in it (see `engine.kernels.rounding`).
    """
    raise NotImplementedError(_MESSAGE)


def written_formula(board: Memory, parameters: Memory, own: State, opp: State) -> float:
    """Return the same by plain IEEE 754 arithmetic, for those who ask for values, not a move."""
    raise NotImplementedError(_MESSAGE)


def evaluator(board: Memory, parameters: Memory, request: Memory) -> np.int64:
    """Evaluate what the request says; a search of the game's own calls this by its address.

    Only a game with such a search has one. It defines the request, and uses the formula, which
    becomes a part of this kernel; the search itself is compiled once for all formulas.
    """
    raise NotImplementedError(_MESSAGE)


def replacements_of(*modules: ModuleType) -> dict[Any, Any]:
    """Return the game's kernels of these modules, by the placeholders whose names they have."""
    return {
        globals()[name]: getattr(module, name)
        for module in modules
        for name in module.__all__
        if name in __all__ and isinstance(getattr(module, name), FunctionType)
    }
