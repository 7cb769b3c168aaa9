"""Run machine code over rows of arrays in chunks: one call for each, without the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import EntryPoint
from engine.game import Game
from engine.kernels import evaluation
from engine.play.batches import check_faults
from engine.play.player import Player

__all__ = ["CHUNK", "Chunks", "Routine", "chunks_of"]

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


@dataclass(frozen=True)
class Chunks:
    """Hold the calls that go through all rows of some arrays; only one thread may run them.

    Attributes:
        game: whose routine it is.
        code: what to call.
        calls: the arguments of each call.
        faults: a report for each call, shape (n, REPORT_SLOTS).
        kept: whatever else has memory that the calls read or write.
    """

    game: Game[Any]
    code: Callable[..., Any]
    calls: Sequence[tuple[int, ...]]
    faults: NDArray[np.uint64]
    kept: tuple[object, ...]

    def run(self, executor: Executor | None) -> None:
        """Go through all rows, on the threads of an executor if there is one.

        Raises:
            EngineError: if a proof found no memory.
            EvaluationError: if a formula gave no number; that of the first chunk which has one.
        """
        self.faults.fill(0)
        if executor is None:
            for arguments in self.calls:
                self.code(*arguments)
        else:
            futures: list[Future[Any]] = []
            try:
                for arguments in self.calls:
                    futures.append(executor.submit(self.code, *arguments))
                for future in futures:
                    future.result()
            finally:
                # Chunks write to memory by address: none may run on after an interrupt.
                for future in futures:
                    future.cancel()
                wait(futures)
        check_faults(self.game, self.faults)


def chunks_of(
    game: Game[Any],
    routine: Routine,
    players: Sequence[Player],
    rows: Mapping[str, NDArray[Any]],
    **numbers: int,
) -> Chunks:
    """Return the calls of a routine that go through all rows.

    Args:
        game: whose routine it is.
        routine: it.
        players: its agents.
        rows: its arguments that have a row for each game or position.
        numbers: its arguments that are the same for all rows.
    """
    agents = np.array([player.agent for player in players], dtype=np.int64)
    chunks = -(-len(rows["seeds"]) // CHUNK)
    faults = np.zeros((chunks, evaluation.REPORT_SLOTS), dtype=np.uint64)
    calls = _calls(routine.entry, rows, faults, {**numbers, "agents": agents.ctypes.data})
    return Chunks(game, routine.code, list(calls), faults, (agents, *players, *rows.values()))


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
