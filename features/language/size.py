"""Refuse heuristics whose formula and terms together take too long to compile."""

from __future__ import annotations

from features.errors import FormulaError
from features.language.expression import Expression, depth, walk
from features.language.syntax import MAX_DEPTH, MAX_PARTS

__all__ = ["check_size"]


def check_size(tree: Expression, terms: tuple[tuple[str, Expression], ...]) -> None:
    """Refuse what is nested too deeply with its terms written out, or has too many parts.

    Args:
        tree: the formula.
        terms: the named parts, in order; each may use the ones before it.

    Raises:
        FormulaError: if that is so.
    """
    depths: dict[str, int] = {}
    for name, expression in (*terms, ("", tree)):
        depths[name] = depth(expression, depths)
        if depths[name] > MAX_DEPTH:
            raise FormulaError(
                f"nested deeper than {MAX_DEPTH} levels with its terms written out; "
                "build fewer terms upon one another",
                f"where.{name}" if name else "formula",
            )
    count = sum(1 for _, expression in (*terms, ("", tree)) for _ in walk(expression))
    if count > MAX_PARTS:
        raise FormulaError(
            f"{count:,} numbers, names and operations take too long to compile; write at most "
            f"{MAX_PARTS}, or a feature of your own"
        )
