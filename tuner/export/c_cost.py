"""Measure what a leaf costs in C, beside the baselines' formulas, where there is a compiler."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.game import Game
from features.c_text import CEvaluation, write_evaluation
from tuner.export.exported_run import ExportedRun
from tuner.export.plain.leaf_cost import cost_sentence, leaf_costs
from tuner.matches.agent import Agent

__all__ = ["FLAGS", "INCLUDES", "c_cost_sentence", "find_c_compiler", "value_lines"]

INCLUDES = "#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n"

FLAGS = ("-O2", "-std=c99")
"""As the head of an exported file says."""

_LAPS = 20
"""The positions are evaluated so often in one call, so that the call itself counts for nothing."""

_LOOP = """
void run_through(const uint64_t *words, int64_t positions, double *sink);
void run_through(const uint64_t *words, int64_t positions, double *sink)
{{
    volatile double *kept = sink;
    for (int lap = 0; lap < {laps}; lap++)
        for (int64_t at = 0; at < positions; at++)
            *kept = evaluate({arguments});
}}
"""


class CompilerError(EngineError):
    """A C compiler takes no text of ours."""


@dataclass(frozen=True)
class _Compiler:
    """Compile evaluations of a game into a folder.

    Attributes:
        path: of the program.
        folder: where its files go.
        game: whose positions are evaluated.
    """

    path: str
    folder: Path
    game: Game[Any]

    def leaves(self, agent: Agent, positions: Sequence[Any]) -> Callable[[], None]:
        """Return what evaluates the positions with an agent's formula."""
        evaluation = write_evaluation(self.game, agent.heuristic)
        count = len(evaluation.layout.arguments)
        words = np.ascontiguousarray(self.game.pack(positions)[:, :count], dtype=np.uint64)
        sink = ctypes.c_double()
        call = self._compiled(_program(evaluation, agent.values))

        def run_through() -> None:
            call(ctypes.c_void_p(words.ctypes.data), len(words), ctypes.byref(sink))

        return run_through

    def _compiled(self, text: str) -> Any:
        # What is loaded must not be written over.
        name = f"leaf_{len(list(self.folder.iterdir()))}"
        source, library = self.folder / f"{name}.c", self.folder / f"{name}.so"
        source.write_text(text, encoding="utf-8")
        command = [self.path, *FLAGS, "-shared", "-fPIC", str(source), "-o", str(library), "-lm"]
        ended = subprocess.run(command, capture_output=True, check=False)
        if ended.returncode != 0:
            raise CompilerError(f"{self.path} does not compile the evaluation")
        call = ctypes.CDLL(str(library)).run_through
        call.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
        call.restype = None
        return call


def c_cost_sentence(run: ExportedRun) -> str:
    """Return what a leaf of the exported formula costs in C beside those of the baselines."""
    compiler = find_c_compiler()
    if compiler is None:
        return _unmeasured("the machine that wrote this file has no C compiler")
    with TemporaryDirectory() as folder:
        try:
            costs = leaf_costs(run, _Compiler(compiler, Path(folder), run.game).leaves)
        except (CompilerError, OSError):
            return _unmeasured("the compiler of the machine that wrote this file refuses it")
    return cost_sentence(costs, f"in C, compiled by {' '.join([Path(compiler).name, *FLAGS])}")


def find_c_compiler() -> str | None:
    """Return the path of the C compiler that CC names, else of a usual one; None without one."""
    wanted = os.environ.get("CC")
    found = (shutil.which(name) for name in ([wanted] if wanted else ["cc", "gcc", "clang"]))
    return next(filter(None, found), None)


def value_lines(evaluation: CEvaluation, values: Sequence[float]) -> list[str]:
    """Return a line of C for each parameter that the evaluation uses."""
    return [
        f"static const double {name} = {value!r};\n"
        for name, value in zip(evaluation.constants, values, strict=True)
        if name in evaluation.used
    ]


def _program(evaluation: CEvaluation, values: Sequence[float]) -> str:
    arguments = evaluation.layout.arguments
    words = [f"words[{len(arguments)} * at + {place}]" for place in range(len(arguments))]
    passed = [f"({one.kind.c_name}){word}" for one, word in zip(arguments, words, strict=True)]
    loop = _LOOP.format(laps=_LAPS, arguments=", ".join(passed))
    return "".join([INCLUDES, *value_lines(evaluation, values), evaluation.text, loop])


def _unmeasured(reason: str) -> str:
    return (
        f"Cost of a leaf: not measured, for {reason}. Measure it beside your own evaluation: a "
        "search with a clock sees fewer positions with a dearer leaf."
    )
