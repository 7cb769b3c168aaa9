"""Which agents evaluate by the same function, whatever their formulas look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.kernels.evaluation import EVALUATION_LIMIT
from features.compiled import evaluate
from tuner.matches.agent import Agent
from tuner.matches.sample import sample_positions

__all__ = ["SameFunction", "find_same_functions"]

_VIEWS = 20_000

_ROUNDING = 1e-12
"""Relative: less than what a search sees (see `engine.kernels.rounding`)."""


@dataclass(frozen=True)
class SameFunction:
    """Agents that value every sampled position alike.

    Attributes:
        names: of the agents.
        factor: False if all values are equal; True if they are equal up to a positive factor and
            rounding. Neither changes a move: the agents play identical games with equal searches.
        views: number of sampled positions, each counted as both sides see it.
    """

    names: tuple[str, ...]
    factor: bool
    views: int


def find_same_functions(game: Game[Any], agents: Sequence[Agent]) -> tuple[SameFunction, ...]:
    """Return groups of two and more agents that evaluate alike on a sample of positions.

    Only their evaluations count, as a search computes them, not how they search. What a search
    clamps is infinite here, too.
    """
    states = sample_positions(game, _VIEWS // 2)
    values = [
        _clamped(evaluate(game, agent.heuristic, agent.values, states, of_search=True))
        for agent in agents
    ]
    groups: list[list[int]] = []
    for index, own in enumerate(values):
        home = next((group for group in groups if _alike(values[group[0]], own)), None)
        if home is None:
            groups.append([index])
        else:
            home.append(index)
    return tuple(
        SameFunction(
            tuple(agents[index].name for index in group),
            not all(np.array_equal(values[group[0]], values[index]) for index in group),
            len(states),
        )
        for group in groups
        if len(group) > 1
    )


def _clamped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.abs(values) >= EVALUATION_LIMIT, np.copysign(np.inf, values), values)


def _alike(left: NDArray[np.float64], right: NDArray[np.float64]) -> bool:
    """Say whether values are equal, or equal up to a positive factor, in every single one."""
    if np.array_equal(left, right):
        return True
    finite = np.isfinite(left)
    if not np.array_equal(left[~finite], right[~finite]):
        return False
    left, right = left[finite], right[finite]
    some = left != 0.0
    if not np.array_equal(some, right != 0.0) or not np.isfinite(right).all():
        return False
    with np.errstate(over="ignore", under="ignore"):
        ratios = right[some] / left[some]
    factor = float(np.median(ratios))
    if not 0.0 < factor < np.inf:
        return False
    return bool(np.allclose(ratios, factor, rtol=_ROUNDING, atol=0.0))
