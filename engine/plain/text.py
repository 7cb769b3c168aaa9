"""Join definitions into one text, each before what uses it, with comments and line breaks."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from engine.plain.trees import names_in, substituted

__all__ = ["joined_text"]

_WIDTH = 96


def joined_text(
    wanted: Sequence[str],
    definitions: Mapping[str, ast.Module | str],
    comments: Mapping[str, str],
    bit_count: str,
) -> tuple[str, str]:
    """Return the text of some definitions and of all that they use: imports, and the rest.

    Args:
        wanted: the names of the definitions.
        definitions: the text or the syntax tree of each, by name.
        comments: what stands for the texts that are statements by themselves.
        bit_count: how the bits of `a` are counted.
    """
    order: list[str] = []
    for name in wanted:
        _follow(name, definitions, order)
    tables: list[str] = []
    functions: list[str] = []
    for name in order:
        text = _written(definitions[name], comments, bit_count)
        (functions if text.lstrip().startswith("def ") else tables).append(text)
    imports = [text for text in tables if text.startswith("import ")]
    rest = [text for text in tables if text not in imports]
    parts = ["\n".join(rest)] if rest else []
    return "".join(imports), "\n\n".join([*parts, "\n\n".join(functions)]).strip("\n") + "\n"


def _follow(name: str, definitions: Mapping[str, ast.Module | str], order: list[str]) -> None:
    if name in order:
        return
    definition = definitions[name]
    tree = ast.parse(definition) if isinstance(definition, str) else definition
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for used in sorted(names_in([tree]) - own):
        if used in definitions:
            _follow(used, definitions, order)
    order.append(name)


def _written(definition: ast.Module | str, comments: Mapping[str, str], bit_count: str) -> str:
    if isinstance(definition, str):
        return definition
    pattern = ast.parse(bit_count, mode="eval").body
    tree = _Counts(pattern).visit(definition)
    lines = []
    for line in ast.unparse(ast.fix_missing_locations(tree)).split("\n"):
        inner = line.strip()
        comment = comments.get(inner[1:-1]) if inner[:1] in "'\"" else None
        margin = line[: len(line) - len(inner)]
        if comment is None:
            lines += [line] if len(line) <= _WIDTH else _wrapped(line)
        else:
            lines += textwrap.wrap(
                comment, _WIDTH, initial_indent=f"{margin}# ", subsequent_indent=f"{margin}# "
            )
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> list[str]:
    """Return a long sum as a line for each of its terms; any other line as it is."""
    inner = line.strip()
    margin = line[: len(line) - len(inner)]
    try:
        (statement,) = ast.parse(inner).body if not inner.endswith(":") else (None,)
    except SyntaxError:
        # A line of a docstring.
        return [line]
    if not isinstance(statement, ast.Return | ast.Assign) or statement.value is None:
        return [line]
    terms = _terms(statement.value)
    if len(terms) == 1:
        return [line]
    head = inner[: len(inner) - len(ast.unparse(statement.value))]
    return [f"{margin}{head}(", *(f"{margin}    {term}" for term in terms), f"{margin})"]


def _terms(node: ast.expr) -> list[str]:
    """Return the terms of a sum, from the left, each with its sign but for the first."""
    if not _is_sum(node):
        return [ast.unparse(node)]
    # Parentheses stand where the whole sum needs them.
    other = ast.Name("x", ast.Load())
    left = ast.unparse(ast.BinOp(node.left, node.op, other))[: -len(" + x")]
    right = ast.unparse(ast.BinOp(other, node.op, node.right))[len("x ") :]
    return [*(_terms(node.left) if _is_sum(node.left) else [left]), right]


def _is_sum(node: ast.expr) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)


class _Counts(ast.NodeTransformer):
    """Write `count(x)` as Python counts bits."""

    def __init__(self, pattern: ast.expr) -> None:
        self._pattern = pattern

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "count":
            return substituted(self._pattern, {"a": node.args[0]})
        return node
