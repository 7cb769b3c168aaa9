"""Join all that plays games between players with some formulas into one program for CUDA.

One search serves all formulas: only where a position is evaluated does a number in front of the
player's parameters say which formula is asked. So neighbouring threads stay together in the search,
whoever moves in their games.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from engine.cuda.errors import CudaError
from engine.cuda.exact import on_cpu_only
from engine.entries import AGENT_SLOTS, CHOOSER, EVALUATOR, PLAY_GAMES
from engine.intrinsics import call_chooser, call_evaluator, load_integer
from engine.kernels import choose, evaluation, interface, match, proof
from engine.kernels.interface import NO_MOVE
from engine.kernels.limits import STATE_SLOTS
from engine.link.joining import FormulaKernels, KernelSet, join
from engine.link.source import SourceKernel
from engine.table import Table

__all__ = [
    "ARGUMENTS",
    "FORMULA",
    "CudaProgram",
    "Prepared",
    "find_target",
    "join_program",
    "kept_on_cpu",
]

FORMULA = -1
"""Slot of the number of a player's formula, counted from its parameters."""

ARGUMENTS = ("matches", *PLAY_GAMES.arguments)
"""Of a program: in `matches` each game has the number of its pair of agents."""

_SLOT = 8

# How many slots of an argument each game has.
_SLOTS_OF_GAME = {
    "openings": STATE_SLOTS,
    "movers": 1,
    "seeds": 1,
    "records": match.GAME_SLOTS,
    "faults": evaluation.REPORT_SLOTS,
}

_HEAD = '''"""Joined from the kernels of engine and features; made by engine.cuda.program."""
import numpy as np
from numba import cuda
from {target} import inlined, kernel


'''

_PROGRAM = """

def program({arguments}):
    thread = cuda.grid(1)
    if thread < count:
        pair = load_integer(matches, thread)
        {play_games}({of_game})
"""


@dataclass(frozen=True, eq=False)
class CudaProgram:
    """Hold what plays games between players with some formulas.

    Attributes:
        text: of the joined kernels; its function `program` plays one game, that of its thread.
        target: the module of the machine operations, which also runs programs.
        tables: the tables that the board's memory must hold.
    """

    text: str
    target: ModuleType
    tables: tuple[Table, ...]

    def function(self) -> Callable[..., None]:
        """Return the function `program` of the text, for Numba to compile."""
        names: dict[str, Any] = {}
        exec(_HEAD.format(target=self.target.__name__) + self.text, names)
        found: Callable[..., None] = names["program"]
        return found


@dataclass(frozen=True, eq=False)
class Prepared:
    """Hold a program that is ready to run.

    Attributes:
        run: it in so many threads, with some arguments.
        room: bytes of the GPU that are left for the arrays of a launch.
    """

    run: Callable[[int, tuple[int, ...]], None]
    room: int


def join_program(
    kernels: KernelSet, formulas: Sequence[FormulaKernels], target: ModuleType
) -> CudaProgram:
    """Return the program of a game for some formulas, which have their numbers in this order.

    Raises:
        EngineError: if a formula cannot be compiled.
    """
    replacements: dict[Any, Any] = {
        interface.formula: _formula_by_number([one.of_search for one in formulas]),
        call_chooser: _call_by_name("chooser", CHOOSER.names, choose.choose),
        proof.proven_move: nothing_proven,
    }
    if interface.evaluator in kernels.replacements:
        replacements[call_evaluator] = _call_by_name(
            "address", EVALUATOR.names, interface.evaluator
        )
    joined = join(kernels, (match.play_games,), replacements, target.__name__)
    of_game = {name: f"{name} + thread * {slots * _SLOT}" for name, slots in _SLOTS_OF_GAME.items()}
    of_game |= {"agents": f"agents + pair * {2 * AGENT_SLOTS * _SLOT}", "count": "np.int64(1)"}
    text = joined.text + _PROGRAM.format(
        arguments=", ".join(ARGUMENTS),
        play_games=joined.names[0],
        of_game=", ".join(of_game.get(name, name) for name in PLAY_GAMES.arguments),
    )
    return CudaProgram(text, target, joined.tables)


def kept_on_cpu(kernels: KernelSet, formula: FormulaKernels, target: ModuleType) -> str | None:
    """Return what in a formula must stay on the CPU, None where a GPU plays it exactly so.

    Raises:
        EngineError: if the formula cannot be compiled.
    """
    replaced = formula.replacements(inlined=False)
    text = join(kernels, (interface.formula,), replaced, target.__name__).text
    return on_cpu_only(text, target.__all__)


def nothing_proven(
    _board: Any, _prover: Any, _prover_board: Any, _nodes: Any, _position: Any, _report: Any
) -> np.int64:
    """Stand in for a prover, which is called by its address: perfect searches stay on the CPU."""
    return NO_MOVE


def _formula_by_number(formulas: Sequence[SourceKernel]) -> SourceKernel:
    """Return a kernel that asks the formula of the player whose parameters are given."""
    call = "formula_{}(board, parameters, own, opp)"
    *others, last = range(len(formulas))
    lines = [
        "def formula(board, parameters, own, opp):",
        f"    number = load_integer(parameters, np.int64({FORMULA}))",
        *(f"    if number == {one}:\n        return {call.format(one)}" for one in others),
        f"    return {call.format(last)}",
    ]
    names = {f"formula_{number}": formula for number, formula in enumerate(formulas)}
    return SourceKernel("\n".join(lines) + "\n", {"np": np, "load_integer": load_integer, **names})


def _call_by_name(address: str, arguments: str, kernel: Any) -> SourceKernel:
    """Return what stands for a call by address where one kernel alone can be meant."""
    text = f"def call({address}, {arguments}):\n    return called({arguments})\n"
    return SourceKernel(text, {"called": kernel})


def find_target() -> ModuleType:
    """Return the module of the machine operations: the simulator's where Numba simulates.

    Raises:
        CudaError: if numba-cuda, a driver or a GPU is missing, or is too old.
    """
    if importlib.util.find_spec("numba_cuda") is None:
        if sys.platform == "darwin":
            raise CudaError("NVIDIA has no driver for macOS", hint="no device")
        raise CudaError("a GPU needs numba-cuda, which is not installed", hint="cuda extra")
    import numba  # noqa: PLC0415 - slow to import, and most runs have no use for it

    config: Any = numba.config
    if config.ENABLE_CUDASIM:
        return importlib.import_module("engine.cuda.simulated")
    importlib.import_module("engine.cuda.gpu").require_gpu()
    return importlib.import_module("engine.cuda.device")
