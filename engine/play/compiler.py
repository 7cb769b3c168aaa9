"""Compile kernels to machine code: the chooser of a formula and the match driver of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from engine.entries import (
    ANALYSE,
    CHOOSER,
    EVALUATOR,
    PLAY_GAMES,
    PLAY_RANDOMLY,
    PROVER,
    VALUE_WRITER,
    EntryPoint,
)
from engine.kernels import choose, evaluation, interface, match, random_play
from engine.link.code import hold_text, load_code
from engine.link.joining import FormulaKernels, Joined, KernelSet, join
from engine.link.linker import OuterKernel
from engine.link.source import LinkError, SourceKernel
from engine.play.templates import ENTRY, HEAD, HEAD_OF_VALUES, LINKED_CHOOSER, SEARCH
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

Routines = Mapping[Callable[..., Any], EntryPoint]
"""Kernels that Python calls, each with the entry point that it stands behind."""

_ROUTINES: Routines = {
    match.play_games: PLAY_GAMES,
    match.analyse: ANALYSE,
    random_play.play_randomly: PLAY_RANDOMLY,
}


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
    if interface.evaluator in kernels.replacements:
        return _compile_evaluator(kernels, formula)
    search, tables = _hold_search(kernels)
    wanted = (interface.formula, interface.load_state)
    joined = join(kernels, wanted, formula.replacements(inlined=True), tables=tables)
    text = (
        HEAD
        + joined.text
        + LINKED_CHOOSER.format(
            entry=CHOOSER.name,
            arguments=CHOOSER.arguments,
            names=CHOOSER.names,
            search=search,
            formula=joined.names[0],
            load_state=joined.names[1],
        )
    )
    chooser = load_code(f"{kernels.kernel_name}_chooser", text, [CHOOSER])[CHOOSER.name]
    return Chooser(
        address=chooser.address,
        tables=joined.tables,
        kernel_name=kernels.kernel_name,
        parameters=formula.parameters,
    )


def _hold_search(kernels: KernelSet) -> tuple[str, tuple[Table, ...]]:
    """Put the text of the search that all formulas share beside theirs; return name and tables."""
    late = {interface.formula: OuterKernel("call_formula")}
    joined = join(kernels, (choose.choose,), late)
    text = _text_of(joined, SEARCH, CHOOSER)
    return hold_text(f"{kernels.kernel_name}_search", text), joined.tables


def _compile_evaluator(kernels: KernelSet, formula: FormulaKernels) -> Chooser:
    """Compile what the game's own search needs of one formula, and the search if need be."""
    joined = join(kernels, (interface.evaluator,), formula.replacements(inlined=True))
    text = _text_of(joined, ENTRY, EVALUATOR)
    evaluator = load_code(f"{kernels.kernel_name}_evaluator", text, [EVALUATOR])[EVALUATOR.name]
    searches = join(kernels, (choose.choose,), {})
    if searches.tables:
        # One search serves formulas whose tables differ.
        raise LinkError("a search of a game's own can use no further tables")
    text = _text_of(searches, ENTRY, CHOOSER)
    chooser = load_code(f"{kernels.kernel_name}_search", text, [CHOOSER])[CHOOSER.name]
    return Chooser(
        address=chooser.address,
        tables=joined.tables,
        kernel_name=kernels.kernel_name,
        parameters=formula.parameters,
        evaluator=evaluator.address,
    )


def _text_of(joined: Joined, template: str, *entries: EntryPoint, head: str = HEAD) -> str:
    """Return the text of a module: joined kernels, and an entry point to each one asked for."""
    tails = [
        template.format(
            entry=entry.name,
            arguments=entry.arguments,
            types=entry.types,
            names=entry.names,
            kernel=kernel,
        )
        for entry, kernel in zip(entries, joined.names, strict=True)
    ]
    return head + joined.text + "".join(tails)


def compile_values(kernels: KernelSet, formula: SourceKernel) -> CompiledValues:
    """Compile a formula's values alone; taken from the cache where they are there.

    Raises:
        EngineError: if the formula uses what cannot be compiled.
    """
    replacements = {interface.written_formula: replace(formula, inlined=True)}
    joined = join(kernels, (evaluation.write_values,), replacements)
    text = _text_of(joined, ENTRY, VALUE_WRITER, head=HEAD_OF_VALUES)
    codes = load_code(f"{kernels.kernel_name}_values", text, [VALUE_WRITER])
    return CompiledValues(codes[VALUE_WRITER.name].call, joined.tables)


def compile_driver(kernels: KernelSet) -> SimpleNamespace:
    """Compile the routines that play and analyse for one game.

    There are play_games_routine, analyse_routine and play_randomly_routine, behind the entry points
    of these names in `engine.entries`.
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
    text = _text_of(joined, ENTRY, PROVER)
    codes = load_code(f"{kernels.kernel_name}_prover", text, [PROVER])
    return codes[PROVER.name].address, joined.tables


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
    joined = join(kernels, tuple(routines), {})
    entries = tuple(routines.values())
    codes = load_code(
        f"{kernels.kernel_name}_{purpose}", _text_of(joined, ENTRY, *entries), entries
    )
    calls = {f"{entry.name}_routine": codes[entry.name].call for entry in entries}
    return SimpleNamespace(**calls), joined.tables
