"""Find which parameters only scale a formula, or count only together, from the formula itself.

Multiply each parameter p by s ** d(p) for some s > 0. Where degrees d turn the value F of every
position into s ** D * F, no choice of a move depends on s: one parameter is superfluous. A product
adds degrees, a quotient subtracts them, and what is added, compared or chosen from must have equal
degrees: linear equations for d, solved in fractions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

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

__all__ = ["Form", "FreeScale", "find_free_scales", "null_space"]

Form = Mapping[str, Fraction]
"""A linear form: the factor of each unknown; 0 for those that it does not name."""


def null_space(zeros: Sequence[Form], unknowns: Sequence[str]) -> list[dict[str, Fraction]]:
    """Return a basis of all solutions of the equations form = 0, each with as few
    unknowns as it can have.

    Gauss-Jordan elimination: in each solution one of the free unknowns is 1 and the others are 0.
    """
    rows = [[form.get(name, Fraction(0)) for name in unknowns] for form in zeros]
    pivots: list[int] = []
    for column in range(len(unknowns)):
        rank = len(pivots)
        found = next((index for index in range(rank, len(rows)) if rows[index][column]), None)
        if found is None:
            continue
        rows[rank], rows[found] = rows[found], rows[rank]
        pivot = rows[rank][column]
        rows[rank] = [number / pivot for number in rows[rank]]
        for index, row in enumerate(rows):
            if index != rank and row[column]:
                factor = row[column]
                rows[index] = [
                    one - factor * other for one, other in zip(row, rows[rank], strict=True)
                ]
        pivots.append(column)
    free = [column for column in range(len(unknowns)) if column not in pivots]
    return [_solution(rows, pivots, column, unknowns) for column in free]


def _solution(
    rows: Sequence[Sequence[Fraction]], pivots: Sequence[int], free: int, unknowns: Sequence[str]
) -> dict[str, Fraction]:
    solution = dict.fromkeys(unknowns, Fraction(0))
    solution[unknowns[free]] = Fraction(1)
    for row, pivot in zip(rows, pivots, strict=False):
        solution[unknowns[pivot]] = -row[free]
    return solution


_TINY = 1e-6
"""A tolerance of a comparison that is no larger guards against rounding and means nothing else."""


@dataclass(frozen=True)
class FreeScale:
    """Name parameters one of which is superfluous.

    Attributes:
        degrees: name and degree of each, in the order of the heuristic: multiplying each parameter
            by s ** degree changes no choice, whatever s above 0.
        scales: whether the value of a position is multiplied as well; False: it stays as it is.
    """

    degrees: tuple[tuple[str, Fraction], ...]
    scales: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(name for name, _ in self.degrees)

    @property
    def ratios(self) -> bool:
        """Return whether what counts are the ratios of the parameters."""
        return self.scales and len({degree for _, degree in self.degrees}) == 1


def find_free_scales(heuristic: Heuristic, tuned: Collection[str]) -> tuple[FreeScale, ...]:
    """Find as many free scales as there are superfluous parameters among the tuned ones.

    What is found is true for all positions. Formulas that are the same for another reason than
    their degrees are not found.
    """
    unused = heuristic.unused_parameters()
    names = [
        one.name for one in heuristic.parameters if one.name in tuned and one.name not in unused
    ]
    walk = _Degrees(
        {
            one.name: {one.name: Fraction(1)} if one.name in names else _of_number(one.default)
            for one in heuristic.parameters
        },
        {one.name: one.default for one in heuristic.parameters if one.name not in names},
        dict(heuristic.terms),
        heuristic.table_parameters,
    )
    value = walk.degree(heuristic.tree) or {}
    return tuple(
        FreeScale(
            tuple((name, solution[name]) for name in names if solution[name]),
            sum(factor * solution[name] for name, factor in value.items()) != 0,
        )
        for solution in null_space(walk.zeros, names)
    )


_Degree = Form | None
"""A linear form of the unknown degrees; None fits any: 0 and infinity keep their value."""


def _of_number(value: float) -> _Degree:
    return None if value in (0.0, float("inf"), float("-inf")) else {}


@dataclass(frozen=True)
class _Degrees:
    """Walk over the formula; `zeros` collects the forms that must be 0."""

    parameters: dict[str, _Degree]
    fixed: dict[str, float]
    trees: dict[str, Expression]
    tables: Mapping[str, tuple[str, ...]]
    zeros: list[Form] = field(default_factory=list)
    terms: dict[str, _Degree] = field(default_factory=dict)

    def degree(self, expression: Expression) -> _Degree:  # noqa: PLR0911 - one case a node
        match expression:
            case Number(value):
                return _of_number(value)
            case ParameterName(name):
                return self.parameters[name]
            case TermName(name):
                return self._term(name)
            case FeatureCall(name):
                # The numbers of a table are compared with each other.
                read = self.tables.get(name, ())
                return self._equal([self.parameters[one] for one in read]) if read else {}
            case Unary(_, operand):
                return self.degree(operand)
            case Binary():
                return self._binary(expression)
            case FunctionCall(name, arguments):
                return self._function(name, [self.degree(one) for one in arguments])
            case Conditional(condition, then, otherwise):
                self.condition(condition)
                return self._equal([self.degree(then), self.degree(otherwise)])
        raise AssertionError("a condition where a number is wanted")

    def condition(self, expression: Expression) -> None:
        """Require that both sides of each comparison grow alike, so that it holds for all s."""
        match expression:
            case Comparison(_, left, right):
                self._equal([self._side(left), self._side(right)])
            case Logic(_, operands):
                for operand in operands:
                    self.condition(operand)
            case _:
                raise AssertionError("a number where a condition is wanted")

    def _term(self, name: str) -> _Degree:
        if name not in self.terms:
            self.terms[name] = self.degree(self.trees[name])
        return self.terms[name]

    def _side(self, expression: Expression) -> _Degree:
        """Return a side of a comparison; what only guards against rounding counts as 0."""
        known = self._constant(expression)
        return None if known is not None and abs(known) <= _TINY else self.degree(expression)

    def _binary(self, expression: Binary) -> _Degree:
        left, right = self.degree(expression.left), self.degree(expression.right)
        if expression.operator in "+-":
            return self._equal([left, right])
        if expression.operator == "**":
            return self._power(left, right, expression.right)
        if left is None or right is None:
            return None
        return _sum(left, right, Fraction(1 if expression.operator == "*" else -1))

    def _power(self, base: _Degree, exponent: _Degree, text: Expression) -> _Degree:
        known = self._constant(text)
        if known is not None:
            return None if base is None else {name: n * known for name, n in base.items()}
        return self._plain([base, exponent])

    def _constant(self, expression: Expression) -> Fraction | None:
        match expression:
            case Number(value) if _of_number(value) is not None:
                return Fraction(value)
            case ParameterName(name) if self.fixed.get(name, 0.0) != 0.0:
                return Fraction(self.fixed[name])
            case Unary(_, operand):
                positive = self._constant(operand)
                return None if positive is None else -positive
        return None

    def _function(self, name: str, arguments: Sequence[_Degree]) -> _Degree:
        match name:
            case "min" | "max" | "clamp" | "abs" | "mod":
                return self._equal(arguments)
            case "sqrt":
                (base,) = arguments
                return None if base is None else {key: n / 2 for key, n in base.items()}
            case "ratio":
                above, below, if_zero = arguments
                if above is None or below is None:
                    return self._equal([above, if_zero])
                return self._equal([_sum(above, below, Fraction(-1)), if_zero])
        return self._plain(arguments)

    def _equal(self, degrees: Sequence[_Degree]) -> _Degree:
        """Return the degree that all of them must have."""
        known = [one for one in degrees if one is not None]
        self.zeros.extend(_sum(one, known[0], Fraction(-1)) for one in known[1:])
        return known[0] if known else None

    def _plain(self, degrees: Sequence[_Degree]) -> Form:
        """Return degree 0, which the arguments of exp, log, tanh, floor and others must have."""
        self.zeros.extend(one for one in degrees if one is not None)
        return {}


def _sum(left: Form, right: Form, factor: Fraction) -> Form:
    names = {**left, **right}
    return {
        name: left.get(name, Fraction(0)) + factor * right.get(name, Fraction(0)) for name in names
    }
