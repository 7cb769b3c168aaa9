"""Write operators: where Python's integers and errors differ from words and IEEE 754.

A kernel's word has 64 bits, a Python integer as many as it needs, and is negative after `~`. The
next bit operation takes care of that if it keeps the lowest 64 bits alone. So a value is masked
only where its range matters: before it is counted, compared, kept or shifted to the right.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.link.source import LinkError
from engine.plain.values import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SQUARES,
    WHOLE,
    WHOLES,
    WORD,
    WORD_MASK,
    Kind,
    Value,
)

__all__ = ["as_number", "binary", "called", "cleaned", "compare", "negated", "unary"]

_FOLDED: Mapping[type[Any], Callable[[Any, Any], Any]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.BitAnd: operator.and_,
        ast.BitOr: operator.or_,
        ast.BitXor: operator.xor,
        ast.LShift: operator.lshift,
        ast.RShift: operator.rshift,
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
    }
)
# Not so for "less", which NaN is not, and not "greater or equal" either.
_OPPOSITE: Mapping[type[Any], ast.cmpop] = MappingProxyType(
    {ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq()}
)

_LARGEST_POWER = 64
"""Of an integer that stays one; C writes no larger ones either."""


def called(name: str, *arguments: ast.expr) -> ast.expr:
    """Return a call of a function of the text."""
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def cleaned(value: Value) -> Value:
    """Return the value with nothing but its lowest 64 bits."""
    if value.clean:
        return value
    if value.kind != WORD:
        raise LinkError(
            "the squares outside of a set are used without a set to choose them from; write "
            "'a & ~b', not '~b' alone"
        )
    mask = ast.BinOp(value.node, ast.BitAnd(), ast.Name("ALL", ast.Load()))
    return Value(mask, WORD)


def as_number(value: Value) -> Value:
    """Return the value as a float, in Python too: so that minus zero is one."""
    if value.kind == NUMBER:
        return value
    if value.constant is not None:
        return Value.of(float(value.constant), NUMBER)
    return Value(called("float", cleaned(value).node), NUMBER)


def unary(operation: ast.unaryop, value: Value) -> Value:
    """Write `-x`, `~x`, `+x` and `not x`."""
    if isinstance(operation, ast.Not):
        return negated(value)
    if isinstance(operation, ast.UAdd):
        return value
    if isinstance(operation, ast.USub):
        value = as_number(value) if value.kind == WHOLE else value
        if value.constant is not None and value.kind != WORD:
            return Value.of(-value.constant, value.kind)
        kind = INTEGER if value.kind == BOOLEAN else value.kind
        return Value(ast.UnaryOp(operation, value.node), kind, clean=kind != WORD)
    if value.kind not in (WORD, SQUARES, INTEGER):
        raise LinkError(f"plain Python cannot invert a {value.kind}")
    if value.constant is not None and value.kind == WORD:
        return Value.of(~int(value.constant) & WORD_MASK, WORD)
    return Value(ast.UnaryOp(operation, value.node), value.kind, clean=value.kind == INTEGER)


def negated(value: Value) -> Value:
    """Write `not x`."""
    if value.constant is not None:
        return Value.of(not value.constant, BOOLEAN)
    node = cleaned(value).node
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OPPOSITE and len(node.ops) == 1:
        return Value(
            ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]], node.comparators), BOOLEAN
        )
    return Value(ast.UnaryOp(ast.Not(), node), BOOLEAN)


def binary(  # noqa: PLR0911 - one case an operator
    operation: ast.operator, left: Value, right: Value, safe: bool = False
) -> Value:
    """Write an operator between two numbers or sets.

    Args:
        operation: which one.
        left: the first operand.
        right: the second operand.
        safe: whether the second one is known not to be 0.
    """
    if isinstance(operation, ast.BitAnd | ast.BitOr | ast.BitXor):
        return _bitwise(operation, left, right)
    if isinstance(operation, ast.LShift | ast.RShift):
        return _shift(operation, left, right)
    left, right = cleaned(left), cleaned(right)
    safe = safe or bool(right.constant)
    if isinstance(operation, ast.Div):
        if safe:
            return Value(ast.BinOp(left.node, operation, right.node), NUMBER)
        return Value(called("divide", left.node, right.node), NUMBER)
    if isinstance(operation, ast.FloorDiv | ast.Mod):
        return _whole_division(operation, left, right, safe)
    if isinstance(operation, ast.Pow):
        return _power(left, right)
    return _sum_or_product(operation, left, right)


def _bitwise(operation: ast.operator, left: Value, right: Value) -> Value:
    kinds = {left.kind, right.kind}
    if not kinds <= {WORD, SQUARES, INTEGER, BOOLEAN} or (SQUARES in kinds and len(kinds) > 1):
        raise LinkError(
            f"plain Python cannot join a {left.kind} and a {right.kind} bit by bit, because sets "
            "of squares have another numbering there than the kernel's words; use the functions "
            "for sets"
        )
    kind: Kind = BOOLEAN
    for wider in (INTEGER, SQUARES, WORD):
        kind = wider if wider in kinds else kind
    folded = _folded(operation, left, right, kind)
    if folded is not None:
        return folded
    clean = left.clean and right.clean
    if isinstance(operation, ast.BitAnd):
        clean = left.clean or right.clean
    return Value(ast.BinOp(left.node, operation, right.node), kind, clean=clean)


def _shift(operation: ast.operator, left: Value, right: Value) -> Value:
    if left.kind not in (WORD, INTEGER, BOOLEAN):
        raise LinkError(
            f"plain Python cannot shift a {left.kind}, because it has another numbering there than "
            "the kernel's words; use the functions for sets"
        )
    kind = WORD if WORD in (left.kind, right.kind) and left.kind == WORD else INTEGER
    right = cleaned(right)
    if isinstance(operation, ast.RShift):
        left = cleaned(left)
    folded = _folded(operation, left, right, kind)
    if folded is not None:
        return folded
    clean = kind == INTEGER or isinstance(operation, ast.RShift)
    return Value(ast.BinOp(left.node, operation, right.node), kind, clean=clean)


def _sum_or_product(operation: ast.operator, left: Value, right: Value) -> Value:
    kinds = (left.kind, right.kind)
    if kinds == (WORD, WORD):
        folded = _folded(operation, left, right, WORD)
        node = ast.BinOp(left.node, operation, right.node)
        return folded or Value(node, WORD, clean=False)
    if not all(kind in (*WHOLES, WORD, NUMBER) for kind in kinds):
        raise LinkError(f"plain Python cannot compute with a {kinds[0]} and a {kinds[1]}")
    if NUMBER in kinds:
        kind: Kind = NUMBER
    elif WHOLE in kinds or WORD in kinds:
        # A product of whole floats may be minus zero, which an integer is not.
        if isinstance(operation, ast.Mult):
            left, kind = as_number(left), NUMBER
        else:
            kind = WHOLE
    else:
        kind = INTEGER
    folded = _folded(operation, left, right, kind)
    return folded or Value(ast.BinOp(left.node, operation, right.node), kind)


def _folded(operation: ast.operator, left: Value, right: Value, kind: Kind) -> Value | None:
    """Return the result where both are known, but for numbers, which people want to see."""
    if left.constant is None or right.constant is None or kind == NUMBER:
        return None
    result = _FOLDED[type(operation)](left.constant, right.constant)
    return Value.of(result & WORD_MASK if kind == WORD else result, kind)


def _whole_division(operation: ast.operator, left: Value, right: Value, safe: bool) -> Value:
    if left.kind not in (*WHOLES, WORD) or right.kind not in (*WHOLES, WORD):
        raise LinkError("plain Python divides with a remainder by integers alone; use floor()")
    if safe:
        node: ast.expr = ast.BinOp(left.node, operation, right.node)
    else:
        name = "quotient" if isinstance(operation, ast.FloorDiv) else "remainder_of"
        node = called(name, left.node, right.node)
    return Value(node, WORD if (left.kind, right.kind) == (WORD, WORD) else INTEGER)


def _power(left: Value, right: Value) -> Value:
    times = right.constant
    if left.kind == right.kind == INTEGER and times is not None and 0 <= times <= _LARGEST_POWER:
        # The kernels have an integer, too, which can be shifted and divided with a remainder.
        return Value(ast.BinOp(left.node, ast.Pow(), right.node), INTEGER)
    if right.constant == 2 and isinstance(left.node, ast.Name):
        # The same as C's pow, and never an error.
        number = as_number(left).node if left.kind != NUMBER else left.node
        return Value(ast.BinOp(number, ast.Mult(), left.node), NUMBER)
    return Value(called("power", as_number(left).node, as_number(right).node), NUMBER)


def compare(operations: Sequence[ast.cmpop], values: Sequence[Value]) -> Value:
    """Write a comparison of two or more values."""
    values = [cleaned(value) for value in values]
    if len(values) == 2 and type(operations[0]) in _FOLDED:
        left, right = (value.constant for value in values)
        if left is not None and right is not None:
            return Value.of(_FOLDED[type(operations[0])](left, right), BOOLEAN)
        if right == 0 and not isinstance(right, float) and values[0].kind in (WORD, SQUARES):
            empty = isinstance(operations[0], ast.Eq)
            if empty:
                return negated(values[0])
    first, *rest = (value.node for value in values)
    return Value(ast.Compare(first, list(operations), rest), BOOLEAN)
