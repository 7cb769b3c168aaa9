"""Run machine code over rows of arrays in chunks: one call for each, without the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import EntryPoint
from engine.game import Game
from engine.kernels import evaluation
from engine.play.batches import check_faults
from engine.play.player import Player

__all__ = ["CHUNK", "Routine", "run_in_chunks"]

CHUNK = 256
"""Games or positions in one call; a call of cheap games takes some hundred microseconds."""


@dataclass(frozen=True)
class Routine:
    """Hold machine code that agents go through rows with.

    Attributes:
        entry: point that it is; it takes `agents`, a `count` of rows and `faults` besides the rows.
        code: what to call.
    """

    entry: EntryPoint
    code: Callable[..., Any]


def run_in_chunks(
    game: Game[Any],
    routine: Routine,
    players: Sequence[Player],
    rows: Mapping[str, NDArray[Any]],
    executor: Executor | None,
    **numbers: int,
) -> None:
    """Run a routine over all rows in chunks; the faults of the first chunk that has any are raised.

    Args:
        game: whose routine it is.
        routine: it.
        players: its agents.
        rows: its arguments that have a row for each game or position.
        executor: whose threads run the chunks.
        numbers: its arguments that are the same for all rows.
    """
    agents = np.array([player.agent for player in players], dtype=np.int64)
    firsts = range(0, len(rows["seeds"]), CHUNK)
    faults = np.zeros((len(firsts), evaluation.REPORT_SLOTS), dtype=np.uint64)
    calls = _calls(routine.entry, rows, faults, {**numbers, "agents": agents.ctypes.data})
    if executor is None:
        for arguments in calls:
            routine.code(*arguments)
    else:
        futures = [executor.submit(routine.code, *arguments) for arguments in calls]
        try:
            for future in futures:
                future.result()
        finally:
            # Chunks write to memory by address: none may run on after an interrupt.
            for future in futures:
                future.cancel()
            wait(futures)
    check_faults(game, faults)


def _calls(
    entry: EntryPoint,
    rows: Mapping[str, NDArray[Any]],
    faults: NDArray[np.uint64],
    fixed: Mapping[str, int],
) -> Iterator[tuple[int, ...]]:
    """Yield the arguments of the call for each chunk.

    This is a part of every batch, so each array is asked for its address once.
    """
    count = len(rows["seeds"])
    places = [(name, row.ctypes.data, row.strides[0] * CHUNK) for name, row in rows.items()]
    places.append(("faults", faults.ctypes.data, faults.strides[0]))
    for chunk in range(len(faults)):
        addresses = {name: start + chunk * step for name, start, step in places}
        rest = min(CHUNK, count - chunk * CHUNK)
        yield entry.in_order({**fixed, "count": rest, **addresses})
