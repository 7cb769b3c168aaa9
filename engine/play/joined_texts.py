"""Write the texts that are compiled: kernels of a game joined, with their entry points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.entries import (
    ANALYSE,
    CHOOSER,
    EVALUATOR,
    PLAY_GAMES,
    PLAY_RANDOMLY,
    VALUE_WRITER,
    EntryPoint,
)
from engine.kernels import choose, evaluation, interface, match, random_play
from engine.link.code import hold_text
from engine.link.joining import FormulaKernels, Joined, KernelSet, join
from engine.link.linker import OuterKernel
from engine.link.meaning import meaning_of
from engine.link.remembering import Texts, remembered
from engine.link.source import LinkError, SourceKernel
from engine.link.texts import CodeText, code_text
from engine.play.templates import ENTRY, HEAD, LINKED_CHOOSER, SEARCH
from engine.table import Table

__all__ = ["Routines", "chooser_texts", "driver_text", "routines_text", "values_text"]

Routines = Mapping[Callable[..., Any], EntryPoint]
"""Kernels that Python calls, each with the entry point that it stands behind."""

_ROUTINES: Routines = {
    match.play_games: PLAY_GAMES,
    match.analyse: ANALYSE,
    random_play.play_randomly: PLAY_RANDOMLY,
}

_SEARCHES: dict[tuple[str, tuple[Table, ...]], tuple[str, tuple[Table, ...]]] = {}
"""What formulas share of a game's kernels is joined once, by what these mean and their tables."""

_OF_FORMULA = (interface.formula, interface.load_state)


def chooser_texts(kernels: KernelSet, formula: FormulaKernels) -> Texts:
    """Return the text of a formula's chooser, behind it that of its evaluator if it has one.

    The tables are those that the board's memory must hold, in this order.

    Raises:
        EngineError: as `compile_chooser`.
    """
    own_search = interface.evaluator in kernels.replacements
    join_texts = _evaluator_texts if own_search else _linked_texts
    entries = [(CHOOSER,), (EVALUATOR,)] if own_search else [(CHOOSER,)]
    joined = (choose.choose, interface.evaluator, *_OF_FORMULA)
    asked = (*joined, formula.of_search, formula.as_written)
    return remembered("chooser", kernels, asked, entries, partial(join_texts, kernels, formula))


def _linked_texts(kernels: KernelSet, formula: FormulaKernels) -> Texts:
    """Return the text of a chooser that is linked with the search of all formulas."""
    search, tables = _hold_search(kernels)
    joined = join(kernels, _OF_FORMULA, formula.replacements(inlined=True), tables=tables)
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
    return (code_text(f"{kernels.kernel_name}_chooser", text, (CHOOSER,)),), joined.tables


def _hold_search(kernels: KernelSet) -> tuple[str, tuple[Table, ...]]:
    """Put the text of the search that all formulas share beside theirs; return name and tables."""
    meaning = meaning_of(kernels, (choose.choose,))
    known = meaning.digest, meaning.tables
    if known not in _SEARCHES:
        late = {interface.formula: OuterKernel("call_formula")}
        joined = join(kernels, (choose.choose,), late)
        _SEARCHES[known] = _text_of(joined, SEARCH, CHOOSER), joined.tables
    text, tables = _SEARCHES[known]
    return hold_text(code_text(f"{kernels.kernel_name}_search", text, (CHOOSER,))), tables


def _evaluator_texts(kernels: KernelSet, formula: FormulaKernels) -> Texts:
    """Return the texts of the game's own search, and of what it needs of one formula."""
    joined = join(kernels, (interface.evaluator,), formula.replacements(inlined=True))
    text = _text_of(joined, ENTRY, EVALUATOR)
    evaluator = code_text(f"{kernels.kernel_name}_evaluator", text, (EVALUATOR,))
    searches = join(kernels, (choose.choose,), {})
    if searches.tables:
        # One search serves formulas whose tables differ.
        raise LinkError("a search of a game's own can use no further tables")
    text = _text_of(searches, ENTRY, CHOOSER)
    search = code_text(f"{kernels.kernel_name}_search", text, (CHOOSER,))
    return (search, evaluator), joined.tables


def _text_of(joined: Joined, template: str, *entries: EntryPoint) -> str:
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
    return HEAD + joined.text + "".join(tails)


def values_text(kernels: KernelSet, formula: SourceKernel) -> tuple[CodeText, tuple[Table, ...]]:
    """Return the text of a formula's values, and the tables that the board's memory must hold.

    Raises:
        EngineError: as `compile_values`.
    """
    join_text = partial(_values_texts, kernels, formula)
    asked = (evaluation.write_values, formula)
    (text,), tables = remembered("values", kernels, asked, [(VALUE_WRITER,)], join_text)
    return text, tables


def _values_texts(kernels: KernelSet, formula: SourceKernel) -> Texts:
    replacements = {interface.written_formula: replace(formula, inlined=True)}
    joined = join(kernels, (evaluation.write_values,), replacements)
    text = _text_of(joined, ENTRY, VALUE_WRITER)
    return (code_text(f"{kernels.kernel_name}_values", text, (VALUE_WRITER,)),), joined.tables


def routines_text(
    kernels: KernelSet, purpose: str, routines: Routines
) -> tuple[CodeText, tuple[Table, ...]]:
    """Return the text of such kernels, and the tables that the board's memory must hold.

    Raises:
        EngineError: as `compile_routines`.
    """
    join_text = partial(_routines_texts, kernels, purpose, routines)
    entries = [tuple(routines.values())]
    (text,), tables = remembered(purpose, kernels, tuple(routines), entries, join_text)
    return text, tables


def _routines_texts(kernels: KernelSet, purpose: str, routines: Routines) -> Texts:
    joined = join(kernels, tuple(routines), {})
    entries = tuple(routines.values())
    text = _text_of(joined, ENTRY, *entries)
    return (code_text(f"{kernels.kernel_name}_{purpose}", text, entries),), joined.tables


def driver_text(kernels: KernelSet) -> CodeText:
    """Return the text of what `compile_driver` compiles."""
    return routines_text(kernels, "driver", _ROUTINES)[0]
