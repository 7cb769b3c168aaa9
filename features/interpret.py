"""Evaluate a heuristic by a walk over its tree, in plain Python: slow, and easy to trust."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

from engine.kernels.rounding import NOISE
from features.errors import FormulaError
from features.feature import Feature
from features.heuristic import Heuristic
from features.language.expression import (
    Binary,
    Comparison,
    Conditional,
    Expression,
    FeatureCall,
    FunctionCall,
    Logic,
    Number,
    ParameterName,
    TermName,
    Unary,
)
from features.language.functions import FUNCTIONS, divide, power

__all__ = [
    "Explanation",
    "SidedView",
    "explain_value",
    "interpret",
    "interpret_expression",
    "interpreter",
]


_ROUNDING = 1e-12
"""Relative, and around 0 absolute: a few operations on numbers of the size of moves err by less."""


_LEFT = 2.0**-48
"""What is left of a sum whose terms cancel each other is not rounding if it is a larger share of
its left operand: 16 times the distance of two floats."""


class SidedView(Protocol):
    """Show a position as one side sees it, for twins."""

    def swapped(self) -> Self:
        """Return the same position seen by the other side."""


@dataclass(frozen=True)
class Explanation:
    """This says how a value came about: what was evaluated on the way, in that order.

    Attributes:
        value: the value for own.
        features: the value of each feature call.
        terms: the value of each `where` term.
        by_zero: the divisions by `/` whose denominator was 0.
        close: the comparisons of unequal numbers that differ by no more than rounding may do, and
            the calls of floor, round and mod that jump as near to their arguments.
        lost: the sums and differences that are 0 in a search (`engine.kernels.rounding`), though
            more than rounding is left of them.
    """

    value: float
    features: Mapping[FeatureCall, float]
    terms: Mapping[str, float]
    by_zero: frozenset[Binary] = frozenset()
    close: frozenset[Comparison | FunctionCall] = frozenset()
    lost: frozenset[Binary] = frozenset()


_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": divide,
    "**": power,
}

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def interpret(heuristic: Heuristic, values: Sequence[float], view: SidedView) -> float:
    """Return the value of a position for own, by IEEE 754 arithmetic on 64-bit floats.

    Args:
        heuristic: what to evaluate.
        values: the parameters' values, in the order of `heuristic.parameters`.
        view: the position as own sees it.

    Raises:
        FormulaError: if there are more or fewer values than parameters.
    """
    return interpret_expression(heuristic.tree, heuristic, values, view)


def interpret_expression(
    expression: Expression, heuristic: Heuristic, values: Sequence[float], view: SidedView
) -> float:
    """Return the value of a part of the heuristic, a number; arguments as for `interpret`."""
    return interpreter(heuristic, values, view)(expression)


def interpreter(
    heuristic: Heuristic, values: Sequence[float], view: SidedView
) -> Callable[[Expression], float]:
    """Return what gives the value of each part of the heuristic in one position: what parts share
    it computes once. Arguments as for `interpret`.
    """
    return _Walk.start(heuristic, values, view).number


def explain_value(heuristic: Heuristic, values: Sequence[float], view: SidedView) -> Explanation:
    """Return the value with all that was evaluated for it; arguments as for `interpret`."""
    walk = _Walk.start(heuristic, values, view)
    value = walk.number(heuristic.tree)
    return Explanation(
        value,
        walk.features,
        walk.terms,
        frozenset(walk.by_zero),
        frozenset(walk.close),
        frozenset(walk.lost),
    )


@dataclass(eq=False, slots=True)
class _Walk:
    parameters: Mapping[str, float]
    values: Sequence[float]
    trees: Mapping[str, Expression]
    catalogue: Mapping[str, Feature]
    view: SidedView
    features: dict[FeatureCall, float] = field(default_factory=dict)
    terms: dict[str, float] = field(default_factory=dict)
    by_zero: set[Binary] = field(default_factory=set)
    close: set[Comparison | FunctionCall] = field(default_factory=set)
    lost: set[Binary] = field(default_factory=set)

    @classmethod
    def start(cls, heuristic: Heuristic, values: Sequence[float], view: SidedView) -> _Walk:
        names = [parameter.name for parameter in heuristic.parameters]
        if len(values) != len(names):
            raise FormulaError(
                f"{len(values)} values for {len(names)} parameters; give one for each", "parameters"
            )
        parameters = {name: float(value) for name, value in zip(names, values, strict=True)}
        return cls(parameters, values, dict(heuristic.terms), heuristic.features, view)

    def number(self, expression: Expression) -> float:  # noqa: PLR0911 - one case a node
        match expression:
            case Number(value):
                return value
            case ParameterName(name):
                return self.parameters[name]
            case TermName(name):
                return self._term(name)
            case FeatureCall():
                return self._feature(expression)
            case Unary(_, operand):
                return -self.number(operand)
            case Binary():
                return self._binary(expression)
            case FunctionCall():
                return self._call(expression)
            case Conditional(condition, then, otherwise):
                return self.number(then if self.condition(condition) else otherwise)
            case Comparison() | Logic():
                raise AssertionError("a condition where a number is wanted")

    def condition(self, expression: Expression) -> bool:
        match expression:
            case Comparison():
                return self._compare(expression)
            case Logic("not", (operand,)):
                return not self.condition(operand)
            case Logic("and", operands):
                return all(map(self.condition, operands))
            case Logic(_, operands):
                return any(map(self.condition, operands))
            case _:
                raise AssertionError("a number where a condition is wanted")

    def _binary(self, expression: Binary) -> float:
        left, right = self.number(expression.left), self.number(expression.right)
        if right == 0.0 and expression.operator == "/":
            self.by_zero.add(expression)
        value = _OPERATIONS[expression.operator](left, right)
        if expression.operator in "+-" and _LEFT * abs(left) < abs(value) < NOISE * abs(left):
            self.lost.add(expression)
        return value

    def _call(self, expression: FunctionCall) -> float:
        arguments = [*map(self.number, expression.arguments)]
        if _is_near_a_jump(expression.function, arguments):
            self.close.add(expression)
        return FUNCTIONS[expression.function].twin(*arguments)

    def _compare(self, expression: Comparison) -> bool:
        left, right = self.number(expression.left), self.number(expression.right)
        if left != right and math.isclose(left, right, rel_tol=_ROUNDING, abs_tol=_ROUNDING):
            self.close.add(expression)
        return _COMPARISONS[expression.operator](left, right)

    def _term(self, name: str) -> float:
        if name not in self.terms:
            self.terms[name] = self.number(self.trees[name])
        return self.terms[name]

    def _feature(self, call: FeatureCall) -> float:
        if call not in self.features:
            view = self.view.swapped() if call.side == "opp" else self.view
            feature = self.catalogue[call.feature]
            given = (self.values,) if feature.reads_parameters else call.integers
            self.features[call] = float(feature.twin(view, *given))
        return self.features[call]


def _is_near_a_jump(function: str, arguments: Sequence[float]) -> bool:
    """Return whether rounding may decide to which side of a jump floor, round or mod goes.

    On the jump itself it decides nothing: whole numbers are exact.
    """
    if function not in ("floor", "round", "mod") or not all(map(math.isfinite, arguments)):
        return False
    step = arguments[1] if function == "mod" else 1.0
    if step == 0.0:
        return False
    distance = math.remainder(arguments[0] - (0.5 if function == "round" else 0.0), step)
    return 0.0 < abs(distance) <= _ROUNDING * max(abs(arguments[0]), abs(step))
