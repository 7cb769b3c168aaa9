"""Find the names in a kernel's syntax tree, and put others in their place."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["Renamer", "free_names", "line_of", "literal", "own_names", "used_names"]


def line_of(definition: ast.FunctionDef, name: str) -> int:
    """Return the line of the kernel's file in which it uses a name first."""
    return min(n.lineno for n in ast.walk(definition) if isinstance(n, ast.Name) and n.id == name)


def used_names(definition: ast.FunctionDef) -> list[ast.Name]:
    """Return the places where a function uses a name, in the order in which Python walks them."""
    return [node for node in ast.walk(definition) if isinstance(node, ast.Name)]


def own_names(definition: ast.FunctionDef, names: Sequence[ast.Name]) -> set[str]:
    """Return the names of a function's arguments and variables, out of all that it uses."""
    own = {argument.arg for argument in definition.args.args}
    return own | {node.id for node in names if isinstance(node.ctx, ast.Store)}


def free_names(names: Sequence[ast.Name], own: set[str]) -> list[str]:
    """Return the names that a function uses and does not define, in order of first use."""
    return list(dict.fromkeys(node.id for node in names if node.id not in own))


def literal(value: bool | int | float | np.integer[Any]) -> ast.expr:
    """Return a number as the text of a kernel has it, with its NumPy type."""
    if isinstance(value, np.integer):
        return ast.parse(f"np.{type(value).__name__}({int(value)})", mode="eval").body
    if isinstance(value, float):
        # Infinity has a literal, NaN has none.
        return (
            ast.parse("np.nan", mode="eval").body
            if math.isnan(value)
            else ast.Constant(float(value))
        )
    return ast.Constant(value)


class Renamer(ast.NodeTransformer):
    """Replace names by expressions."""

    def __init__(self, resolved: Mapping[str, ast.expr]) -> None:
        self._resolved = resolved

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return what takes the place of a name."""
        return self._resolved.get(node.id, node)
