"""Find what of the description of a game of stones cannot be used."""

from __future__ import annotations

import re
from typing import Any

from engine.kernels import interface
from engine.stones import kernels
from engine.stones.board import SYMMETRIES

__all__ = ["MAX_BITS", "fault_of_description"]

MAX_BITS = 64
"""A set of squares is one word."""


def fault_of_description(game: Any, own_length: bool) -> str:
    """Return the first fault of a `StonesGame`, with its cure; "" where there is none.

    Args:
        game: the game.
        own_length: whether it says itself what its `max_plies` is.
    """
    return (
        _fault_of_name(game.name)
        or _fault_of_board(game)
        or _fault_of_rules(game)
        or _fault_of_length(game, own_length)
        or _fault_of_stones(game.stones)
        or _fault_of_symmetries(game)
    )


def _fault_of_name(name: str) -> str:
    if re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", str(name)):
        return ""
    return f"a game cannot have the name '{name}'; write lower-case letters, digits and '-'"


def _fault_of_board(game: Any) -> str:
    if min(game.height, game.width) >= 1 and game.gap >= 0 and game.board.slots <= MAX_BITS:
        return ""
    return (
        f"{game.name} has {game.height} rows of {game.width} squares with a gap of {game.gap}, and "
        f"a board has 1 to {MAX_BITS} bits; make it smaller"
    )


def _fault_of_rules(game: Any) -> str:
    known = {kernel.__name__ for kernel in interface.replacements_of(interface)}
    names = [getattr(own, "__name__", repr(own)) for own in game.rules]
    strange = next((name for name in names if name not in known), None)
    if strange is not None:
        usual = ", ".join(sorted(one.__name__ for one in interface.replacements_of(kernels)))
        return f"'{strange}' is no kernel of a game's rules; they are outcome, {usual}"
    if "outcome" not in names:
        return f"{game.name} has no kernel 'outcome'; write one that says who has won"
    return ""


def _fault_of_length(game: Any, own_length: bool) -> str:
    """Ask for what is derived from the squares where every ply fills one."""
    if not game.counts_plies:
        return ""
    counted = f"{game.name} counts its plies: its squares do not say how many there can be; write"
    if "plies_left" not in [own.__name__ for own in game.rules]:
        return f"{counted} the kernel plies_left, a number of plies that no game from here exceeds"
    if not own_length:
        return f"{counted} max_plies in a subclass, a number of plies that no game exceeds"
    return ""


def _fault_of_stones(stones: str) -> str:
    if len(stones) == 2 and len({*stones, ".", "/", " "}) == 5 and stones.isprintable():
        return ""
    return f"'{stones}' are no stones of two players; write two letters, such as 'xo'"


def _fault_of_symmetries(game: Any) -> str:
    for name in game.symmetries:
        if name not in SYMMETRIES:
            return f"unknown symmetry '{name}'; known: {', '.join(SYMMETRIES)}"
    if "diagonal" in game.symmetries and game.height != game.width:
        return f"{game.name} is not square, so it has no symmetry 'diagonal'; leave it out"
    return ""
