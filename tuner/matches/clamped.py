"""Find values that a search cuts off: beyond its limit, larger and smaller ones are all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.kernels.evaluation import EVALUATION_LIMIT
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.interpret import SidedView, interpreter
from features.language.expression import Binary, Expression, FunctionCall, children, walk
from tuner.matches.agent import Agent
from tuner.matches.sample import sample_positions, view_of

__all__ = ["Clamped", "clamped_line", "clamped_lines", "find_clamped", "is_clamped"]

_POSITIONS = 2_000
_EXAMINED = 20
"""Infinite values that are looked at: whether it was written, or a number that grew too large."""


@dataclass(frozen=True)
class Clamped:
    """Hold the values that a search cuts off in a sample of positions.

    Attributes:
        count: views in which the value is beyond the limit.
        views: that were looked at, each position as both sides see it.
        position: one of them, in the game's notation.
        value: its value there.
    """

    count: int
    views: int
    position: str
    value: float


def find_clamped(
    game: Game[Any], heuristic: Heuristic, values: Sequence[float], states: States
) -> Clamped | None:
    """Return what a search cuts off of a heuristic's values in some positions, None for nothing.

    An infinite value counts where a finite number grew too large for a float, and not where the
    formula says `inf` or divides by 0.

    Args:
        game: the rules and the board.
        heuristic: whose values are looked at.
        values: of its parameters.
        states: the positions, the second half those of the first half seen by the other side, as
            `tuner.matches.sample.sample_positions` gives them.
    """
    found = evaluate(game, heuristic, values, states)
    beyond = np.isfinite(found) & (np.abs(found) > EVALUATION_LIMIT)
    infinite = np.flatnonzero(np.isinf(found))[:_EXAMINED]
    if any(_overflows(heuristic, values, view_of(game, states, int(one))) for one in infinite):
        beyond |= np.isinf(found)
    places: NDArray[np.int64] = np.flatnonzero(beyond)
    if not len(places):
        return None
    first = int(places[0])
    position = game.format_position(game.unpack(states[first % (len(states) // 2)]))
    return Clamped(len(places), len(states), position, float(found[first]))


def is_clamped(
    heuristic: Heuristic, values: Sequence[float], view: SidedView, value: float
) -> bool:
    """Return whether a search cuts off the value that a side sees in a position."""
    if np.isinf(value):
        return _overflows(heuristic, values, view)
    return abs(value) > EVALUATION_LIMIT


def clamped_line(name: str, clamped: Clamped) -> str:
    """Say what is cut off, and what to do."""
    return (
        f"{name}: in {clamped.count:,} of {clamped.views:,} views of sampled positions the value "
        f"is beyond {EVALUATION_LIMIT:.2g}, where a search takes all values for one, for example "
        f"{clamped.value:.3g} in {clamped.position}; make its numbers smaller"
    )


def clamped_lines(game: Game[Any], agents: Sequence[Agent]) -> tuple[str, ...]:
    """Return a line for each agent whose values a search cuts off in a sample of positions."""
    states = sample_positions(game, _POSITIONS)
    found = [
        (agent.name, find_clamped(game, agent.heuristic, agent.values, states)) for agent in agents
    ]
    return tuple(clamped_line(name, clamped) for name, clamped in found if clamped is not None)


def _overflows(heuristic: Heuristic, values: Sequence[float], view: SidedView) -> bool:
    """Return whether some part of the formula is infinite, and what it is made of is not."""
    number = interpreter(heuristic, values, view)
    return any(
        np.isinf(number(part)) and all(np.isfinite(number(one)) for one in children(part))
        for part in _growing(heuristic)
        if not _divides_by_zero(part, number)
    )


def _growing(heuristic: Heuristic) -> Iterator[Expression]:
    """Yield the parts whose value may be infinite though those of their own parts are not."""
    for tree in (heuristic.tree, *(term for _, term in heuristic.terms)):
        for part in walk(tree):
            if isinstance(part, Binary) or (
                isinstance(part, FunctionCall) and part.function in ("exp", "ratio")
            ):
                yield part


def _divides_by_zero(part: Expression, number: Callable[[Expression], float]) -> bool:
    match part:
        case Binary("/", _, right):
            return bool(number(right) == 0.0)
        case Binary("**", left, _):
            return bool(number(left) == 0.0)
        case FunctionCall("ratio", (_, denominator, _)):
            return bool(number(denominator) == 0.0)
    return False
