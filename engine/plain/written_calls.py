"""Write calls of the functions of a text, or what these give in place of the call."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.plain.board import PlainBoard
from engine.plain.functions import Argument, Written
from engine.plain.trees import is_docstring, is_simple, size, substituted, times_used
from engine.plain.values import MEMORY, NUMBER, TABLE, WHOLE, Kind, Value

__all__ = ["argument_of", "as_numbers", "call_of", "inlined_call", "said"]

_INLINED = 60
"""Parts of an expression that stands in place of the call of its function."""

_NUMBERS: Mapping[Kind, Kind] = MappingProxyType({WHOLE: NUMBER})


def argument_of(value: Value, board: PlainBoard) -> Argument:
    """Return what a function is written for: integers and words that are known are a part of it."""
    names = tuple(name for name, _ in board.state)
    if isinstance(value.kind, tuple):
        kinds = tuple(kind for _, kind in board.state)
        if value.kind != kinds:
            names = tuple(f"item_{place}" for place in range(len(value.kind)))
        return Argument(value.kind, None, names)
    constant = value.constant if value.kind not in (NUMBER, MEMORY, TABLE) else None
    return Argument(value.kind, constant, ())


def said(written: Written, summary: str) -> Written:
    """Return a feature's function with the sentence of the feature: a kernel may have several."""
    first, *rest = written.body
    if not is_docstring(first):
        return written
    assert isinstance(first, ast.Expr)
    assert isinstance(first.value, ast.Constant)
    lines = str(first.value.value).split("\n")
    docstring = ast.Expr(ast.Constant("\n".join([summary, *lines[1:]])))
    return Written(
        written.name,
        written.arguments,
        written.names,
        written.result,
        (docstring, *rest),
        written.constant,
    )


def inlined_call(written: Written, arguments: Sequence[Value]) -> Value | None:
    """Return what a function gives as an expression, None if it must be called."""
    if written.constant is not None and not isinstance(written.result, tuple):
        return Value.of(written.constant, written.result)
    expression = written.expression
    if expression is None or size(expression) > _INLINED:
        return None
    nodes = [_item(arguments[place], item, False) for place, item in written.arguments]
    values = dict(zip(written.names, nodes, strict=True))
    if all(is_simple(node) or times_used(expression, name) < 2 for name, node in values.items()):
        return Value(substituted(expression, values), written.result)
    return None


def call_of(written: Written, arguments: Sequence[Value], numbers: bool) -> Value:
    """Write the call of a function.

    Args:
        written: the function.
        arguments: of the kernel.
        numbers: whether the function needs floats where they are whole numbers.
    """
    nodes = [_item(arguments[place], item, numbers) for place, item in written.arguments]
    return Value(ast.Call(ast.Name(written.name, ast.Load()), nodes, []), written.result)


def _item(value: Value, item: int | None, numbers: bool) -> ast.expr:
    if item is None:
        if value.kind == WHOLE and numbers:
            return ast.Call(ast.Name("float", ast.Load()), [value.node], [])
        return value.node
    if isinstance(value.node, ast.Tuple):
        return value.node.elts[item]
    return ast.Subscript(value.node, ast.Constant(item), ast.Load())


def as_numbers(arguments: Sequence[Argument]) -> list[Argument]:
    """Return the arguments with floats in place of whole numbers."""
    return [replace(one, kind=_NUMBERS.get(one.kind, one.kind)) for one in arguments]
