"""Hold translated expressions, and join them with as few parentheses as -Wall asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.c99.kinds import Kind, Scalar

__all__ = [
    "ATOM",
    "CONDITIONAL",
    "UNARY",
    "PointerTerm",
    "RecordTerm",
    "Term",
    "binary",
    "conditional",
    "prefixed",
]

ATOM, UNARY, CONDITIONAL = 100, 90, 1

_LEVELS = {
    "*": 80,
    "/": 80,
    "+": 70,
    "-": 70,
    "<<": 60,
    ">>": 60,
    "<": 50,
    "<=": 50,
    ">": 50,
    ">=": 50,
    "==": 50,
    "!=": 50,
    "&": 40,
    "^": 39,
    "|": 38,
    "&&": 20,
    "||": 10,
}
_COMPARISON, _LOGIC = 50, 20
_ANY_ORDER = {"+", "*", "&", "|", "^", "&&", "||"}


@dataclass(frozen=True)
class Term:
    """A term is an expression in C.

    Attributes:
        kind: of its value.
        text: the C text.
        level: how tightly its outermost operator binds, ATOM for none.
        value: the number, where it is known; else None.
        literal: whether it is a literal of the kernel, which fits itself to floats.
    """

    kind: Kind
    text: str
    level: int = ATOM
    value: float | None = None
    literal: bool = False


@dataclass(frozen=True)
class PointerTerm(Term):
    """A pointer term is a place in a table.

    Attributes:
        base: the name of the table.
        offset: how far behind its beginning; None for the beginning itself.
        single: whether the table is one constant.
    """

    base: str = ""
    offset: Term | None = None
    single: bool = False


@dataclass(frozen=True)
class RecordTerm(Term):
    """A record term is a tuple that is written out.

    Attributes:
        items: its parts.
    """

    items: tuple[Term, ...] = ()


def _inside(parent: str, child: Term, on_the_right: bool) -> str:
    level = _LEVELS[parent]
    # gcc asks what `!a & b` and `!a == b` mean.
    inverted = child.text.startswith("!") and level > _LOGIC
    tight = child.level >= UNARY and not inverted
    sums = level in (_LEVELS["+"], _COMPARISON) and child.level in (_LEVELS["*"], _LEVELS["+"])
    if level == child.level or (level == _COMPARISON and child.level == _COMPARISON):
        sums = level not in (_COMPARISON, _LEVELS["<<"]) and not on_the_right
    conditions = level <= _LOGIC and child.level == _COMPARISON
    return child.text if tight or sums or conditions else f"({child.text})"


def binary(kind: Scalar, operator: str, operands: Sequence[Term]) -> Term:
    """Return operands joined by an operator, from the left."""
    first, *rest = operands
    text = _inside(operator, first, on_the_right=False)
    for operand in rest:
        text += f" {operator} {_inside(operator, operand, on_the_right=True)}"
    return Term(kind, text, _LEVELS[operator])


def prefixed(kind: Kind, operator: str, operand: Term) -> Term:
    """Return an operand behind `-`, `~`, `!` or a cast such as `(double)`."""
    bare = operand.level >= UNARY and not operand.text.startswith(operator[0])
    text = operand.text if bare else f"({operand.text})"
    return Term(kind, f"{operator}{text}", UNARY)


def conditional(kind: Kind, condition: Term, then: str, otherwise: str) -> Term:
    """Return `condition ? then : otherwise`."""
    test = condition.text if condition.level > CONDITIONAL else f"({condition.text})"
    return Term(kind, f"{test} ? {then} : {otherwise}", CONDITIONAL)
