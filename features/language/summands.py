"""Split the text of a formula into the summands that are written in it, and leave some of them out.

Summands are the parts that + and - join at the top of the text. A conditional is no sum, but its
value is that of a branch: each case `a if c` is a part that can be left out, so that what comes
after it takes its place, and the branches are split as well. Factors of a product are no summands.
Python's syntax tree is split, not that of `features.language.expression`: it has the text as it was
written, shorthands such as `blend` included.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from features.language.names import SIDES
from features.language.syntax import read_syntax

__all__ = ["Summand", "read_summands", "switched_text", "text_without"]


@dataclass(frozen=True)
class Summand:
    """A summand is one part of a text, known by its number.

    Attributes:
        text: as it is written, with the minus before it; of a case `a if c`.
        factors: the names that are factors of it, so that what they stand for is summed up here.
        calls: the features with a side that it calls, with `_` for the side.
        side: "own" or "opp" if all of these are of one side, else "".
    """

    text: str
    factors: tuple[str, ...]
    calls: tuple[str, ...]
    side: str


def read_summands(text: str) -> tuple[Summand, ...]:
    """Return the summands of a formula or a term in the order of the text.

    Plain numbers are none: without them a sum prefers the same moves.

    Raises:
        FormulaError: if the text is no formula.
    """
    return tuple(_split(_syntax(text), minus=False))


def text_without(text: str, left_out: Collection[int]) -> str | None:
    """Return the text without some summands, by their numbers; None if nothing is left.

    Raises:
        FormulaError: if the text is no formula.
    """
    kept = _Remover(left_out).rebuilt(_syntax(text))
    return None if kept is None else ast.unparse(kept)


def switched_text(text: str, switches: Mapping[int, str]) -> str:
    """Return the text in which a summand counts only while the parameter that it is given is 1.

    With a parameter at 0 the value is that of `text_without`: a summand that is off is 0, and a
    case that is off is passed over. Nothing of what is off is evaluated.

    Args:
        text: of a formula or a term.
        switches: names of parameters by the number of a summand.

    Raises:
        FormulaError: if the text is no formula.
    """
    return ast.unparse(_Switcher(switches).rebuilt(_syntax(text)))


def _syntax(text: str) -> ast.expr:
    return read_syntax(text, "formula")[0]


def _is_sum(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)


def _is_sign(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd | ast.USub)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_nought(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _has_parts(node: ast.expr) -> bool:
    """Return whether a branch of a conditional is more than one summand."""
    return _is_sum(node) or isinstance(node, ast.IfExp)


def _split(node: ast.expr, minus: bool) -> Iterator[Summand]:
    """Yield the summands of a tree, those with a minus before them as such."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
            yield from _split(left, minus)
            yield from _split(right, minus != isinstance(operator, ast.Sub))
        case ast.UnaryOp(ast.UAdd() | ast.USub() as operator, operand):
            yield from _split(operand, minus != isinstance(operator, ast.USub))
        case ast.IfExp(test, body, orelse):
            yield _summand(body, minus, f" if {ast.unparse(test)}")
            if _has_parts(body):
                yield from _split(body, minus)
            yield from _split(orelse, minus)
        case _ if not _is_number(node):
            yield _summand(node, minus)


def _summand(node: ast.expr, minus: bool, case: str = "") -> Summand:
    # The whole of a sum needs brackets behind a minus, or in front of an if.
    text = ast.unparse(node)
    text = f"({text})" if minus and _has_parts(node) else text
    calls, sides = _sided_calls(node)
    factors = () if case and _has_parts(node) else tuple(_factors(node))
    side = next(iter(sides)) if len(sides) == 1 and not case else ""
    return Summand(f"{'- ' if minus else ''}{text}{case}", factors, calls, side)


def _factors(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Name(name):
            yield name
        case ast.BinOp(left, ast.Mult(), right):
            yield from _factors(left)
            yield from _factors(right)
        case ast.BinOp(left, ast.Div(), _):
            yield from _factors(left)
        case ast.UnaryOp(ast.UAdd() | ast.USub(), operand):
            yield from _factors(operand)


def _sided_calls(node: ast.expr) -> tuple[tuple[str, ...], set[str]]:
    """Return the calls with a side, the side written `_`, and the sides."""
    calls, sides = [], set()
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Name(name), [ast.Name(side), *others]) if side in SIDES:
                calls.append(f"{name}({', '.join(['_', *map(ast.unparse, others)])})")
                sides.add(side)
    return tuple(sorted(calls)), sides


@dataclass
class _Counter:
    """Give the summands their numbers, in the order of `_split`."""

    next: int = field(default=0, init=False)

    def number(self) -> int:
        self.next += 1
        return self.next - 1


@dataclass
class _Remover(_Counter):
    left_out: Collection[int]

    def rebuilt(self, node: ast.expr) -> ast.expr | None:
        """Return the tree without the summands, None where nothing is left."""
        if _is_sum(node):
            assert isinstance(node, ast.BinOp)
            return _joined(self.rebuilt(node.left), node.op, self.rebuilt(node.right))
        if _is_sign(node):
            assert isinstance(node, ast.UnaryOp)
            operand = self.rebuilt(node.operand)
            return None if operand is None else ast.UnaryOp(node.op, operand)
        if isinstance(node, ast.IfExp):
            return self._case(node)
        if _is_number(node):
            return node
        return None if self.number() in self.left_out else node

    def _case(self, node: ast.IfExp) -> ast.expr | None:
        out = self.number() in self.left_out
        body = self.rebuilt(node.body) if _has_parts(node.body) else node.body
        orelse = self.rebuilt(node.orelse)
        if out:
            return None if _is_nought(node.orelse) else orelse
        if body is None and orelse is None:
            return None
        return ast.IfExp(node.test, body or _ZERO, orelse or _ZERO)


_ZERO = ast.Constant(0)


def _joined(
    left: ast.expr | None, operator: ast.operator, right: ast.expr | None
) -> ast.expr | None:
    if right is None:
        return left
    if left is not None:
        return ast.BinOp(left, operator, right)
    return right if isinstance(operator, ast.Add) else ast.UnaryOp(ast.USub(), right)


@dataclass
class _Switcher(_Counter):
    switches: Mapping[int, str]

    def rebuilt(self, node: ast.expr) -> ast.expr:
        """Return the tree with a condition at each summand that has a switch."""
        if _is_sum(node):
            assert isinstance(node, ast.BinOp)
            return ast.BinOp(self.rebuilt(node.left), node.op, self.rebuilt(node.right))
        if _is_sign(node):
            assert isinstance(node, ast.UnaryOp)
            return ast.UnaryOp(node.op, self.rebuilt(node.operand))
        if isinstance(node, ast.IfExp):
            switch = self.switches.get(self.number())
            test = node.test if switch is None else ast.BoolOp(ast.And(), [_on(switch), node.test])
            body = self.rebuilt(node.body) if _has_parts(node.body) else node.body
            return ast.IfExp(test, body, self.rebuilt(node.orelse))
        if _is_number(node):
            return node
        switch = self.switches.get(self.number())
        return node if switch is None else ast.IfExp(_on(switch), node, _ZERO)


def _on(switch: str) -> ast.Compare:
    return ast.Compare(ast.Name(switch), [ast.Gt()], [_ZERO])
