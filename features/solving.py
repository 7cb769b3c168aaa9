"""Homogeneous linear equations in fractions, without rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

__all__ = ["Form", "null_space"]

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
