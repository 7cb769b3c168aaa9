"""Measure how long the first search takes to be ready: compiled anew, and from the cache."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.cases import Case
from benchmarks.figures import Row, fastest_of
from benchmarks.processes import cache_changes, child

__all__ = ["start_rows"]

_UNIT = "seconds of wall time, start and imports of the process included"

_SCRIPT = """
import sys
import numpy as np
from engine.games import find_game
from engine.play.driver import analyse
from engine.play.lookahead import AlphaBeta
from features.compiled import heuristic_player
from features.presets import find_preset
game, preset = find_game(sys.argv[1]), find_preset(sys.argv[2])
player = heuristic_player(game, preset, preset.defaults, AlphaBeta(depth=3))
analyse(game, player, game.pack([game.initial()]), np.zeros(1, dtype=np.uint64))
"""


def start_rows(case: Case, cold: int, warm: int, say: Callable[[str], None]) -> list[Row]:
    """Measure the seconds until a preset's first search is done, in so many new processes each.

    Args:
        case: the game and its preset.
        cold: times without any compiled code; 0 leaves that out.
        warm: times with the compiled code in the cache.
        say: told what is measured.
    """
    rows = []
    with tempfile.TemporaryDirectory(prefix="tune-") as folder:
        if cold:
            say(f"{case.game.name}: compile time, cold")
            seconds = [_seconds(case, Path(folder) / str(number)) for number in range(cold)]
            rows.append(_row(case, "compiled anew", seconds))
        else:
            _seconds(case, None)
        say(f"{case.game.name}: compile time, warm")
        used = Path(folder) / "0" if cold else None
        seconds = [_seconds(case, used) for _ in range(warm)]
        rows.append(_row(case, "compiled before", seconds))
    return rows


def _row(case: Case, compiled: str, seconds: list[float]) -> Row:
    what = f"until a first search with the preset {case.preset} is done, {compiled}"
    return Row(what, _UNIT, fastest_of(seconds))


def _seconds(case: Case, cache: Path | None) -> float:
    """Return the wall time of a process with a cache of its own, or with the usual one."""
    began = time.perf_counter()
    child(["-c", _SCRIPT, case.name, case.preset], cache_changes(cache))
    return time.perf_counter() - began
