"""Say what the writers of expressions, functions and calls need of each other."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.plain.board import PlainBoard
from engine.plain.fitting import Fitting
from engine.plain.operations import Operation
from engine.plain.values import Value

__all__ = ["FeatureNote", "Library", "Writer"]


@dataclass(frozen=True)
class FeatureNote:
    """A note says of a feature what its name in a formula means.

    Attributes:
        summary: what it is, a sentence.
        sided: whether formulas name a side.
        arguments: how many integers formulas give it.
    """

    summary: str
    sided: bool
    arguments: int


class Library(Protocol):
    """Say what expressions need of the whole text."""

    board: PlainBoard
    constants: Sequence[str]
    reserved: frozenset[str]
    notes: Mapping[str, FeatureNote]

    def file_of(self, name: str) -> str:
        """Return the name of the file in which a kernel stands."""

    def operation(self, name: str) -> Operation | None:
        """Return what stands for a function of this name."""

    def table(self, name: str, by_square: bool) -> str:
        """Return the name of a table in the text."""

    def is_table(self, name: str) -> bool:
        """Return whether a name of the kernels is a table's."""

    def word(self, name: str) -> Value | None:
        """Return the number that kernels gave this name."""

    def call(self, name: str, arguments: Sequence[Value], wanted: str) -> Value | None:
        """Write the call of a kernel, None where it is none."""

    def comment(self, feature: str, written: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return what stands before a value of a feature: what it is, if no function says so."""

    def parameters(self, name: str) -> tuple[list[str], list[ast.expr]]:
        """Return the names of a kernel's arguments, and the defaults of the last ones."""


class Writer(Protocol):
    """Say what writing a call needs of the writer of its expression."""

    fitting: Fitting
    library: Library

    def value(self, node: ast.expr) -> Value:
        """Write an expression."""

    def named(self, node: ast.expr) -> ast.Name:
        """Keep an expression in a variable, in front of the statement that is being written."""
