"""Run a game's kernels as plain Python: what is legal, and who has won, without machine code."""

from __future__ import annotations

import functools
import hashlib
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.kernels import interface
from engine.kernels.limits import MAX_MOVES
from engine.link.joining import join

__all__ = ["PlainRules", "plain_rules"]

Words = tuple[np.uint64, ...]
"""A state as kernels take it."""

_OUTCOMES = (interface.GOING, interface.WON, interface.LOST, interface.DRAWN)
_NAMES = "GOING, WON, LOST or DRAWN"

_FILE = "<rules of "

_WANTED = (
    interface.open_moves,
    interface.has_moves,
    interface.next_move,
    interface.rest_of_moves,
    interface.has_move,
    interface.without_move,
    interface.move_count,
    interface.play,
    interface.outcome,
    interface.plies_left,
    interface.plies_played,
    interface.swap_sides,
)


@dataclass(frozen=True, eq=False)
class PlainRules:
    """Hold the kernels of a game's rules as ordinary functions.

    Attributes:
        game: the name of the game, for messages.
        digest: SHA-256, in hex, of the text that the kernels were joined to.
        functions: the kernels, by the names of `engine.kernels.interface`.
        memory: what they read: of the board, with the tables of the rules.
    """

    game: str
    digest: str
    functions: Mapping[str, Callable[..., Any]]
    memory: NDArray[np.uint64]

    def look(self, state: Words) -> tuple[int, tuple[int, ...]]:
        """Return the outcome as the side to move sees it, and its moves where the game goes on.

        Raises:
            EngineError: if the moves do not end, or a kernel fails.
        """
        with self._guarded():
            cursor = self.functions["open_moves"](self.memory, state)
            outcome = int(self.functions["outcome"](self.memory, state, cursor))
            if outcome not in _OUTCOMES:
                raise EngineError(f"kernel 'outcome' of {self.game} gives {outcome}; give {_NAMES}")
            return outcome, self._moves(state, cursor) if outcome == interface.GOING else ()

    def play(self, state: Words, move: int) -> Words:
        """Return the state after a move, seen by the side that is to move then.

        Raises:
            EngineError: if a kernel fails.
        """
        with self._guarded():
            played: Words = self.functions["play"](self.memory, state, np.int64(move))
            return played

    def fault_in(self, state: Words, ply: int, followed: int) -> str:
        """Return which kernels contradict each other in a position, "" if none do.

        Searches take moves out of turn, and count them; the rules themselves never do.

        Args:
            state: of the position.
            ply: how many plies led to it.
            followed: how many plies a game went on for from it.
        """
        kernels = self.functions
        with self._guarded():
            cursor = kernels["open_moves"](self.memory, state)
            moves = self._moves(state, cursor)
            counted = int(kernels["move_count"](self.memory, state, cursor))
            played = int(kernels["plies_played"](self.memory, state))
            left = int(kernels["plies_left"](self.memory, state))
            if counted != len(moves):
                return f"'move_count' gives {counted}, and there are {len(moves)} moves"
            if played != ply:
                return f"'plies_played' gives {played} after {ply} plies"
            # A search looks no further ahead, and says nothing of it.
            if left < followed:
                return f"'plies_left' gives {left}, and a game went on for {followed} plies"
            if kernels["has_move"](self.memory, state, cursor, interface.NO_MOVE):
                return f"'has_move' finds the move {interface.NO_MOVE}, which stands for none"
            fault = self._fault_out_of_turn(state, cursor, moves)
            while kernels["has_moves"](cursor):
                cursor = kernels["rest_of_moves"](self.memory, state, cursor)
            # Random games seldom end without a move, and a search would never come to an end.
            if kernels["outcome"](self.memory, state, cursor) == interface.GOING:
                fault = fault or "'outcome' gives GOING where the cursor is empty; give an end"
            return fault

    def _fault_out_of_turn(self, state: Words, cursor: Any, moves: tuple[int, ...]) -> str:
        has_move, without_move = self.functions["has_move"], self.functions["without_move"]
        for move in map(np.int64, moves):
            if not has_move(self.memory, state, cursor, move):
                # It can only be taken in its turn.
                continue
            rest = without_move(self.memory, state, cursor, move)
            if self._moves(state, rest) != tuple(one for one in moves if one != move):
                return f"'without_move' leaves other moves than all but {move}"
            if has_move(self.memory, state, rest, move):
                return f"'has_move' finds the move {move} after it was taken out"
        return ""

    def _moves(self, state: Words, cursor: Any) -> tuple[int, ...]:
        """Return the moves that are left in a cursor, in the order in which searches take them."""
        has_moves, rest_of_moves = self.functions["has_moves"], self.functions["rest_of_moves"]
        found: list[int] = []
        while has_moves(cursor):
            if len(found) == MAX_MOVES:
                raise EngineError(
                    f"kernel 'rest_of_moves' of {self.game}: after {MAX_MOVES} moves there are "
                    "still more; take the first move out of the cursor"
                )
            found.append(int(self.functions["next_move"](self.memory, state, cursor)))
            cursor = rest_of_moves(self.memory, state, cursor)
        return tuple(found)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Let words wrap as they do in machine code, and name the kernel that fails."""
        try:
            with np.errstate(all="ignore"):
                yield
        except Exception as error:
            text = str(error)
            if not isinstance(error, EngineError):
                text = f"{type(error).__name__}: {text}; correct it"
            if text.startswith("kernel "):
                raise
            raise EngineError(f"kernel '{_kernel_in(error)}' of {self.game}: {text}") from error


@functools.cache
def plain_rules(game: Any) -> PlainRules:
    """Return the rules of a game, from its kernels.

    Raises:
        EngineError: if a kernel uses what cannot be compiled.
    """
    joined = join(game, _WANTED, {}, "engine.stones.operations")
    scope: dict[str, Any] = {"np": np, "kernel": _same, "inlined": _same}
    exec(compile(joined.text, f"{_FILE}{game.name}>", "exec"), scope)
    return PlainRules(
        game.name,
        hashlib.sha256(joined.text.encode()).hexdigest(),
        {kernel.__name__: scope[name] for kernel, name in zip(_WANTED, joined.names, strict=True)},
        game.memory(joined.tables),
    )


def _kernel_in(error: Exception) -> str:
    """Return the name of the kernel of the rules in which an error arose."""
    frames = traceback.extract_tb(error.__traceback__)
    return next(frame.name for frame in frames if frame.filename.startswith(_FILE))


def _same(kernel: Callable[..., Any]) -> Callable[..., Any]:
    return kernel
