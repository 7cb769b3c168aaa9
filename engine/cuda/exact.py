"""Say what of a kernel's text a GPU does not do as the CPU does it."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

__all__ = ["on_cpu_only"]

_EXACT = frozenset(
    {"bool_", "float64", "inf", "int64", "isfinite", "isinf", "isnan", "nan", "pi", "uint64"}
)
"""What kernels may use of NumPy: types, numbers, and questions that have one right answer."""

_INEXACT = frozenset({"exp"})
"""Operations whose last bits differ between libraries."""


def on_cpu_only(text: str, operations: Container[str]) -> str | None:
    """Return the first thing in joined kernels that must stay on the CPU, None where all may go.

    That is an operation that a GPU lacks, or a function whose last bits differ there: exp, log,
    tanh, powers, and whatever of NumPy is not known to be exact.

    Args:
        text: the joined kernels.
        operations: the machine operations of the GPU.
    """
    return next(_kept_back(ast.parse(text), operations), None)


def _kept_back(tree: ast.Module, operations: Container[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                found = (one.name for one in names)
                yield from (name for name in found if name not in operations or name in _INEXACT)
            case ast.BinOp(op=ast.Pow()) | ast.AugAssign(op=ast.Pow()):
                yield "**"
            case ast.Call(func=ast.Name(id="pow")):
                yield "**"
            case ast.Attribute(value=ast.Name(id="np"), attr=name) if name not in _EXACT:
                yield name
