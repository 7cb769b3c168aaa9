"""Which names formulas, parameters, terms and features may carry."""

from __future__ import annotations

import keyword

from features.errors import FormulaError
from features.language.functions import FUNCTIONS

__all__ = ["KERNEL_RESERVED", "RESERVED", "SIDES", "check_name", "is_plain_name"]

SIDES = ("own", "opp")
"""What a formula calls the side that evaluates, and the other one."""

RESERVED = frozenset({*SIDES, "inf", *FUNCTIONS})
"""Names of the language, which no feature may carry."""

_SHARED = frozenset({"floor", "round", "mod"})
"""Functions that came later than formulas with parameters of their names: one with brackets is the
function, one without is the parameter."""

KERNEL_RESERVED = frozenset(
    {"np", "load_number", "formula", "board", "parameters"}
    | {function.kernel.__name__ for function in FUNCTIONS.values()}
)
"""Names in the generated kernel, which no feature may carry either."""


def is_plain_name(name: object) -> bool:
    """Return whether it is a Python name in ASCII and no keyword."""
    if not isinstance(name, str):
        return False
    return name.isascii() and name.isidentifier() and not keyword.iskeyword(name)


def check_name(kind: str, name: object, where: str) -> None:
    """Check the name of a parameter or term.

    Raises:
        FormulaError: if the language could not read or tell the name.
    """
    if not is_plain_name(name):
        raise FormulaError(
            f"{name!r} is not a {kind} name; use letters, digits and _, and no Python keyword",
            where,
        )
    if name in RESERVED - _SHARED:
        raise FormulaError(f"'{name}' is a word of the formula language; rename the {kind}", where)
