"""What somebody may have meant by a name that formulas do not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.errors import UnknownNameError
from features.feature import Feature

__all__ = ["explain_unknown"]

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
    meant = _FUNCTIONS.get(name) or _call(name, features)
    if meant:
        return f"unknown {kind} '{name}'; write {meant}"
    return str(UnknownNameError(kind, name, known))


def _call(name: str, features: Mapping[str, Feature]) -> str:
    """Return `moves(own)` for `own_moves`, `my_moves` or `moves_own`; "" if it is none of those."""
    parts = name.split("_")
    for side, rest in ((parts[0], parts[1:]), (parts[-1], parts[:-1])):
        feature = features.get("_".join(rest))
        if side in _SIDES and feature is not None:
            return feature.usage.replace("(own", f"({_SIDES[side]}", 1)
    return ""
