"""The tree of a formula: what was written, checked, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

__all__ = [
    "Binary",
    "Comparison",
    "Conditional",
    "Expression",
    "FeatureCall",
    "FunctionCall",
    "Logic",
    "Number",
    "ParameterName",
    "TermName",
    "Unary",
    "children",
    "depth",
    "walk",
]


@dataclass(frozen=True)
class Number:
    """A number as written; infinity for `inf`."""

    value: float


@dataclass(frozen=True)
class ParameterName:
    """The value of a parameter."""

    name: str


@dataclass(frozen=True)
class TermName:
    """The value of a `where` term."""

    name: str


@dataclass(frozen=True)
class FeatureCall:
    """The value of a feature.

    Attributes:
        feature: name of the feature.
        side: "own", "opp", or "" for a feature without a side.
        integers: the arguments after the side.
    """

    feature: str
    side: str
    integers: tuple[int, ...] = ()

    def __str__(self) -> str:
        arguments = [self.side] if self.side else []
        return f"{self.feature}({', '.join([*arguments, *map(str, self.integers)])})"


@dataclass(frozen=True)
class Unary:
    """`-operand`; the operator is always "-"."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """`left operator right` with an operator of + - * / **."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class FunctionCall:
    """A function of numbers, a key of `features.language.functions.FUNCTIONS`."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Comparison:
    """A truth value: `left operator right` with an operator of < <= > >= == !=."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Logic:
    """A truth value: "and" or "or" of two or more conditions, "not" of one; from left to right,
    stopping where the result is certain."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Conditional:
    """`then if condition else otherwise`; only the branch that is taken is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression


Expression = (
    Number
    | ParameterName
    | TermName
    | FeatureCall
    | Unary
    | Binary
    | FunctionCall
    | Comparison
    | Logic
    | Conditional
)
"""A formula or a part of it. `Comparison` and `Logic` are conditions, all others numbers."""


def children(expression: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of an expression, in the order of the text (conditions first)."""
    match expression:
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right) | Comparison(_, left, right):
            return (left, right)
        case FunctionCall(_, parts) | Logic(_, parts):
            return parts
        case Conditional(condition, then, otherwise):
            return (condition, then, otherwise)
        case _:
            return ()


def walk(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and all its parts, parents first, from left to right."""
    pending = [expression]
    while pending:
        part = pending.pop()
        yield part
        pending.extend(reversed(children(part)))


def depth(expression: Expression, terms: Mapping[str, int]) -> int:
    """Return levels of nesting; a term counts with the levels of its own text, and each operand of
    "and" and "or" is inside the one before it.

    Args:
        expression: the tree to measure.
        terms: the depth of each term that the expression may use.
    """
    if isinstance(expression, TermName):
        return 1 + terms[expression.name]
    step = 1 if isinstance(expression, Logic) else 0
    parts = enumerate(children(expression))
    return 1 + max((step * index + depth(part, terms) for index, part in parts), default=0)
