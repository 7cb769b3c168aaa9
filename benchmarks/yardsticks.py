"""Compile small C programs that search and play as the engine does, and ask them for laps.

Their sources are in `benchmarks/c`.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.play.batches import Openings

__all__ = [
    "FLAGS",
    "SOURCES",
    "RunningYardstick",
    "Yardstick",
    "YardstickError",
    "build",
    "find_compiler",
]

SOURCES = Path(__file__).parent / "c"

FLAGS = ("-O3", "-march=native", "-ffp-contract=off")
"""Without contraction a * b - c * d is rounded as it is in Python, so that ties are the same."""


class YardstickError(TuneError):
    """A C program cannot be had, or does not find what the engine finds."""


@dataclass(frozen=True)
class Yardstick:
    """Hold a compiled program.

    Attributes:
        program: its path.
        weights: the numbers of its evaluation.
    """

    program: Path
    weights: tuple[float, ...] = ()

    def started(self, openings: Openings) -> RunningYardstick:
        """Return the program as a process of its own, which knows these positions and games.

        Raises:
            YardstickError: if the program fails.
        """
        return RunningYardstick(self, openings)


class RunningYardstick:
    """Ask a C program for one lap at a time; it measures its own processor time.

    Use it as a context: the program ends with it.

    Args:
        yardstick: the program.
        openings: the positions that it searches, and how games from them go on.

    Raises:
        YardstickError: if the program fails.
    """

    def __init__(self, yardstick: Yardstick, openings: Openings) -> None:
        self.name = yardstick.program.name
        command = [str(yardstick.program), *map(repr, yardstick.weights)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        rows = np.column_stack([openings.states, openings.movers.astype(np.uint64), openings.seeds])
        lines = "".join(f"{' '.join(map(str, row))}\n" for row in rows.tolist())
        self._ask(f"load {len(rows)}\n{lines}", 1)

    def __enter__(self) -> RunningYardstick:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> int:
        """End the program, return its status."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        return self._process.wait()

    def search(self, depth: int, piece: slice) -> float:
        """Search the positions of a piece, return the seconds of processor time."""
        return float(self._ask(f"search {depth} {piece.start} {piece.stop}\n", 1)[0])

    def play(self, depth: int, piece: slice) -> float:
        """Play a game from each position of a piece, return the seconds of processor time."""
        return float(self._ask(f"play {depth} {piece.start} {piece.stop}\n", 1)[0])

    def found(self, piece: slice) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return values for the side to move and visited positions of searches, shape (n,)."""
        lines = self._ask(f"found {piece.start} {piece.stop}\n", piece.stop - piece.start)
        rows = [line.split() for line in lines]
        values = np.array([float(value) for value, _ in rows])
        return values, np.array([int(nodes) for _, nodes in rows], dtype=np.int64)

    def played(self, piece: slice) -> NDArray[np.int64]:
        """Return result, plies and nodes of both players of games, int64, shape (n, 4)."""
        lines = self._ask(f"played {piece.start} {piece.stop}\n", piece.stop - piece.start)
        return np.array([line.split() for line in lines], dtype=np.int64).reshape(-1, 4)

    def _ask(self, text: str, lines: int) -> list[str]:
        """Return so many lines that the program answers."""
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise YardstickError(f"{self.name} has no pipes")
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(text)
            process.stdin.flush()
        answers = list(itertools.islice(process.stdout, lines))
        if len(answers) != lines:
            raise YardstickError(f"{self.name} failed with status {self._end()}")
        return answers


def find_compiler() -> str:
    """Return the path of a C compiler.

    Raises:
        YardstickError: if there is none.
    """
    wanted = os.environ.get("CC")
    for name in [wanted] if wanted else ["gcc", "clang", "cc"]:
        found = shutil.which(name)
        if found:
            return found
    raise YardstickError(f"there is no C compiler ({wanted or 'gcc, clang, cc'}); install one")


def build(name: str, weights: Sequence[float], folder: Path) -> Yardstick:
    """Compile `benchmarks/c/<name>.c` into a folder.

    Raises:
        YardstickError: if there is no compiler, there are no sources, or they do not compile.
    """
    program = folder / name
    sources = [SOURCES / "yardstick.c", SOURCES / f"{name}.c"]
    command = [find_compiler(), *FLAGS, *map(str, sources), "-o", str(program)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        lines = [line for line in ended.stderr.splitlines() if "error" in line] or ["no message"]
        raise YardstickError(f"{name}.c does not compile: {lines[0]}")
    return Yardstick(program, tuple(weights))
