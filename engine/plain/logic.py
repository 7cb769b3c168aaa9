"""Join the operands of `and` and `or`: as conditions, or as the numbers that Python gives."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from engine.plain.fitting import Fitting
from engine.plain.values import BOOLEAN, Value, join

__all__ = ["joined_conditions", "joined_values", "operands"]


def operands(
    operation: ast.boolop, nodes: Iterable[ast.expr], write: Callable[[ast.expr], Value]
) -> list[Value]:
    """Write the operands up to the first one that is known to decide."""
    values: list[Value] = []
    for node in nodes:
        values.append(write(node))
        if _decides(operation, values[-1]):
            break
    return values


def joined_conditions(operation: ast.boolop, values: Sequence[Value]) -> Value:
    """Join conditions; those that are known and decide nothing fall away."""
    kept = [one for one in values if one.constant is None or _decides(operation, one)]
    if not kept:
        return Value.of(isinstance(operation, ast.And), BOOLEAN)
    if len(kept) == 1:
        return kept[0]
    return Value(ast.BoolOp(operation, [one.node for one in kept]), BOOLEAN)


def joined_values(fitting: Fitting, operation: ast.boolop, values: Sequence[Value]) -> Value:
    """Join values of which one is the result: the last one may be, whatever it is.

    Raises:
        LinkError: if no variable of a kernel holds all of them.
    """
    if all(one.kind == BOOLEAN for one in values):
        return joined_conditions(operation, values)
    *others, last = values
    kept = [*(one for one in others if one.constant is None), last]
    kind = reduce(join, (one.kind for one in kept))
    if len(kept) == 1:
        return last
    return Value(ast.BoolOp(operation, [fitting.fitted(one, kind).node for one in kept]), kind)


def _decides(operation: ast.boolop, value: Value) -> bool:
    return value.constant is not None and bool(value.constant) == isinstance(operation, ast.Or)
