"""Write the statements of a kernel in plain Python."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from engine.link.source import LinkError
from engine.plain.arithmetic import cleaned
from engine.plain.calls import stored
from engine.plain.expressions import Expressions, is_kept
from engine.plain.library import Library
from engine.plain.naming import feature_of
from engine.plain.trees import found_zero, is_simple, times_assigned
from engine.plain.values import INTEGER, Constant, Kind, Value, join

__all__ = ["Statements"]

_PLACED = "kernel '"
"""How an error begins that says where it is."""


class Statements:
    """Write the statements of one function, once for each pass over it.

    Attributes:
        kinds: of the variables, by the names of the kernel; they grow with each pass.
        result: kind of what it returns, None while nothing is known.
        constant: what it returns, if that is always the same.
    """

    def __init__(
        self,
        library: Library,
        kernel: str,
        known: Mapping[str, Value],
        kinds: Mapping[str, Kind],
        names: Mapping[str, str],
        result: Kind | None,
    ) -> None:
        self.kinds = dict(kinds)
        self.result = result
        self.constant: Constant | None = None
        self._names = names
        self._kernel = kernel
        self._file = library.file_of(kernel)
        self._library = library
        self._expressions = Expressions(library)
        self._expressions.known.update(known)
        self._assigned: dict[str, int] = {}
        for name, kind in kinds.items():
            self._expressions.known[name] = Value(self._name(name), kind)

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Write statements up to the one behind which nothing runs."""
        self._assigned = times_assigned(statements)
        return self._block(statements)

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        written: list[ast.stmt] = []
        for statement in statements:
            found = self._statement(statement)
            written += [*self._expressions.hoisted, *found]
            self._expressions.hoisted.clear()
            if found and isinstance(found[-1], ast.Return | ast.Break | ast.Continue):
                break
        return written

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        name = f"_{type(statement).__name__.lower()}"
        write: Any = getattr(self, name, None)
        try:
            if write is None:
                raise LinkError(f"plain Python has nothing for '{ast.unparse(statement)}'")
            found: list[ast.stmt] = write(statement)
        except LinkError as error:
            if str(error).startswith(_PLACED):
                raise
            place = f"({self._file}, line {statement.lineno})"
            raise LinkError(f"{_PLACED}{self._kernel}' {place}: {error}") from error
        return found

    def _expr(self, statement: ast.Expr) -> list[ast.stmt]:
        if isinstance(statement.value, ast.Constant):
            return [statement]
        if isinstance(statement.value, ast.Call):
            written = stored(self._expressions, statement.value)
            if written is not None:
                return [] if isinstance(written, ast.Pass) else [written]
        raise LinkError(f"plain Python has nothing for '{ast.unparse(statement)}'")

    def _pass(self, _statement: ast.Pass) -> list[ast.stmt]:
        return []

    def _break(self, statement: ast.Break) -> list[ast.stmt]:
        return [statement]

    def _continue(self, statement: ast.Continue) -> list[ast.stmt]:
        return [statement]

    def _annassign(self, statement: ast.AnnAssign) -> list[ast.stmt]:
        if statement.value is None:
            return []
        return self._assign(ast.Assign([statement.target], statement.value))

    def _assign(self, statement: ast.Assign) -> list[ast.stmt]:
        if len(statement.targets) != 1:
            raise LinkError(f"plain Python has nothing for '{ast.unparse(statement)}'")
        target = statement.targets[0]
        feature = feature_of(target)
        self._expressions.wanted = feature
        value = cleaned(self._expressions.value(statement.value))
        comment = self._library.comment(feature, statement.value, value.node) if feature else []
        if isinstance(target, ast.Tuple):
            return self._unpacked(target, value)
        if not isinstance(target, ast.Name):
            raise LinkError(f"plain Python cannot assign to '{ast.unparse(target)}'")
        if self._assigned[target.id] == 1 and self._is_fixed(value):
            self._expressions.known[target.id] = value
            return []
        return [*comment, *self._kept(target.id, value)]

    def _is_fixed(self, value: Value) -> bool:
        """Return whether a value is the same wherever it is written, so that it needs no name."""
        if value.constant is not None:
            return True
        nodes = value.node.elts if isinstance(value.node, ast.Tuple) else [value.node]
        changing = self._changing()
        return all(
            is_simple(node)
            and not (isinstance(node, ast.Name) and (node.id in changing or is_kept(node.id)))
            for node in nodes
        )

    def _changing(self) -> set[str]:
        return {self._names.get(name, name) for name in self._assigned}

    def _kept(self, name: str, value: Value) -> list[ast.stmt]:
        """Write that a variable gets a value."""
        known = self.kinds.get(name)
        kind = value.kind if known is None else join(known, value.kind)
        self.kinds[name] = kind
        self._expressions.known[name] = Value(self._name(name), kind)
        node = self._expressions.fitting.fitted(value, kind).node
        target = ast.Name(self._name(name).id, ast.Store())
        if isinstance(node, ast.Name) and node.id == target.id:
            return []
        return [ast.Assign([target], node)]

    def _unpacked(self, target: ast.Tuple, value: Value) -> list[ast.stmt]:
        if not isinstance(value.kind, tuple) or len(value.kind) != len(target.elts):
            raise LinkError(f"plain Python cannot take apart a {value.kind}")
        names = []
        kinds: list[Kind] = []
        for part, kind in zip(target.elts, value.kind, strict=True):
            if not isinstance(part, ast.Name):
                raise LinkError(f"plain Python cannot assign to '{ast.unparse(part)}'")
            known = self.kinds.get(part.id)
            kinds.append(kind if known is None else join(known, kind))
            self.kinds[part.id] = kinds[-1]
            self._expressions.known[part.id] = Value(self._name(part.id), kinds[-1])
            names.append(ast.Name(self._name(part.id).id, ast.Store()))
        node = self._expressions.fitting.fitted(value, tuple(kinds)).node
        return [ast.Assign([ast.Tuple(list(names), ast.Store())], node)]

    def _augassign(self, statement: ast.AugAssign) -> list[ast.stmt]:
        if not isinstance(statement.target, ast.Name):
            raise LinkError(f"plain Python cannot assign to '{ast.unparse(statement.target)}'")
        name = statement.target.id
        left = self._expressions.value(ast.Name(name, ast.Load()))
        right = self._expressions.value(statement.value)
        result = cleaned(self._expressions.operator(statement.op, left, right))
        written = self._kept(name, result)
        node = result.node
        # x = x + y is written as people do.
        if isinstance(node, ast.BinOp) and ast.dump(node.left) == ast.dump(self._name(name)):
            target = ast.Name(self._name(name).id, ast.Store())
            if self.kinds[name] == result.kind:
                return [ast.AugAssign(target, node.op, node.right)]
        return written

    def _return(self, statement: ast.Return) -> list[ast.stmt]:
        if statement.value is None:
            raise LinkError("it returns nothing")
        value = cleaned(self._expressions.value(statement.value))
        self.result = value.kind if self.result is None else join(self.result, value.kind)
        value = self._expressions.fitting.fitted(value, self.result)
        self.constant = value.constant
        return [ast.Return(value.node)]

    def _if(self, statement: ast.If) -> list[ast.stmt]:
        test = self._expressions.condition(statement.test)
        if test.constant is not None:
            return self._block(statement.body if test.constant else statement.orelse)
        hoisted = list(self._expressions.hoisted)
        self._expressions.hoisted.clear()
        before = set(self._expressions.nonzero)
        body = self._block(statement.body) or [ast.Pass()]
        if isinstance(body[-1], ast.Return):
            self._expressions.nonzero |= found_zero(test.node) - self._changing()
        otherwise = self._block(statement.orelse)
        if not isinstance(body[-1], ast.Return):
            self._expressions.nonzero = before
        return [*hoisted, ast.If(test.node, body, otherwise)]

    def _while(self, statement: ast.While) -> list[ast.stmt]:
        if statement.orelse:
            raise LinkError("plain Python has nothing for 'while ... else'")
        test = self._expressions.condition(statement.test)
        hoisted = list(self._expressions.hoisted)
        self._expressions.hoisted.clear()
        body = self._block(statement.body) or [ast.Pass()]
        if hoisted:
            leave = ast.If(ast.UnaryOp(ast.Not(), test.node), [ast.Break()], [])
            return [ast.While(ast.Constant(True), [*hoisted, leave, *body], [])]
        return [ast.While(test.node, body, [])]

    def _for(self, statement: ast.For) -> list[ast.stmt]:
        call = statement.iter
        if (
            statement.orelse
            or not isinstance(statement.target, ast.Name)
            or not isinstance(call, ast.Call)
            or not isinstance(call.func, ast.Name)
            or call.func.id != "range"
        ):
            raise LinkError(f"plain Python loops over range(...), not '{ast.unparse(call)}'")
        fitting = self._expressions.fitting
        ends = [fitting.fitted(self._expressions.value(one), INTEGER).node for one in call.args]
        hoisted = list(self._expressions.hoisted)
        self._expressions.hoisted.clear()
        name = statement.target.id
        self.kinds[name] = join(self.kinds.get(name, INTEGER), INTEGER)
        self._expressions.known[name] = Value(self._name(name), self.kinds[name])
        body = self._block(statement.body) or [ast.Pass()]
        target = ast.Name(self._name(name).id, ast.Store())
        loop = ast.For(target, ast.Call(ast.Name("range", ast.Load()), ends, []), body, [])
        return [*hoisted, loop]

    def _name(self, name: str) -> ast.Name:
        return ast.Name(self._names.get(name, name), ast.Load())
