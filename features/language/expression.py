"""Define the tree of a formula, which holds what was written, and its text."""

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
    "written",
]


@dataclass(frozen=True)
class Number:
    """A number is written as in Python; infinity is `inf`."""

    value: float


@dataclass(frozen=True)
class ParameterName:
    """A parameter's name has the value of the parameter."""

    name: str


@dataclass(frozen=True)
class TermName:
    """A term's name has the value of the `where` term."""

    name: str


@dataclass(frozen=True)
class FeatureCall:
    """A feature call has the value of the feature in a position.

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
    """A sign is `-operand`; the operator is always "-"."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """An operation is `left operator right` with an operator of + - * / **."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class FunctionCall:
    """A function call has a key of `features.language.functions.FUNCTIONS` and arguments."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Comparison:
    """A comparison is true or false: `left operator right` with one of < <= > >= == !=."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Logic:
    """A truth value is "and" or "or" of two or more conditions, or "not" of one."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True)
class Conditional:
    """A conditional is `then if condition else otherwise`; only the branch taken is evaluated."""

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


_CONDITIONAL, _OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _MINUS, _POWER, _ATOM = range(10)
_LEVELS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT, "**": _POWER}
_LOGIC = {"or": _OR, "and": _AND}


def written(expression: Expression) -> str:
    """Return the text of an expression, with no needless brackets; it reads back as the same."""
    return _text(expression)[0]


def _text(expression: Expression) -> tuple[str, int]:  # noqa: PLR0911 - one case a node
    """Return the text, and how strongly its outermost operator binds."""
    match expression:
        case Number(value):
            whole = value.is_integer() and abs(value) < 1e16
            return str(int(value)) if whole else repr(value), _ATOM
        case ParameterName(name) | TermName(name):
            return name, _ATOM
        case FeatureCall():
            return str(expression), _ATOM
        case FunctionCall("mod", (left, right)):
            return _binary("%", left, right), _PRODUCT
        case FunctionCall(name, arguments):
            return f"{name}({', '.join(map(written, arguments))})", _ATOM
        case Unary(_, operand):
            return f"-{_within(operand, _MINUS)}", _MINUS
        case Binary(operator, left, right):
            return _binary(operator, left, right), _LEVELS[operator]
        case Comparison(operator, left, right):
            return f"{_within(left, _SUM)} {operator} {_within(right, _SUM)}", _COMPARISON
    return _logic(expression)


def _logic(expression: Expression) -> tuple[str, int]:
    match expression:
        case Logic("not", (operand,)):
            return f"not {_within(operand, _NOT)}", _NOT
        case Logic(word, operands):
            level = _LOGIC[word]
            return f" {word} ".join(_within(one, level + 1) for one in operands), level
        case Conditional(condition, then, otherwise):
            first, second = (_within(one, _OR) for one in (then, condition))
            return f"{first} if {second} else {written(otherwise)}", _CONDITIONAL
    raise AssertionError("no part of a formula")


def _binary(operator: str, left: Expression, right: Expression) -> str:
    level = _LEVELS[operator]
    # A power binds its sign from the left, and groups from the right.
    sides = (_ATOM, _MINUS) if operator == "**" else (level, level + 1)
    return f"{_within(left, sides[0])} {operator} {_within(right, sides[1])}"


def _within(expression: Expression, least: int) -> str:
    """Return the text, in brackets if its operator binds less strongly than `least`."""
    text, level = _text(expression)
    return text if level >= least else f"({text})"
