"""Check names of parameters, terms and features, and suggest a known one for an unknown."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection, Mapping

from engine.errors import UnknownNameError
from features.errors import FormulaError
from features.feature import Feature
from features.language.functions import FUNCTIONS
from features.language.shorthands import SHORTHANDS

__all__ = [
    "KERNEL_RESERVED",
    "LONGEST_NAME",
    "RANDOM",
    "RESERVED",
    "SIDES",
    "check_name",
    "explain_unknown",
    "is_plain_name",
    "is_random",
]

SIDES = ("own", "opp")
"""What a formula calls the side that evaluates, and the other one."""

LONGEST_NAME = 200
"""Characters of a parameter or term, whose names people write and tables show."""

RESERVED = frozenset({*SIDES, "inf", *FUNCTIONS, *SHORTHANDS})
"""Names of the language, which no feature may carry."""

_SHARED = frozenset({"floor", "round", "mod", *SHORTHANDS})
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
    if len(str(name)) > LONGEST_NAME:
        raise FormulaError(
            f"{len(str(name))} characters are too many for a {kind} name; use at most "
            f"{LONGEST_NAME}",
            where,
        )
    if name in RESERVED - _SHARED:
        raise FormulaError(f"'{name}' is a word of the formula language; rename the {kind}", where)


_SIDES = {
    **dict.fromkeys(("own", "my", "mine", "me", "player", "self"), "own"),
    **dict.fromkeys(("opp", "opponent", "opponents", "their", "enemy", "other"), "opp"),
}
"""How people call the two sides."""

_FUNCTIONS = {
    "int": "floor(x)",
    "trunc": "floor(x)",
    "ceil": "-floor(-x)",
    "pow": "x ** y",
    "fmod": "x % y",
    "square": "x ** 2",
}
"""Functions of other languages, and how formulas write them."""


RANDOM = (
    "nothing random is allowed: the same position must have the same value, or a search "
    "contradicts itself and no result can be repeated; leave it out, a search chooses at random "
    "among equal moves anyway"
)
"""What to say of random noise in a value."""

_RANDOM_WORDS = frozenset(
    ("gauss", "jitter", "noise", "rand", "randint", "random", "randrange", "uniform")
)


def is_random(name: str) -> bool:
    """Return whether a name means random noise, such as `random.uniform` or `random_noise`."""
    return not _RANDOM_WORDS.isdisjoint(re.split(r"[._]", name.lower()))


_MISSING = frozenset(
    (
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "sum",
        "mean",
        "len",
        "any",
        "all",
    )
)
"""Functions that people look for, and that formulas do not have."""

_MOST_NAMES = 20
"""A longer list of names is not read."""


def explain_unknown(
    kind: str, name: str, known: Collection[str], features: Mapping[str, Feature]
) -> str:
    """Say in one line that a name is unknown, and what to write.

    Args:
        kind: what was looked for, for example "name".
        name: what stands in the formula.
        known: the names that may stand there.
        features: of the game, by name.
    """
    if is_random(name):
        return RANDOM
    if name in _MISSING:
        there = ", ".join(sorted({*FUNCTIONS, *SHORTHANDS}))
        return f"there is no function '{name}'; the functions are {there}"
    meant = _FUNCTIONS.get(name) or _call(name, features)
    if meant:
        return f"unknown {kind} '{name}'; write {meant}"
    error = UnknownNameError(kind, name, known)
    if error.close:
        return f"unknown {kind} '{name}'; did you mean '{error.close}'?"
    if len(known) > _MOST_NAMES:
        return f"unknown {kind} '{name}'; write one of the game's features, or a parameter's name"
    return str(error)


def _call(name: str, features: Mapping[str, Feature]) -> str:
    """Return `moves(own)` for `own_moves`, `my_moves` or `moves_own`; "" if it is none of those."""
    parts = name.split("_")
    for side, rest in ((parts[0], parts[1:]), (parts[-1], parts[:-1])):
        feature = features.get("_".join(rest))
        if side in _SIDES and feature is not None:
            return feature.usage.replace("(own", f"({_SIDES[side]}", 1)
    return ""
