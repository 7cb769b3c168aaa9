"""Take the value of a position apart into the parts that a formula adds up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from features.heuristic import Heuristic
from features.interpret import SidedView, interpret_expression
from features.language.expression import (
    Binary,
    Conditional,
    Expression,
    FeatureCall,
    Number,
    TermName,
    Unary,
    walk,
    written,
)

__all__ = ["value_shares"]


def value_shares(
    heuristic: Heuristic, values: Sequence[float], view: SidedView
) -> Mapping[str, float]:
    """Return what each part of the sum that a formula is in this position adds to its value.

    Names of terms are replaced by their texts, of each condition the branch that is taken is left,
    and a factor goes into a sum of features: `w * (moves(own) - moves(opp))` has the parts
    `w * moves(own)` and `-(w * moves(opp))`. What is no sum, such as `max(a, b)`, is one part.

    Args:
        heuristic: whose value it is.
        values: the parameters' values, in the order of `heuristic.parameters`.
        view: the position as own sees it.

    Returns:
        The shares by the text of the part, in the formula's order. They add up to the value, but
        for rounding.

    Raises:
        FormulaError: if there are more or fewer values than parameters.
    """
    sums = _Sums(heuristic, values, view)
    found: dict[str, float] = {}
    for part in sums.parts(heuristic.tree):
        found[written(part)] = found.get(written(part), 0.0) + sums.number(part)
    return found


class _Sums:
    """Take sums apart as they are in one position."""

    def __init__(self, heuristic: Heuristic, values: Sequence[float], view: SidedView) -> None:
        self._heuristic = heuristic
        self._terms = dict(heuristic.terms)
        self._values = values
        self._view = view
        # A part is asked for once by each sum that it is in.
        self._found: dict[Expression, tuple[Expression, ...]] = {}

    def number(self, part: Expression) -> float:
        return interpret_expression(part, self._heuristic, self._values, self._view)

    def parts(self, whole: Expression) -> tuple[Expression, ...]:
        """Return what an expression adds up: one part where it is no sum."""
        if whole not in self._found:
            piece = self._resolved(whole)
            apart = self._apart(piece)
            name = isinstance(whole, TermName) and len(apart) == 1
            self._found[whole] = (whole,) if name else apart
        return self._found[whole]

    def _resolved(self, part: Expression) -> Expression:
        """Replace a name by its text, and a conditional by the branch that is taken."""
        match part:
            case TermName(name):
                return self._resolved(self._terms[name])
            case Conditional(condition, then, otherwise):
                holds = self.number(Conditional(condition, Number(1.0), Number(0.0)))
                return self._resolved(then if holds else otherwise)
            case _:
                return part

    def _apart(self, piece: Expression) -> tuple[Expression, ...]:
        match piece:
            case Binary("+", left, right):
                return (*self.parts(left), *self.parts(right))
            case Binary("-", left, right):
                return (*self.parts(left), *map(_negative, self.parts(right)))
            case Unary(_, operand):
                return tuple(map(_negative, self.parts(operand)))
            case Binary("*", left, right) if self._is_sum(right) and not self._is_sum(left):
                return self._split(piece, [_scaled(part, left) for part in self.parts(right)])
            case Binary("*" | "/" as operator, left, right) if self._is_sum(left):
                if not self._is_sum(right):
                    pieces = [_applied(operator, part, right) for part in self.parts(left)]
                    return self._split(piece, pieces)
        return (piece,)

    def _split(self, whole: Expression, pieces: Sequence[Expression]) -> tuple[Expression, ...]:
        """Return the pieces of a product or quotient where they add up to it, else the whole.

        An infinite weight or a division by 0 would make infinities of them, or NaN.
        """
        return tuple(pieces) if all(math.isfinite(self.number(one)) for one in pieces) else (whole,)

    def _is_sum(self, part: Expression) -> bool:
        """Return whether it adds up what sides have; a weight that is blended is no such sum."""
        pieces = self.parts(part)
        return len(pieces) > 1 and any(_has_sides(piece, self._terms) for piece in pieces)


def _negative(part: Expression) -> Expression:
    return part.operand if isinstance(part, Unary) else Unary("-", part)


def _scaled(part: Expression, factor: Expression) -> Expression:
    if isinstance(part, Unary):
        return Unary("-", Binary("*", factor, part.operand))
    return Binary("*", factor, part)


def _applied(operator: str, part: Expression, right: Expression) -> Expression:
    if isinstance(part, Unary):
        return Unary("-", Binary(operator, part.operand, right))
    return Binary(operator, part, right)


def _has_sides(part: Expression, terms: Mapping[str, Expression]) -> bool:
    for piece in walk(part):
        if isinstance(piece, FeatureCall) and piece.side:
            return True
        if isinstance(piece, TermName) and _has_sides(terms[piece.name], terms):
            return True
    return False
