"""From kernels to what CUDA runs: the choosers of some formulas and a driver that calls them."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
import numpy as np

from engine.errors import EngineError
from engine.intrinsics import call_choose
from engine.kernels import evaluation, match, proof
from engine.kernels.interface import NO_MOVE
from engine.kernels.limits import STATE_SLOTS
from engine.link.joining import FormulaKernels, KernelSet, PlainSearch, join
from engine.link.linker import OuterKernel, SourceKernel
from engine.play.compiler import join_chooser
from engine.table import Table

__all__ = ["CudaCode", "compile_cuda"]

_HEAD = '''"""Joined from the kernels of engine and features; made by engine.cuda.compiler."""
import numpy as np
from numba import cuda
from {target} import inlined, kernel


'''

_ASSESSOR = """

@cuda.jit
def assessor(board, parameters, states, count, values):
    index = cuda.grid(1)
    if index < count:
        {assess}(board, parameters, states + index * {state}, np.int64(1), values + index * 8)
"""

_DRIVER = """

@cuda.jit
def driver(agents, games, openings, movers, seeds, records, faults):
    game = cuda.grid(1)
    if game < games:
        {play_games}(
            agents, np.int64(1), openings + game * {state}, movers + game * 8, seeds + game * 8,
            records + game * {record}, faults + game * {report},
        )
"""

_CALL = "def call_choose(chooser, board, parameters, settings, position, seed, report):\n"
_CASE = """    if chooser == {number}:
        return chooser_{number}(board, parameters, settings, position, seed, report)
"""
_NO_CASE = "    return np.int64(-1)\n"

_SLOT = 8


@dataclass(frozen=True, eq=False)
class CudaCode:
    """What CUDA runs for some formulas; Numba compiles a routine when it is first called.

    Attributes:
        target: the module of the machine operations, which also launches routines.
        driver: the routine that plays; called as `engine.kernels.match.play_games` is, with the
            number of a formula in place of a chooser's address and a report for each game.
        assessors: for each formula, the routine that gives its values; called as
            `engine.kernels.choose.assess` is.
        tables: for each formula, the tables that the board's memory must hold.
        parameters: for each formula, how many numbers it reads.
    """

    target: ModuleType
    driver: Any
    assessors: tuple[Any, ...]
    tables: tuple[tuple[Table, ...], ...]
    parameters: tuple[int, ...]


def compile_cuda(kernels: KernelSet, formulas: Sequence[FormulaKernels]) -> CudaCode:
    """Join what plays games between players with these formulas.

    Raises:
        EngineError: if numba-cuda or a device is missing, or a formula cannot be compiled.
    """
    target = _target()
    choosers: dict[str, Any] = {}
    assessors, tables = [], []
    for number, formula in enumerate(formulas):
        replacements = formula.replacements(inlined=False) | {proof.proven_move: nothing_proven}
        # A game's own search calls the formula by its address, which a device does not.
        joined = join_chooser(PlainSearch(kernels), replacements, target.__name__)
        choose, assess = joined.names
        names = _executed(target, joined.text + _filled(_ASSESSOR, assess=assess), {})
        choosers[f"chooser_{number}"] = names[choose]
        assessors.append(names["assessor"])
        tables.append(joined.tables)
    driver = _driver(kernels, target, choosers)
    parameters = tuple(formula.parameters for formula in formulas)
    return CudaCode(target, driver, tuple(assessors), tuple(tables), parameters)


def nothing_proven(
    _board: Any, _prover: Any, _nodes: Any, _position: Any, _report: Any
) -> np.int64:
    """Stand in for a prover, which is called by its address: perfect searches are refused."""
    return NO_MOVE


def _driver(kernels: KernelSet, target: ModuleType, choosers: Mapping[str, Any]) -> Any:
    cases = "".join(_CASE.format(number=number) for number in range(len(choosers)))
    outer = {name: OuterKernel(name) for name in choosers}
    calls = SourceKernel(_CALL + cases + _NO_CASE, {"np": np, **outer})
    joined = join(kernels, [match.play_games], {call_choose: calls}, target.__name__)
    (play_games,) = joined.names
    text = joined.text + _filled(_DRIVER, play_games=play_games)
    return _executed(target, text, choosers)["driver"]


def _filled(tail: str, **names: str) -> str:
    """Return the tail of a text, with names and the bytes that each game or position takes."""
    return tail.format(
        state=STATE_SLOTS * _SLOT,
        record=match.GAME_SLOTS * _SLOT,
        report=evaluation.REPORT_SLOTS * _SLOT,
        **names,
    )


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
