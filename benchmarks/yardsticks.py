"""Compile small C programs that search as the engine does, to compare the engine with them.

Their sources are in `benchmarks/c`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import States

__all__ = ["FLAGS", "SOURCES", "Yardstick", "YardstickError", "build", "find_compiler"]

SOURCES = Path(__file__).parent / "c"

FLAGS = ("-O3", "-march=native", "-ffp-contract=off")
"""Without contraction a * b - c * d is rounded as it is in Python, so that ties are the same."""


class YardstickError(TuneError):
    """A C program cannot be had, or does not find what the engine finds."""


@dataclass(frozen=True, eq=False)
class Searched:
    """Hold what a C program found.

    Attributes:
        values: float64, shape (n,): for the side to move.
        nodes: int64, shape (n,): visited positions.
        seconds: CPU time of the searches alone, the least of the repeats.
    """

    values: NDArray[np.float64]
    nodes: NDArray[np.int64]
    seconds: float


@dataclass(frozen=True)
class Yardstick:
    """Hold a compiled program.

    Attributes:
        program: its path.
        weights: the numbers of its evaluation.
    """

    program: Path
    weights: tuple[float, ...] = ()

    def search(self, states: States, depth: int, repeats: int) -> Searched:
        """Search each of the states, shape (n, STATE_SLOTS), several times.

        Raises:
            YardstickError: if the program fails.
        """
        command = [str(self.program), str(depth), str(repeats), *map(repr, self.weights)]
        text = "".join(f"{' '.join(map(str, row))}\n" for row in states.tolist())
        ended = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        times, *lines = ended.stdout.splitlines() or [""]
        if ended.returncode != 0 or len(lines) != len(states) or not times:
            raise YardstickError(f"{self.program.name} failed with status {ended.returncode}")
        rows = [line.split() for line in lines]
        return Searched(
            np.array([float(value) for value, _ in rows]),
            np.array([int(nodes) for _, nodes in rows], dtype=np.int64),
            min(map(float, times.split())),
        )


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
