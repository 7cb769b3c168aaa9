"""Join a formula with what it uses, and keep names where other targets need numbers."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from engine.link.linker import LinkedKernel, Linker, OuterKernel
from engine.link.names import Renamer, literal
from engine.link.shifts import ShiftsByRest
from engine.link.source import SourceKernel, is_packaged, parse_kernel
from engine.plain.operations import BY_NUMPY, INTRINSICS, Operation
from engine.table import MaskTable, NumberTable, Table

__all__ = ["Linked", "link"]

_SMALL = 1 << 10
"""Words below it stay numbers in the text."""


@dataclass(frozen=True)
class Linked:
    """Hold a formula and what it uses, as syntax trees, in the order in which it is defined.

    Attributes:
        functions: by the names in the text; the formula is the last one.
        operations: what the names of functions that fall away stand for.
        tables: by the names in the text.
        words: the numbers that kernels give a name, by the names in the text: name and number.
        files: the name of the file in which each function stands.
    """

    functions: Mapping[str, ast.FunctionDef]
    operations: Mapping[str, Operation]
    tables: Mapping[str, Table]
    words: Mapping[str, tuple[str, int]]
    files: Mapping[str, str]


def link(formula: SourceKernel, operations: Mapping[Any, Operation]) -> Linked:
    """Join a formula with what it uses but for the functions that operations stand for."""
    named: dict[str, Operation] = {}
    replacements: dict[Any, Any] = {}
    for replaced, operation in {**INTRINSICS, **BY_NUMPY, **operations}.items():
        name = f"_operation_{len(named)}"
        named[name] = operation
        replacements[replaced] = OuterKernel(name)
    # Tables keep their names here: no memory has them one behind the other.
    linker = Linker(replacements, lambda _table: 0)
    linker.add(formula)
    tables: dict[str, Table] = {}
    words: dict[str, tuple[str, int]] = {}
    functions = {one.name: _renamed(one, tables, words) for one in linker.linked}
    files = {one.name: _file_of(one.kernel) for one in linker.linked}
    return Linked(functions, named, tables, words, files)


def _file_of(kernel: FunctionType | SourceKernel) -> str:
    return Path(kernel.__code__.co_filename).name if isinstance(kernel, FunctionType) else "formula"


def _renamed(
    linked: LinkedKernel, tables: dict[str, Table], words: dict[str, tuple[str, int]]
) -> ast.FunctionDef:
    """Return a kernel with the names of the text, and add the tables and words that it uses."""
    definition, _ = parse_kernel(linked.kernel)
    if not is_packaged(linked.kernel):
        ShiftsByRest().visit(definition)
    resolved = {
        name: _expression(name, meaning, tables, words) for name, meaning in linked.meanings.items()
    }
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    Renamer(resolved).visit(definition)
    definition.name = linked.name
    return definition


def _expression(
    name: str, meaning: Any, tables: dict[str, Table], words: dict[str, tuple[str, int]]
) -> ast.expr:
    if isinstance(meaning, str):
        return ast.Name(meaning, ast.Load())
    if isinstance(meaning, NumberTable | MaskTable):
        key = f"_table_{meaning.name}"
        tables[key] = meaning
        return ast.Name(key, ast.Load())
    if isinstance(meaning, np.uint64) and meaning >= _SMALL:
        key = f"_word_{name}_{int(meaning):x}"
        words[key] = (name, int(meaning))
        return ast.Name(key, ast.Load())
    return literal(meaning)
