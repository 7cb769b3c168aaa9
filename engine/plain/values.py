"""Say what kinds of values plain Python code computes with, and hold one with its syntax tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from engine.link.source import LinkError

__all__ = [
    "BOOLEAN",
    "INTEGER",
    "MEMORY",
    "NOTES",
    "NOTHING",
    "NUMBER",
    "SQUARE",
    "SQUARES",
    "TABLE",
    "WHOLE",
    "WHOLES",
    "WORD",
    "WORD_MASK",
    "Constant",
    "Kind",
    "Value",
    "join",
    "node_of",
]

Kind = str | tuple["Kind", ...]
"""One of the kinds below, or those of a tuple's items."""

Constant = bool | int | float

BOOLEAN = "boolean"
INTEGER = "integer"
"""An int64."""
WHOLE = "whole number"
"""A float64 that is always whole: plain Python keeps it as an integer, which is faster."""
NUMBER = "number"
"""Any other float64."""
WORD = "word"
"""A uint64, whose bits a kernel may shift and count."""
SQUARES = "set of squares"
"""A set in the numbering of the text, where that differs from the kernels' words."""
SQUARE = "square"
"""A square in the numbering of the text, where that differs from the kernels' numbers."""
MEMORY = "memory"
"""The memory of a board or the parameters: they fall away."""
NOTES = "notes"
"""The memory of a kernel's own, `local_words`: a list."""
TABLE = "table"
NOTHING = "nothing"

WHOLES = (BOOLEAN, INTEGER, SQUARE, WHOLE)
"""The kinds that are whole numbers of moderate size."""

WORD_MASK = (1 << 64) - 1


@dataclass(frozen=True, eq=False)
class Value:
    """A value is an expression of plain Python and what is known of it.

    Attributes:
        node: the expression.
        kind: what it computes.
        constant: what it always is, None if that is not known.
        clean: whether it lies in the range of its kind; else only its lowest 64 bits are right,
            which is enough for the next bit operation.
    """

    node: ast.expr
    kind: Kind
    constant: Constant | None = None
    clean: bool = True

    @classmethod
    def of(cls, constant: Constant, kind: Kind) -> Value:
        """Return a constant."""
        return cls(node_of(constant), kind, constant)

    def as_kind(self, kind: Kind) -> Value:
        """Return the same expression, taken for another kind."""
        return replace(self, kind=kind)


def node_of(constant: Constant) -> ast.expr:
    """Return the syntax tree of a number; infinity and NaN are names of the text."""
    if isinstance(constant, float):
        if constant != constant:  # noqa: PLR0124 - true for NaN
            return ast.Name("nan", ast.Load())
        if constant in (float("inf"), float("-inf")):
            name: ast.expr = ast.Name("inf", ast.Load())
            return name if constant > 0 else ast.UnaryOp(ast.USub(), name)
    if not isinstance(constant, bool) and constant < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-constant))
    return ast.Constant(constant)


def join(left: Kind, right: Kind) -> Kind:
    """Return the kind of a variable that holds values of both kinds.

    Raises:
        LinkError: if no variable of a kernel holds both.
    """
    if left == right:
        return left
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        return tuple(join(one, other) for one, other in zip(left, right, strict=True))
    pair = {left, right}
    if pair == {SQUARES, WORD}:
        return SQUARES
    for kind, allowed in (
        (INTEGER, {BOOLEAN, INTEGER, SQUARE}),
        (WHOLE, {*WHOLES, WORD}),
        (NUMBER, {*WHOLES, WORD, NUMBER}),
    ):
        if pair <= allowed:
            return kind
    raise LinkError(f"plain Python cannot keep a {left} and a {right} in one variable")
