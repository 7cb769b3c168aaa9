"""Compile the choosers of some formulas, and a driver that calls them, for CUDA."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
import numpy as np

from engine.entries import CHOOSER, PLAY_GAMES, VALUE_WRITER, EntryPoint
from engine.errors import EngineError
from engine.intrinsics import call_chooser
from engine.kernels import choose, evaluation, match, proof
from engine.kernels.interface import NO_MOVE
from engine.kernels.limits import STATE_SLOTS
from engine.link.joining import FormulaKernels, KernelSet, PlainSearch, join
from engine.link.linker import OuterKernel
from engine.link.source import SourceKernel
from engine.table import Table

__all__ = ["CudaCode", "compile_cuda"]

_HEAD = '''"""Joined from the kernels of engine and features; made by engine.cuda.compiler."""
import numpy as np
from numba import cuda
from {target} import inlined, kernel


'''

_ROUTINE = """

@cuda.jit
def {entry}_routine({names}):
    thread = cuda.grid(1)
    if thread < count:
        {kernel}({arguments})
"""

_CALL = f"def call_chooser(chooser, {CHOOSER.names}):\n"
_CASE = f"""    if chooser == {{number}}:
        return chooser_{{number}}({CHOOSER.names})
"""
_NO_CASE = "    return np.int64(-1)\n"

# How many slots of an argument each thread has for itself; all threads share the others.
_SLOTS_OF_THREAD = {
    "states": STATE_SLOTS,
    "values": 1,
    "openings": STATE_SLOTS,
    "movers": 1,
    "seeds": 1,
    "records": match.GAME_SLOTS,
    "faults": evaluation.REPORT_SLOTS,
}
_SLOT = 8


@dataclass(frozen=True, eq=False)
class CudaCode:
    """Hold what CUDA runs for some formulas; Numba compiles a routine when it is first called.

    Attributes:
        target: the module of the machine operations, which also launches routines.
        driver: the routine that plays, behind `engine.entries.PLAY_GAMES`, with the number of a
            formula in place of a chooser's address and a report for each game.
        value_writers: for each formula, the routine behind `engine.entries.VALUE_WRITER`.
        tables: for each formula, the tables that the board's memory must hold.
        parameters: for each formula, how many numbers it reads.
    """

    target: ModuleType
    driver: Any
    value_writers: tuple[Any, ...]
    tables: tuple[tuple[Table, ...], ...]
    parameters: tuple[int, ...]


def compile_cuda(kernels: KernelSet, formulas: Sequence[FormulaKernels]) -> CudaCode:
    """Join what plays games between players with these formulas.

    Raises:
        EngineError: if numba-cuda or a device is missing, or a formula cannot be compiled.
    """
    target = _target()
    choosers: dict[str, Any] = {}
    value_writers, tables = [], []
    for number, formula in enumerate(formulas):
        replacements = formula.replacements(inlined=False) | {proof.proven_move: nothing_proven}
        # A game's own search calls the formula by its address, which a device does not.
        wanted = (choose.choose, evaluation.write_values)
        joined = join(PlainSearch(kernels), wanted, replacements, target.__name__)
        chooser, write_values = joined.names
        names = _executed(target, joined.text + _routine(VALUE_WRITER, write_values), {})
        choosers[f"chooser_{number}"] = names[chooser]
        value_writers.append(names["value_writer_routine"])
        tables.append(joined.tables)
    driver = _driver(kernels, target, choosers)
    parameters = tuple(formula.parameters for formula in formulas)
    return CudaCode(target, driver, tuple(value_writers), tuple(tables), parameters)


def nothing_proven(
    _board: Any, _prover: Any, _prover_board: Any, _nodes: Any, _position: Any, _report: Any
) -> np.int64:
    """Stand in for a prover, which is called by its address: perfect searches are refused."""
    return NO_MOVE


def _driver(kernels: KernelSet, target: ModuleType, choosers: Mapping[str, Any]) -> Any:
    cases = "".join(_CASE.format(number=number) for number in range(len(choosers)))
    outer = {name: OuterKernel(name) for name in choosers}
    calls = SourceKernel(_CALL + cases + _NO_CASE, {"np": np, **outer})
    joined = join(kernels, [match.play_games], {call_chooser: calls}, target.__name__)
    (play_games,) = joined.names
    text = joined.text + _routine(PLAY_GAMES, play_games)
    return _executed(target, text, choosers)["play_games_routine"]


def _routine(entry: EntryPoint, kernel: str) -> str:
    """Return the text of what each thread runs: the kernel, for the one game or position of it."""
    own = {
        name: f"{name} + thread * {_SLOTS_OF_THREAD[name] * _SLOT}"
        for name in entry.arguments
        if name in _SLOTS_OF_THREAD
    }
    own["count"] = "np.int64(1)"
    arguments = ", ".join(own.get(name, name) for name in entry.arguments)
    return _ROUTINE.format(entry=entry.name, names=entry.names, kernel=kernel, arguments=arguments)


def _executed(target: ModuleType, text: str, outer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names of a module with this text, which uses names from outside."""
    names = dict(outer)
    exec(_HEAD.format(target=target.__name__) + text, names)
    return names


def _target() -> ModuleType:
    """Return the module of the machine operations: the simulator's where Numba simulates."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise EngineError("CUDA needs the package numba-cuda; install tune with the extra 'cuda'")
    config: Any = numba.config
    cuda: Any = importlib.import_module("numba.cuda")
    if not cuda.is_available():
        raise EngineError(
            "there is no CUDA device; set NUMBA_ENABLE_CUDASIM=1 to have one simulated"
        )
    return importlib.import_module(
        "engine.cuda.simulated" if config.ENABLE_CUDASIM else "engine.cuda.device"
    )
