"""Find names in syntax trees, put expressions in their place, and see what they cost."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

__all__ = [
    "condition",
    "found_zero",
    "is_docstring",
    "is_simple",
    "item_of",
    "names_in",
    "size",
    "substituted",
    "times_assigned",
    "times_used",
    "without_checks",
]


def substituted(node: ast.expr, values: Mapping[str, ast.expr]) -> ast.expr:
    """Return a copy of an expression with others in place of names."""
    copy: ast.expr = ast.parse(ast.unparse(node), mode="eval").body
    result: ast.expr = _Substitution(values).visit(copy)
    return result


class _Substitution(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._values.get(node.id, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return item_of(node.value, node.slice)


def item_of(value: ast.expr, index: ast.expr) -> ast.expr:
    """Return an item of a tuple: itself where the tuple is written out."""
    if (
        isinstance(value, ast.Tuple)
        and isinstance(index, ast.Constant)
        and isinstance(index.value, int)
    ):
        return value.elts[index.value]
    return ast.Subscript(value, index, ast.Load())


def is_simple(node: ast.expr) -> bool:
    """Return whether an expression may stand in several places: it costs next to nothing."""
    if isinstance(node, ast.Tuple):
        return all(map(is_simple, node.elts))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Name | ast.Constant)


def names_in(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that occur in syntax trees."""
    return {part.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)}


def times_used(node: ast.expr, name: str) -> int:
    """Return how often a name occurs in an expression."""
    return sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def size(node: ast.AST) -> int:
    """Return the number of parts of a syntax tree, but for those that only say load or store."""
    return sum(not isinstance(part, ast.expr_context) for part in ast.walk(node))


def condition(node: ast.expr) -> ast.expr:
    """Return an expression whose truth is the same, without two negations after each other."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = node.operand
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return condition(inner.operand)
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(node.op, [condition(one) for one in node.values])
    return node


def is_docstring(statement: ast.stmt) -> bool:
    """Return whether a statement is a text: a docstring, or what becomes a comment."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def without_checks(node: ast.expr, numbers: Collection[str]) -> ast.expr:
    """Return an expression that does not ask whether these names, which are numbers, are NaN."""
    result: ast.expr = _Checks(numbers).visit(node)
    return result


class _Checks(ast.NodeTransformer):
    def __init__(self, numbers: Collection[str]) -> None:
        self._numbers = numbers

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Or):
            return node
        kept = [one for one in node.values if not self._is_check(one)]
        return ast.BoolOp(node.op, kept) if len(kept) > 1 else (kept or node.values)[0]

    def _is_check(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.NotEq)
            and isinstance(node.left, ast.Name)
            and node.left.id in self._numbers
            and ast.dump(node.left) == ast.dump(node.comparators[0])
        )


def times_assigned(statements: Iterable[ast.stmt]) -> dict[str, int]:
    """Return how often each variable gets a value; a loop or `+=` counts as more than once."""
    times: dict[str, int] = {}
    for node in (part for statement in statements for part in ast.walk(statement)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            times[node.id] = times.get(node.id, 0) + 1
        if isinstance(node, ast.For | ast.AugAssign):
            for name in names_in([node.target]):
                times[name] = times.get(name, 0) + 2
    return times


def found_zero(test: ast.expr) -> set[str]:
    """Return the name that a test compares with 0: behind the return it is not 0."""
    if (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and isinstance(test.ops[0], ast.Eq)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value == 0
    ):
        return {test.left.id}
    return set()
