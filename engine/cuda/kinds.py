"""Find out which numbers of joined kernels are whole, from their text alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from enum import IntFlag

__all__ = ["Kind", "Kinds"]


class Kind(IntFlag):
    """A number is a machine word with or without a sign, or a fraction.

    Where both words meet Numba makes a float64 of them: so fractions are both together, and the
    kind of what may be one thing or another is their union.
    """

    NOTHING = 0
    SIGNED = 1
    UNSIGNED = 2
    FRACTION = 3


_LARGEST = 2**63 - 1
"""Literals beyond are words without a sign, which few numbers beside them are."""

_GIVEN = {
    "board": Kind.SIGNED,
    "parameters": Kind.SIGNED,
    "own": Kind.UNSIGNED,
    "opp": Kind.UNSIGNED,
}
"""What a search gives to a formula: two addresses and two positions."""

_RESULTS = {
    "bool": Kind.SIGNED,
    "int": Kind.SIGNED,
    "load_integer": Kind.SIGNED,
    "load_word": Kind.UNSIGNED,
    "local_words": Kind.SIGNED,
    "lowest_bit": Kind.UNSIGNED,
    "np.bool_": Kind.SIGNED,
    "np.int64": Kind.SIGNED,
    "np.isfinite": Kind.SIGNED,
    "np.isinf": Kind.SIGNED,
    "np.isnan": Kind.SIGNED,
    "np.uint64": Kind.UNSIGNED,
    "popcount": Kind.UNSIGNED,
}
"""Of calls that always give whole numbers; those of `_OF_ARGUMENTS` do where they get them."""

_OF_ARGUMENTS = frozenset({"abs", "divmod", "max", "min", "range", "round"})


class Kinds:
    """Hold the kinds of all variables and results in joined kernels.

    A variable has one kind in all of its function, and a function has one for all its calls. So a
    whole number may count as a fraction; never the other way round.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
        self._found: dict[tuple[str, str], Kind] = {}
        called = {_name(one.func) for one in ast.walk(tree) if isinstance(one, ast.Call)}
        for name, function in self.functions.items():
            for one in () if name in called else _arguments(function):
                self._join(name, one, _GIVEN.get(one, Kind.FRACTION))
            for default in function.args.defaults:
                for one in _arguments(function):
                    self._join(name, one, self.of(name, default))
        self._changed = True
        while self._changed:
            self._changed = False
            for name, function in self.functions.items():
                for node in ast.walk(function):
                    self._learn(name, node)

    def of(self, function: str, value: ast.expr | None) -> Kind:
        """Return the kind of an expression in a function; that of a tuple is of all its numbers."""
        match value:
            case ast.Constant(value=int(number)):
                return Kind.SIGNED if number <= _LARGEST else Kind.FRACTION
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return Kind.SIGNED
            case ast.Name(id=name):
                unknown = Kind.NOTHING if name in self._stored(function) else Kind.FRACTION
                return self._found.get((function, name), unknown)
            case ast.Call():
                return self._of_call(function, value)
            case _:
                parts = _parts(value)
                return self.all_of(function, parts) if parts else Kind.FRACTION

    def all_of(self, function: str, values: Sequence[ast.expr]) -> Kind:
        """Return the kind of what may be each of some expressions."""
        kind = Kind.NOTHING
        for one in values:
            kind |= self.of(function, one)
        return kind

    def _of_call(self, function: str, call: ast.Call) -> Kind:
        name = _name(call.func)
        if name in self.functions:
            return self._found.get((name, "return"), Kind.NOTHING)
        if name in _OF_ARGUMENTS:
            return self.all_of(function, call.args)
        return _RESULTS.get(name, Kind.FRACTION)

    def _learn(self, function: str, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._store(function, target, self.of(function, value))
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                changed = ast.BinOp(ast.Name(target.id, ast.Load()), op, value)
                self._store(function, target, self.of(function, changed))
            case ast.For(target=target, iter=value):
                self._store(function, target, self.of(function, value))
            case ast.Return(value=value):
                self._join(function, "return", self.of(function, value))
            case ast.Call(func=ast.Name(id=name), args=values) if name in self.functions:
                given = dict(zip(_arguments(self.functions[name]), values, strict=False))
                given |= {one.arg: one.value for one in node.keywords if one.arg is not None}
                for one, value in given.items():
                    self._join(name, one, self.of(function, value))
            case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
                self._store(function, target, Kind.FRACTION)

    def _store(self, function: str, target: ast.expr, kind: Kind) -> None:
        for one in ast.walk(target):
            if isinstance(one, ast.Name):
                self._join(function, one.id, kind)

    def _join(self, function: str, name: str, kind: Kind) -> None:
        known = self._found.get((function, name), Kind.NOTHING)
        if known | kind != known:
            self._found[function, name] = known | kind
            self._changed = True

    def _stored(self, function: str) -> Iterator[str]:
        body = self.functions[function]
        yield from _arguments(body)
        for one in ast.walk(body):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                yield one.id


def _parts(value: ast.expr | None) -> Sequence[ast.expr]:
    """Return the expressions whose kind that of another one is, none if it is a fraction."""
    match value:
        case ast.BinOp(op=ast.Div() | ast.Pow()):
            return ()
        case ast.BinOp(left=one, op=ast.LShift() | ast.RShift()):
            return (one,)
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return (one, other)
        case ast.UnaryOp(operand=inner) | ast.Subscript(value=inner):
            return (inner,)
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts):
            return parts
        case _:
            return ()


def _arguments(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


def _name(called: ast.expr) -> str:
    return ast.unparse(called)
