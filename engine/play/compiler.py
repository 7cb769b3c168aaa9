"""From kernels to machine code: the chooser of a formula and the match driver of a game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from engine.kernels import choose, interface, match, perft
from engine.link.cache import load_module
from engine.link.joining import FormulaKernels, Joined, KernelSet, join
from engine.link.linker import LinkError, SourceKernel
from engine.table import Table

__all__ = [
    "ADDRESS",
    "NOTHING",
    "Assessor",
    "Chooser",
    "Routine",
    "compile_assessor",
    "compile_chooser",
    "compile_driver",
    "compile_prover",
    "compile_routines",
    "join_chooser",
]

_ZERO = SourceKernel("def formula(board, parameters, own, opp):\n    return 0.0\n", {})

NOTHING = FormulaKernels(_ZERO, _ZERO, parameters=0)
"""The formula that knows nothing: every position is worth 0."""

_HEAD = '''"""Joined from the kernels of engine and features; made by engine.play.compiler."""
import numpy as np
from numba import cfunc, njit, types


# Only compiled code calls these; wrappers for Python would take nearly half of the compile time.
kernel = njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
inlined = njit(
    nogil=True,
    error_model="numpy",
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
    forceinline=True,
)
'''

_CHOOSER = """

@cfunc(types.int64(types.intp, types.intp, types.intp, types.intp, types.uint64, types.intp),
       nopython=True, cache=True, error_model="numpy")
def chooser(board, parameters, settings, position, seed, report):
    return {choose}(board, parameters, settings, position, seed, report)
"""

_ASSESSOR = """

@cfunc(types.int64(types.intp, types.intp, types.intp, types.int64, types.intp),
       nopython=True, cache=True, error_model="numpy")
def assessor(board, parameters, states, count, values):
    return {assess}(board, parameters, states, count, values)
"""

_EVALUATOR = """

@cfunc(types.int64(types.intp, types.intp, types.intp),
       nopython=True, cache=True, error_model="numpy")
def evaluator(board, parameters, request):
    return {name}(board, parameters, request)
"""

_PROVER = """

@cfunc(types.int64(types.intp, types.intp, types.int64, types.intp),
       nopython=True, cache=True, error_model="numpy")
def prover(board, position, nodes, found):
    return {name}(board, position, nodes, found)
"""

Routine = tuple[Callable[..., Any], tuple[str, ...]]
"""A kernel that returns an int64, and the Numba types of its arguments."""

ADDRESS = "types.intp"
"""The type of an argument that is an address."""

_INTEGER = "types.int64"
_ROUTINES: tuple[Routine, ...] = (
    (match.play_games, (ADDRESS, _INTEGER, *[ADDRESS] * 5)),
    (match.analyse, (ADDRESS, _INTEGER, *[ADDRESS] * 4)),
    (match.scatter, (ADDRESS, _INTEGER, _INTEGER, *[ADDRESS] * 3)),
    (perft.count_lines, (ADDRESS, ADDRESS, _INTEGER, ADDRESS)),
)

_ROUTINE = """

@njit(types.int64({types}), nogil=True, cache=True, error_model="numpy")
def {routine}_routine({arguments}):
    return {name}({arguments})
"""


@dataclass(frozen=True)
class Assessor:
    """The compiled values of one formula.

    Attributes:
        assess: as of a `Chooser`.
        tables: the tables that the board's memory must hold, in this order.
    """

    assess: Callable[[int, int, int, int, int], int]
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Chooser:
    """The compiled searches of one formula.

    Attributes:
        address: of the machine code that chooses a move.
        assess: the machine code that gives the formula's value of positions; called with the
            addresses (board, parameters, states), the number of states and the address of values.
        tables: the tables that the board's memory must hold, in this order.
        kernel_name: of the kernels that it is compiled with; it plays no other game.
        parameters: how many numbers the formula reads.
        evaluator: address of the machine code that evaluates for a search of the game's own, 0
            where the formula is a part of the search.
    """

    address: int
    assess: Callable[[int, int, int, int, int], int]
    tables: tuple[Table, ...]
    kernel_name: str
    parameters: int
    evaluator: int = 0


def join_chooser(
    kernels: KernelSet, replacements: Mapping[Any, Any], intrinsics: str = "engine.intrinsics"
) -> Joined:
    """Join all searches; see `engine.link.joining.join`.

    The replacements have the formula. The names are those of `choose` and `assess`.
    """
    return join(kernels, (choose.choose, choose.assess), replacements, intrinsics)


def compile_chooser(kernels: KernelSet, formula: FormulaKernels) -> Chooser:
    """Compile all searches for one formula; taken from the cache where it is there.

    A game that replaces `interface.evaluator` has a search of its own, which is compiled once for
    all formulas and calls their evaluators; `engine.link.joining.PlainSearch` leaves it out.

    Raises:
        EngineError: if the formula uses what cannot be compiled.
    """
    if interface.evaluator in kernels.replacements:
        return _compile_evaluator(kernels, formula)
    joined = join_chooser(kernels, formula.replacements(inlined=True))
    choose_name, assess_name = joined.names
    tails = _CHOOSER.format(choose=choose_name) + _ASSESSOR.format(assess=assess_name)
    module = load_module(f"{kernels.kernel_name}_chooser", _HEAD + joined.text + tails)
    fits = (joined.tables, kernels.kernel_name, formula.parameters)
    return Chooser(module.chooser.address, module.assessor.ctypes, *fits)


def _compile_evaluator(kernels: KernelSet, formula: FormulaKernels) -> Chooser:
    """Compile what the game's own search needs of one formula, and the search if need be."""
    wanted = (interface.evaluator, choose.assess)
    joined = join(kernels, wanted, formula.replacements(inlined=True))
    evaluator_name, assess_name = joined.names
    tails = _EVALUATOR.format(name=evaluator_name) + _ASSESSOR.format(assess=assess_name)
    module = load_module(f"{kernels.kernel_name}_evaluator", _HEAD + joined.text + tails)
    searches = join(kernels, (choose.choose,), {})
    if searches.tables:
        # One search serves formulas whose tables differ.
        raise LinkError("a search of a game's own can use no further tables")
    text = _HEAD + searches.text + _CHOOSER.format(choose=searches.names[0])
    search = load_module(f"{kernels.kernel_name}_search", text)
    fits = (joined.tables, kernels.kernel_name, formula.parameters)
    evaluator = module.evaluator.address
    return Chooser(search.chooser.address, module.assessor.ctypes, *fits, evaluator)


def compile_assessor(kernels: KernelSet, formula: SourceKernel) -> Assessor:
    """Compile a formula's values alone; taken from the cache where they are there.

    Raises:
        EngineError: if the formula uses what cannot be compiled.
    """
    replacements = {interface.written_formula: replace(formula, inlined=True)}
    joined = join(kernels, (choose.assess,), replacements)
    text = _HEAD + joined.text + _ASSESSOR.format(assess=joined.names[0])
    module = load_module(f"{kernels.kernel_name}_assessor", text)
    return Assessor(module.assessor.ctypes, joined.tables)


def compile_driver(kernels: KernelSet) -> ModuleType:
    """Compile the routines that play, analyse and count for one game.

    The module has play_games_routine, analyse_routine, scatter_routine and count_lines_routine,
    with the arguments of the kernels in `engine.kernels.match` and `engine.kernels.perft`.
    """
    return compile_routines(kernels, "driver", _ROUTINES)[0]


def compile_prover(
    kernels: KernelSet, prove_move: Callable[..., Any]
) -> tuple[int, tuple[Table, ...]]:
    """Compile a game's prover so that choosers can call it; taken from the cache if it is there.

    Args:
        kernels: of the game.
        prove_move: the kernel, as `engine.kernels.proof` describes it.

    Returns:
        Address of the machine code, and the tables that the memory of the board must hold, in this
        order.
    """
    joined = join(kernels, [prove_move], {})
    text = _HEAD + joined.text + _PROVER.format(name=joined.names[0])
    module = load_module(f"{kernels.kernel_name}_prover", text)
    return module.prover.address, joined.tables


def compile_routines(
    kernels: KernelSet, purpose: str, routines: Sequence[Routine]
) -> tuple[ModuleType, tuple[Table, ...]]:
    """Compile kernels so that Python can call them; taken from the cache where they are there.

    Args:
        kernels: of the game.
        purpose: second part of the file's name.
        routines: the kernels, each with the Numba types of its arguments.

    Returns:
        The module, which has `<name>_routine` for each kernel, and the tables that the board's
        memory must hold, in this order.

    Raises:
        EngineError: if a kernel uses what cannot be compiled.
    """
    joined = join(kernels, [routine for routine, _ in routines], {})
    tails = [
        _ROUTINE.format(
            types=", ".join(types),
            routine=routine.__name__,
            name=name,
            arguments=", ".join(inspect.signature(routine).parameters),
        )
        for (routine, types), name in zip(routines, joined.names, strict=True)
    ]
    text = _HEAD + joined.text + "".join(tails)
    return load_module(f"{kernels.kernel_name}_{purpose}", text), joined.tables
