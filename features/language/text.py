"""A part of a formula as people write it."""

from __future__ import annotations

from features.language.expression import (
    Binary,
    Comparison,
    Conditional,
    Expression,
    FeatureCall,
    FunctionCall,
    Logic,
    Number,
    ParameterName,
    TermName,
    Unary,
)

__all__ = ["written"]

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
