"""Compile kernels to machine code: the chooser of a formula and the match driver of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from engine.entries import CHOOSER, EVALUATOR, PROVER, VALUE_WRITER
from engine.link.code import load_code
from engine.link.joining import FormulaKernels, KernelSet
from engine.link.source import SourceKernel
from engine.link.texts import CodeText
from engine.play.joined_texts import (
    Routines,
    chooser_texts,
    driver_text,
    routines_text,
    values_text,
)
from engine.table import Table

__all__ = [
    "NOTHING",
    "Chooser",
    "CompiledValues",
    "compile_chooser",
    "compile_driver",
    "compile_prover",
    "compile_routines",
    "compile_values",
]

_ZERO = SourceKernel("def formula(board, parameters, own, opp):\n    return 0.0\n", {})

NOTHING = FormulaKernels(_ZERO, _ZERO, parameters=0)
"""The formula that knows nothing: every position is worth 0."""


@dataclass(frozen=True)
class CompiledValues:
    """Hold the compiled kernel that evaluates positions by one formula.

    Attributes:
        write_values: the machine code behind `engine.entries.VALUE_WRITER`.
        tables: the tables that the board's memory must hold, in this order.
    """

    write_values: Callable[..., Any]
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Chooser:
    """A `Chooser` holds the compiled searches of one formula.

    Attributes:
        address: of the machine code that chooses a move.
        tables: the tables that the board's memory must hold, in this order.
        kernel_name: of the kernels that it is compiled with; it plays no other game.
        parameters: how many numbers the formula reads.
        evaluator: address of the machine code that evaluates for a search of the game's own, 0
            where the formula is a part of the search.
    """

    address: int
    tables: tuple[Table, ...]
    kernel_name: str
    parameters: int
    evaluator: int = 0


def compile_chooser(kernels: KernelSet, formula: FormulaKernels) -> Chooser:
    """Compile all searches for one formula; taken from the cache where it is there.

    A game that replaces `interface.evaluator` has a search of its own, which is compiled once for
    all formulas and calls their evaluators; `engine.link.joining.PlainSearch` leaves it out.

    Raises:
        EngineError: if the formula uses what cannot be compiled.
    """
    (chooser, *evaluator), tables = chooser_texts(kernels, formula)
    # A fault of the formula is told before the search is compiled.
    evaluators = [load_code(text)[EVALUATOR.name].address for text in evaluator]
    return Chooser(
        address=load_code(chooser)[CHOOSER.name].address,
        tables=tables,
        kernel_name=kernels.kernel_name,
        parameters=formula.parameters,
        evaluator=evaluators[0] if evaluators else 0,
    )


def compile_values(kernels: KernelSet, formula: SourceKernel) -> CompiledValues:
    """Compile a formula's values alone; taken from the cache where they are there.

    Raises:
        EngineError: if the formula uses what cannot be compiled.
    """
    text, tables = values_text(kernels, formula)
    return CompiledValues(load_code(text)[VALUE_WRITER.name].call, tables)


def compile_driver(kernels: KernelSet) -> SimpleNamespace:
    """Compile the routines that play and analyse for one game.

    There are play_games_routine, analyse_routine and play_randomly_routine, behind the entry points
    of these names in `engine.entries`.
    """
    return _callable(driver_text(kernels))


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
    text, tables = routines_text(kernels, "prover", {prove_move: PROVER})
    return load_code(text)[PROVER.name].address, tables


def compile_routines(
    kernels: KernelSet, purpose: str, routines: Routines
) -> tuple[SimpleNamespace, tuple[Table, ...]]:
    """Compile kernels so that Python can call them; taken from the cache where they are there.

    Args:
        kernels: of the game.
        purpose: second part of the file's name.
        routines: the kernels, each with its entry point.

    Returns:
        What has `<name>_routine` for each entry point, and the tables that the board's
        memory must hold, in this order.

    Raises:
        EngineError: if a kernel uses what cannot be compiled.
    """
    text, tables = routines_text(kernels, purpose, routines)
    return _callable(text), tables


def _callable(text: CodeText) -> SimpleNamespace:
    """Return the routines of a text by their names."""
    codes = load_code(text)
    return SimpleNamespace(**{f"{one.name}_routine": codes[one.name].call for one in text.entries})
