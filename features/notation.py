"""Hold how strongly the operators of written mathematics bind, for LaTeX as for MathML."""

from __future__ import annotations

from enum import IntEnum

from features.language.expression import Binary, Expression

__all__ = ["Level", "level_of", "terms_of_sum"]


class Level(IntEnum):
    """A part is put in brackets where it binds less strongly than its place needs."""

    CONDITIONAL = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    MINUS = 7
    POWER = 8
    ATOM = 9


_LEVELS = {
    "or": Level.OR,
    "and": Level.AND,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    # A fraction needs no brackets.
    "/": Level.ATOM,
    "**": Level.POWER,
}


def level_of(operator: str) -> Level:
    """Return how strongly an operator of two or more operands binds where it is written."""
    return _LEVELS[operator]


def terms_of_sum(expression: Expression) -> list[tuple[str, Expression]]:
    """Return what is added up, each with its sign "+" or "-"; one term where there is no sum."""
    terms = []
    while isinstance(expression, Binary) and level_of(expression.operator) is Level.SUM:
        terms.append((expression.operator, expression.right))
        expression = expression.left
    return [("+", expression), *reversed(terms)]
