"""Test whether one rating for each agent explains the scores of all matches, opening by opening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.bradley_terry import Fit
from tuner.stats.game_rows import GameRows
from tuner.stats.special import fdtrc
from tuner.stats.standard_error import degrees_of_freedom

__all__ = ["Influence", "Misfit", "Transitivity", "cluster_influence", "transitivity_of"]

_NOISE = 1e-9
"""What is smaller, beside the largest, is rounding."""


@dataclass(frozen=True, eq=False)
class Influence:
    """Hold what each opening did to the fitted values.

    Attributes:
        effects: shape (clusters, agents + 1), the change of the values that a cluster makes.
        covariance: shape (agents + 1, agents + 1), of the values.
        shares: shape (clusters,), each opening's share of the games.
        freedom: degrees of freedom of the covariance; 0 of one opening alone.
    """

    effects: NDArray[np.float64]
    covariance: NDArray[np.float64]
    shares: NDArray[np.float64]
    freedom: float

    @property
    def clusters(self) -> int:
        """Return how many openings differ."""
        return len(self.shares)


@dataclass(frozen=True)
class Misfit:
    """Hold a match and how far its score lies from what the ratings say.

    Attributes:
        one: name of an agent.
        other: name of its opponent.
        score: of `one`, a share of the points.
        expected: the share by the ratings.
    """

    one: str
    other: str
    score: float
    expected: float


@dataclass(frozen=True)
class Transitivity:
    """Hold the test of whether one rating for each agent explains all matches.

    Attributes:
        p_value: how often matches that ratings do explain differ so much from them; None where the
            openings are too few to say.
        freedom: how many matches there are beyond those that the ratings need.
        worst: the match that differs most.
    """

    p_value: float | None
    freedom: int
    worst: Misfit


def cluster_influence(rows: GameRows, fit: Fit) -> Influence:
    """Return the influence of each opening, and the covariance of the values that follows.

    The sum over the openings of their squared effects over 1 less their share of the games, with
    the degrees of freedom that belong to it, as for a mean (`tuner.stats.standard_error`): of G
    openings with as many games each that is G / (G - 1) times the sum, and G - 1. With one opening,
    or where nobody knows the openings, it is the covariance of independent games.

    Args:
        rows: games that were fitted.
        fit: to them.
    """
    _, index = np.unique(rows.clusters, return_inverse=True)
    count = int(index.max(initial=-1)) + 1
    residual = rows.points - rows.games * rows.expected(fit.values)
    scores = rows.summed(residual, index, (count, len(fit.values)))
    effects = scores @ fit.inverse
    sizes = np.bincount(index, rows.games, count).astype(np.float64)
    shares = sizes / max(1.0, float(sizes.sum()))
    if count < 2:
        return Influence(effects, fit.inverse, shares, 0.0)
    scaled = effects / np.sqrt(1 - shares)[:, None]
    return Influence(effects, scaled.T @ scaled, shares, degrees_of_freedom(sizes))


def transitivity_of(
    names: Sequence[str], rows: GameRows, fit: Fit, influence: Influence
) -> Transitivity | None:
    """Return whether the scores of the matches lie where the ratings put them.

    The residuals of the matches have a covariance over openings, in which the fit counts, too;
    their squared length in it is Hotelling's T^2. Source: Hotelling 1931, Annals of Mathematical
    Statistics 2, 360-378; residuals of an estimated model as in Newey 1985, Econometrica 53,
    1047-1070.

    Args:
        names: of the agents, by number.
        rows: games that were fitted.
        fit: to them.
        influence: of their openings.

    Returns:
        None where the ratings need every match.
    """
    low, high = np.minimum(rows.one, rows.other), np.maximum(rows.one, rows.other)
    found, match = np.unique(low * len(names) + high, return_inverse=True)
    matches = [divmod(int(key), len(names)) for key in found]
    freedom = len(matches) - len({agent for pair in matches for agent in pair}) + 1
    if len(matches) < 3 or freedom < 1:
        return None
    sign = np.where(rows.one == low, 1.0, -1.0)
    expected = rows.expected(fit.values)
    residual = sign * (rows.points - rows.games * expected)
    total = np.bincount(match, residual).astype(np.float64)
    played = np.bincount(match, rows.games)
    points = np.bincount(match, np.where(sign > 0, rows.points, rows.games - rows.points))
    _, index = np.unique(rows.clusters, return_inverse=True)
    slope = rows.games * expected * (1 - expected)
    response = rows.summed(sign * slope, match, (len(matches), len(fit.values)))
    own = np.bincount(index * len(matches) + match, residual, influence.clusters * len(matches))
    effects = own.reshape(influence.clusters, len(matches)) - influence.effects @ response.T
    worst = int(np.argmax(np.abs(total / played)))
    score = float(points[worst] / played[worst])
    misfit = Misfit(
        names[matches[worst][0]],
        names[matches[worst][1]],
        score,
        score - float(total[worst] / played[worst]),
    )
    return Transitivity(_p_value(total, effects, influence, freedom), freedom, misfit)


def _p_value(
    total: NDArray[np.float64],
    effects: NDArray[np.float64],
    influence: Influence,
    freedom: int,
) -> float | None:
    """Return the p-value of residuals that are all noise; None if the openings are too few."""
    if influence.freedom < 2 * freedom:
        return None
    # About their mean: residuals that are no noise must not pass for a larger spread.
    shares = influence.shares[:, None]
    centered = (effects - shares * total) / np.sqrt(1 - shares)
    covariance = centered.T @ centered
    values, vectors = np.linalg.eigh(covariance)
    values, vectors = values[::-1][:freedom], vectors[:, ::-1][:, :freedom]
    if values[-1] <= _NOISE * max(1.0, float(values[0])):
        return None
    squared = float(np.sum((total @ vectors) ** 2 / values))
    left = influence.freedom - freedom + 1
    return float(fdtrc(freedom, left, squared * left / (freedom * influence.freedom)))
