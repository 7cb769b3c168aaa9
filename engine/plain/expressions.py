"""Write expressions of kernels as expressions of plain Python."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.link.source import LinkError
from engine.plain.arithmetic import binary, called, cleaned, compare, unary
from engine.plain.calls import cast_of, memory_call, operation_call
from engine.plain.fitting import Fitting
from engine.plain.library import Library
from engine.plain.logic import joined_conditions, joined_values, operands
from engine.plain.operations import NUMPY
from engine.plain.trees import condition, is_simple
from engine.plain.values import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SQUARE,
    SQUARES,
    TABLE,
    WHOLES,
    WORD,
    Kind,
    Value,
    join,
)

__all__ = ["Expressions", "is_kept"]

_KEPT = "kept_"


def is_kept(name: str) -> bool:
    """Return whether a variable was made to keep a part of an expression."""
    return name.startswith(_KEPT)


class Expressions:
    """Write the expressions of one function.

    Attributes:
        hoisted: statements that must stand before the one that is being written.
        known: what names stand for: variables, arguments and constants.
        wanted: a name that the next function that is called should have, "" for its own.
    """

    def __init__(self, library: Library) -> None:
        self.hoisted: list[ast.stmt] = []
        self.known: dict[str, Value] = {}
        self.wanted = ""
        self.nonzero: set[str] = set()
        self.fitting = Fitting(library.board)
        self.library = library
        self._hoists = 0

    def value(self, node: ast.expr) -> Value:
        """Write an expression.

        Raises:
            LinkError: if it has no counterpart in plain Python.
        """
        write: Callable[[Any], Value] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        if write is None:
            raise LinkError(f"plain Python has nothing for '{ast.unparse(node)}'")
        return write(node)

    def condition(self, node: ast.expr) -> Value:
        """Write an expression of which nothing but its truth matters."""
        if isinstance(node, ast.BoolOp):
            return joined_conditions(node.op, operands(node.op, node.values, self.condition))
        value = cleaned(self.value(node))
        return Value(condition(value.node), BOOLEAN, value.constant)

    def named(self, node: ast.expr) -> ast.Name:
        """Keep an expression in a variable, in front of the statement that is being written."""
        self._hoists += 1
        name = f"{_KEPT}{self._hoists}"
        self.hoisted.append(ast.Assign([ast.Name(name, ast.Store())], node))
        return ast.Name(name, ast.Load())

    def _constant(self, node: ast.Constant) -> Value:
        constant = node.value
        if isinstance(constant, bool):
            return Value.of(constant, BOOLEAN)
        if isinstance(constant, int):
            return Value.of(constant, INTEGER)
        if isinstance(constant, float):
            return Value.of(constant, NUMBER)
        raise LinkError(f"plain Python computes with numbers, not with {constant!r}")

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.known:
            return self.known[node.id]
        word = self.library.word(node.id)
        if word is not None:
            return word
        if self.library.is_table(node.id):
            return Value(node, TABLE)
        operation = self.library.operation(node.id)
        if operation is not None and not operation.kinds:
            return Value(ast.parse(operation.text, mode="eval").body, operation.result)
        raise LinkError(f"plain Python cannot take '{node.id}' for a value")

    def _attribute(self, node: ast.Attribute) -> Value:
        if isinstance(node.value, ast.Name) and node.value.id == "np":
            constants = {"nan": float("nan"), "inf": float("inf")}
            if node.attr in constants:
                return Value.of(constants[node.attr], NUMBER)
        raise LinkError(f"plain Python has nothing for '{ast.unparse(node)}'")

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return unary(node.op, self.condition(node.operand))
        return unary(
            node.op,
            self.fitting.plain(self.value(node.operand))
            if isinstance(node.op, ast.USub)
            else self.value(node.operand),
        )

    def _binop(self, node: ast.BinOp) -> Value:
        return self.operator(node.op, self.value(node.left), self.value(node.right))

    def operator(self, operation: ast.operator, left: Value, right: Value) -> Value:
        """Write an operator between two values."""
        safe = isinstance(right.node, ast.Name) and right.node.id in self.nonzero
        if isinstance(operation, ast.BitAnd | ast.BitOr | ast.BitXor):
            if {left.kind, right.kind} == {SQUARES, WORD}:
                left, right = (self.fitting.fitted(one, SQUARES) for one in (left, right))
            elif SQUARES not in {left.kind, right.kind}:
                left, right = (self._as_kernels_have(one) for one in (left, right))
        else:
            left, right = (self._as_kernels_have(one) for one in (left, right))
        return binary(operation, left, right, safe)

    def _as_kernels_have(self, value: Value) -> Value:
        """Return a square as its number in the kernels, a set as their word."""
        if value.kind == SQUARES:
            return self.fitting.word(value)
        return self.fitting.plain(value) if value.kind == SQUARE else value

    def _compare(self, node: ast.Compare) -> Value:
        values = [self.value(one) for one in (node.left, *node.comparators)]
        kinds = {value.kind for value in values}
        if kinds <= set(WHOLES) and _differs_from_itself(node):
            return Value.of(False, BOOLEAN)
        if SQUARES in kinds:
            values = [self.fitting.fitted(value, SQUARES) for value in values]
        elif len(kinds) > 1:
            values = [self.fitting.plain(value) for value in values]
        return compare(node.ops, values)

    def _boolop(self, node: ast.BoolOp) -> Value:
        values = operands(node.op, node.values, lambda one: cleaned(self.value(one)))
        return joined_values(self.fitting, node.op, values)

    def _ifexp(self, node: ast.IfExp) -> Value:
        test = self.condition(node.test)
        if test.constant is not None:
            return self.value(node.body if test.constant else node.orelse)
        then, otherwise = self.value(node.body), self.value(node.orelse)
        kind = join(then.kind, otherwise.kind)
        chosen = [self.fitting.fitted(value, kind).node for value in (then, otherwise)]
        return Value(ast.IfExp(test.node, *chosen), kind)

    def _tuple(self, node: ast.Tuple) -> Value:
        values = [cleaned(self.value(one)) for one in node.elts]
        kinds = tuple(value.kind for value in values)
        return Value(ast.Tuple([value.node for value in values], ast.Load()), kinds)

    def _subscript(self, node: ast.Subscript) -> Value:
        whole, index = self.value(node.value), self.value(node.slice)
        if not isinstance(whole.kind, tuple) or not isinstance(index.constant, int):
            raise LinkError(f"plain Python has nothing for '{ast.unparse(node)}'")
        kind: Kind = whole.kind[index.constant]
        if isinstance(whole.node, ast.Tuple):
            return Value(whole.node.elts[index.constant], kind)
        return Value(ast.Subscript(whole.node, index.node, ast.Load()), kind)

    def _call(self, node: ast.Call) -> Value:
        wanted, self.wanted = self.wanted, ""
        if isinstance(node.func, ast.Attribute):
            return self._numpy(node, wanted)
        if not isinstance(node.func, ast.Name):
            raise LinkError(f"plain Python has nothing for '{ast.unparse(node)}'")
        name = node.func.id
        arguments = [self._repeatable(self.value(one)) for one in self._in_order(name, node)]
        operation = self.library.operation(name)
        if operation is not None:
            return operation_call(self, operation, arguments)
        written = self.library.call(name, arguments, wanted)
        if written is not None:
            return written
        return cast_of(self, name, arguments) or memory_call(self, name, arguments)

    def _repeatable(self, value: Value) -> Value:
        """Return a position so that each item of it can be passed on by itself."""
        if not isinstance(value.kind, tuple) or isinstance(value.node, ast.Tuple):
            return value
        return value if is_simple(value.node) else replace(value, node=self.named(value.node))

    def _in_order(self, name: str, node: ast.Call) -> list[ast.expr]:
        """Return the arguments of a call in the order of the kernel, with its defaults."""
        names, defaults = self.library.parameters(name)
        if not names or (not node.keywords and len(node.args) == len(names)):
            return node.args
        found = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        found.update(zip(names, node.args, strict=False))
        found.update({str(one.arg): one.value for one in node.keywords})
        return [found[one] for one in names]

    def _numpy(self, node: ast.Call, wanted: str) -> Value:
        assert isinstance(node.func, ast.Attribute)
        name = node.func.attr
        self.wanted = wanted
        arguments = [self.value(one) for one in node.args]
        self.wanted = ""
        if name in NUMPY:
            return operation_call(self, NUMPY[name], arguments)
        written = cast_of(self, name, arguments)
        if written is None:
            raise LinkError(f"plain Python has nothing for 'np.{name}'; write it with operators")
        return written

    def call_of(self, name: str, *arguments: Value) -> ast.expr:
        """Return the call of a function of the text with cleaned arguments."""
        return called(name, *(cleaned(one).node for one in arguments))


def _differs_from_itself(node: ast.Compare) -> bool:
    """Return whether a comparison asks for NaN: `x != x`."""
    right = node.comparators[-1]
    return (
        len(node.ops) == 1
        and isinstance(node.ops[0], ast.NotEq)
        and isinstance(node.left, ast.Name)
        and isinstance(right, ast.Name)
        and node.left.id == right.id
    )
