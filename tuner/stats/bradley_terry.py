"""Fit the Bradley-Terry model to the games of many agents: one strength each, who moves first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.game_rows import GameRows
from tuner.stats.interval import StatisticsError
from tuner.stats.special import expit

__all__ = ["Fit", "fit_strengths", "is_separated", "linked_groups"]

_SETTLED = 1e-11
_STEPS = 100


@dataclass(frozen=True, eq=False)
class Fit:
    """Hold a fitted model, in natural logits.

    Attributes:
        values: shape (agents + 1,), strengths that add up to 0, and the first player's advantage
            (0 where no row knows who moved first).
        inverse: shape (agents + 1, agents + 1), the pseudo-inverse of the information: the
            covariance of `values` if all games were independent.
    """

    values: NDArray[np.float64]
    inverse: NDArray[np.float64]


def linked_groups(rows: GameRows, agents: int) -> NDArray[np.int64]:
    """Return the groups of agents that can have finite ratings beside each other, shape (agents,).

    Two agents are in one group, that is, they have equal numbers, if a chain of points leads from
    each to the other. Source: Ford 1957, American Mathematical Monthly 64 (8), 28-33.
    """
    # Late: it takes a tenth of a second.
    from scipy.sparse import coo_array  # noqa: PLC0415
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    won, lost = rows.points > 0, rows.points < rows.games
    takes = np.concatenate([rows.one[won], rows.other[lost]])
    gives = np.concatenate([rows.other[won], rows.one[lost]])
    graph = coo_array((np.ones(len(takes)), (takes, gives)), shape=(agents, agents)).tocsr()
    _, groups = connected_components(graph, directed=True, connection="strong")
    return np.asarray(groups, dtype=np.int64)


def is_separated(rows: GameRows, agents: int) -> bool:
    """Return whether some values fit ever better the larger they get, so that no finite ones do.

    That is so where a direction of strengths and advantage tells every decided kind of game right.
    Source: Albert & Anderson 1984, Biometrika 71, 1-10.
    """
    # Late, as above.
    from scipy.optimize import linprog  # noqa: PLC0415

    some = rows.condensed()
    design = some.design(agents)
    won, lost = some.points == some.games, some.points == 0
    told = np.where(won, 1.0, np.where(lost, -1.0, 0.0))[:, None] * design
    decided = won | lost
    if not decided.any():
        return False
    mixed = design[~decided] if (~decided).any() else None
    found = linprog(
        -told[decided].sum(axis=0),
        A_ub=-told[decided],
        b_ub=np.zeros(int(decided.sum())),
        A_eq=mixed,
        b_eq=None if mixed is None else np.zeros(len(mixed)),
        bounds=(-1, 1),
    )
    return bool(-found.fun > 1e-7)


def fit_strengths(rows: GameRows, agents: int) -> Fit:
    """Return the strengths under which the points are most likely; draws are half a point.

    The probability that `one` wins is 1 / (1 + e^-(strength - opponent's +- advantage)). Source:
    Bradley & Terry 1952, Biometrika 39, 324-345; with the order of play Davidson & Beaver 1977,
    Biometrics 33, 693-702. Agents without games get the mean strength, 0.

    Args:
        rows: games, of which finite strengths exist (`linked_groups`, `is_separated`).
        agents: how many there are.

    Raises:
        StatisticsError: if the strengths do not settle.
    """
    some = rows.condensed()
    design = some.design(agents)
    values = np.zeros(agents + 1)
    for _ in range(_STEPS):
        expected = expit(design @ values)
        gradient = design.T @ (some.points - some.games * expected)
        weights = some.games * expected * (1 - expected)
        inverse = np.linalg.pinv(design.T @ (weights[:, None] * design), hermitian=True)
        step = inverse @ gradient
        # Newton's steps are too long where the curve is flat: none may pass 2 logits.
        step *= min(1.0, 2.0 / max(float(np.abs(step).max()), 2.0))
        values += step
        if np.abs(step).max() < _SETTLED:
            return Fit(values, inverse)
    raise StatisticsError("the ratings do not settle; play more pairs")
