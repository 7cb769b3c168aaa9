"""Count the lines of play from a position (perft), which checks the rules of a game in bulk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.entries import COUNT_LINES
from engine.errors import EngineError
from engine.game import Game, check_limits
from engine.kernels import perft
from engine.kernels.limits import MAX_PERFT_DEPTH
from engine.play.compiler import compile_routines
from engine.play.limits import check_words

__all__ = ["Line", "count_lines"]


@dataclass(frozen=True)
class Line:
    """Hold the perft of one depth: the number of lines of play, and of those the finished ones."""

    count: int
    finished: int


def count_lines(game: Game[Any], position: Any, depth: int) -> tuple[Line, ...]:
    """Count the lines of play of each length from 0 to `depth` (perft).

    Raises:
        EngineError: if the depth is negative or above `MAX_PERFT_DEPTH`, the position is of
            another game, or the game is larger than kernels have room for.
    """
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise EngineError(
            f"lines of {depth} plies cannot be counted; give a depth from 0 to {MAX_PERFT_DEPTH}"
        )
    start = game.pack([position])
    counts = np.zeros((depth + 1, 2), dtype=np.int64)
    COUNT_LINES.call(_routine(game), board=game.memory(()), start=start, depth=depth, counts=counts)
    return tuple(Line(int(count), int(finished)) for count, finished in counts)


def _routine(game: Game[Any]) -> Callable[..., int]:
    """Return the compiled routine of a game; few ask for it, so it is compiled by itself."""
    # Games that share kernels may differ in what they need.
    check_limits(game)
    if game.kernel_name not in _ROUTINES:
        check_words(game)
        compiled, _ = compile_routines(game, "perft", {perft.count_lines: COUNT_LINES})
        _ROUTINES[game.kernel_name] = compiled.count_lines_routine
    return _ROUTINES[game.kernel_name]


_ROUTINES: dict[str, Callable[..., int]] = {}
