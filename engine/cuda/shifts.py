"""Make a shift by 64 or more on a GPU what it is on a CPU."""

from __future__ import annotations

import ast
from collections.abc import Iterator

__all__ = ["rest_of_64", "shifted_too_far"]

_BITS = 64
_SHIFTS = (ast.LShift, ast.RShift)
_CASTS = frozenset({"int", "np.int64", "np.uint64"})


def rest_of_64(text: str) -> str:
    """Return kernels that shift by what a number leaves when it is divided by 64.

    LLVM leaves a shift of a word by 64 or more undefined. The instructions of CPUs take the last
    six bits of the number, those of a GPU give 0, and NumPy gives 0 in the simulator.
    """
    return ast.unparse(_Rest().visit(ast.parse(text)))


def shifted_too_far(node: ast.AST) -> Iterator[int]:
    """Yield by how much a shift moves if that is a written number outside 0 to 63.

    There the CPU's compiler may make anything of it.
    """
    match node:
        case ast.BinOp(op=ast.LShift() | ast.RShift(), right=steps):
            number = _written(steps)
        case ast.AugAssign(op=ast.LShift() | ast.RShift(), value=steps):
            number = _written(steps)
        case _:
            number = None
    if number is not None and not 0 <= number < _BITS:
        yield number


class _Rest(ast.NodeTransformer):
    """Take the last six bits of the numbers by which words are shifted."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        """Change a shift, and those in it."""
        self.generic_visit(node)
        if isinstance(node.op, _SHIFTS):
            node.right = _last_bits(node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        """Change a shift of a variable, and those in it."""
        self.generic_visit(node)
        if isinstance(node.op, _SHIFTS):
            node.value = _last_bits(node.value)
        return node


def _last_bits(steps: ast.expr) -> ast.expr:
    if _is_below_64(steps):
        return steps
    return ast.BinOp(steps, ast.BitAnd(), ast.Constant(_BITS - 1))


def _is_below_64(steps: ast.expr) -> bool:
    match steps:
        case ast.BinOp(op=ast.BitAnd(), left=left, right=right):
            return _is_below_64(left) or _is_below_64(right)
        case _:
            number = _written(steps)
            return number is not None and 0 <= number < _BITS


def _written(steps: ast.expr) -> int | None:
    """Return the number that stands there, such as `3` or `np.uint64(3)`, None if it is none."""
    match steps:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            positive = _written(inner)
            return None if positive is None else -positive
        case ast.Call(func=cast, args=[inner]) if ast.unparse(cast) in _CASTS:
            return _written(inner)
        case _:
            return None
