"""Define what formulas may write in place of a longer text: it becomes the tree of that text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from features.language.expression import Binary, Conditional, Expression, Number

__all__ = ["MAX_REPEATED", "SHORTHANDS", "Shorthand"]

MAX_REPEATED = 50
"""Parts of an argument that the longer text has twice: shorthands in shorthands would double it
each time."""


@dataclass(frozen=True)
class Shorthand:
    """A shorthand is called like a function.

    Attributes:
        usage: how to write it.
        stands_for: the longer text, for people.
        arguments: how many it takes.
        of_condition: whether its argument is a condition; else all are numbers.
        tree: gives the longer text's tree from those of the arguments; the first one may stand in
            it twice.
    """

    usage: str
    stands_for: str
    arguments: int
    of_condition: bool
    tree: Callable[..., Expression]


def _blend(early: Expression, late: Expression, share: Expression) -> Expression:
    return Binary("+", early, Binary("*", Binary("-", late, early), share))


def _indicator(condition: Expression) -> Expression:
    return Conditional(condition, Number(1.0), Number(0.0))


SHORTHANDS: Mapping[str, Shorthand] = MappingProxyType(
    {
        "blend": Shorthand(
            "blend(early, late, share)", "early + (late - early) * share", 3, False, _blend
        ),
        "indicator": Shorthand("indicator(a < b)", "1 if a < b else 0", 1, True, _indicator),
    }
)
"""The shorthands of formulas, by name."""
