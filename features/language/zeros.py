"""Prove of the text of a formula that it is 0 in every position, since some names are 0."""

from __future__ import annotations

import ast
from collections.abc import Collection

from features.errors import FormulaError
from features.language.syntax import read_syntax

__all__ = ["is_zero"]


def is_zero(text: str, zeros: Collection[str]) -> bool:
    """Return whether a text is 0 wherever it is a number, by its products, sums and branches alone.

    Args:
        text: of a formula or of a part of one; a case without its `else` is never 0.
        zeros: names of parameters and terms that are 0.
    """
    try:
        return _zero(read_syntax(text, "formula")[0], zeros)
    except FormulaError:
        return False


def _zero(node: ast.expr, zeros: Collection[str]) -> bool:
    match node:
        case ast.Constant(value=value):
            zero = value == 0
        case ast.Name(id=name):
            zero = name in zeros
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            zero = _zero(left, zeros) or _zero(right, zeros)
        case ast.UnaryOp(op=ast.USub(), operand=left) | ast.BinOp(left=left, op=ast.Div()):
            zero = _zero(left, zeros)
        case (
            ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right)
            | ast.IfExp(body=left, orelse=right)
        ):
            zero = _zero(left, zeros) and _zero(right, zeros)
        case _:
            zero = False
    return zero
