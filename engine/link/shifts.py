"""Make a shift by 64 or more the same everywhere: on each CPU, in its vectors, and on a GPU."""

from __future__ import annotations

import ast

__all__ = ["ShiftsByRest"]

_BITS = 64
_SHIFTS = (ast.LShift, ast.RShift)
_CASTS = frozenset({"int", "np.int64", "np.uint64"})


class ShiftsByRest(ast.NodeTransformer):
    """Take the last six bits of the numbers by which words are shifted.

    LLVM leaves a shift of a word by 64 or more undefined. A CPU's instructions for one word take
    the last six bits of the number. Those for several words at once give 0, as those of a GPU do,
    and NumPy.
    """

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
        case ast.Call(func=cast, args=[inner]) if ast.unparse(cast) in _CASTS:
            return _written(inner)
        case _:
            return None
