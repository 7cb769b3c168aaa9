"""Say what of a kernel's text a GPU does not do as the CPU does it."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from engine.cuda.kinds import Kind, Kinds

__all__ = ["on_cpu_only"]

_EXACT = frozenset(
    {"bool_", "float64", "inf", "int64", "isfinite", "isinf", "isnan", "nan", "pi", "uint64"}
)
"""What kernels may use of NumPy: types, numbers, and questions that have one right answer."""

_INEXACT = frozenset({"exp"})
"""Operations whose last bits differ between libraries."""

_BUILTINS = frozenset({"abs", "bool", "float", "range"})
"""What kernels may use of Python: it has one right answer."""

_WHOLE = frozenset({"divmod", "int", "max", "min", "np.int64", "np.uint64", "round"})
"""What has one for whole numbers: of fractions `max` and `min` take or leave what is not a number,
and those that do not fit a word become another one on each machine."""

_SIGNS: dict[type[ast.operator], str] = {ast.Mod: "%", ast.FloorDiv: "//"}
"""Of fractions they are several operations, and each machine has its own."""


def on_cpu_only(text: str, operations: Container[str]) -> str | None:
    """Return the first thing in joined kernels that must stay on the CPU, None where all may go.

    That is an operation that a GPU lacks, or one whose value is not known to be the same there:
    exp, log, tanh and powers; `%`, `//`, `min`, `max` and `round` of fractions, and whole numbers
    that are made of them; tuples that are read at a computed place; whatever else of Python and of
    NumPy is not listed as exact.

    Args:
        text: the joined kernels.
        operations: the machine operations of the GPU.
    """
    return next(_kept_back(ast.parse(text), operations), None)


def _kept_back(tree: ast.Module, operations: Container[str]) -> Iterator[str]:
    kinds = Kinds(tree)
    for statement in tree.body:
        match statement:
            case ast.ImportFrom(names=names):
                found = (one.name for one in names)
                yield from (name for name in found if name not in operations or name in _INEXACT)
            case ast.FunctionDef(body=body):
                for part in body:
                    for node in ast.walk(part):
                        yield from _inexact(statement.name, node, kinds, operations)


def _inexact(
    function: str, node: ast.AST, kinds: Kinds, operations: Container[str]
) -> Iterator[str]:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            yield from _by_sign(op, kinds.all_of(function, (left, right)))
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            read = ast.Name(name, ast.Load())
            yield from _by_sign(op, kinds.all_of(function, (read, value)))
        case ast.Call(func=called, args=values):
            name = ast.unparse(called)
            if name in _WHOLE and kinds.all_of(function, values) == Kind.FRACTION:
                yield f"{name} of fractions"
            known = name in kinds.functions or name in operations or name in _BUILTINS | _WHOLE
            if isinstance(called, ast.Name) and not known:
                yield name
        case ast.Attribute(value=ast.Name(id="np"), attr=name):
            if name not in _EXACT:
                yield name
        case ast.Attribute() | ast.Raise() | ast.Assert() | ast.Try():
            yield ast.unparse(node).splitlines()[0]
        case ast.Subscript(slice=place) if not isinstance(place, ast.Constant):
            yield ast.unparse(node)


def _by_sign(op: ast.operator, kind: Kind) -> Iterator[str]:
    if isinstance(op, ast.Pow):
        yield "**"
    elif type(op) in _SIGNS and kind == Kind.FRACTION:
        yield f"{_SIGNS[type(op)]} of fractions"
