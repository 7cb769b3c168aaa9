"""Compute ratings from all matches at once: Elo over openings, and what moving first is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.bradley_terry import Fit, fit_strengths, is_separated, linked_groups
from tuner.stats.elo import ELO_LIMIT, NORMALIZED_ELO_SCALE, elo_of_score
from tuner.stats.game_rows import GameRows, join_rows
from tuner.stats.interval import Interval, clustered_mean, normal_quantile
from tuner.stats.rating_bounds import with_bounds
from tuner.stats.special import stdtrit
from tuner.stats.transitivity import Influence, Transitivity, cluster_influence, transitivity_of

__all__ = ["Rating", "Ratings", "rate_agents"]

# One logit is so many Elo: 400 / ln 10.
_ELO = NORMALIZED_ELO_SCALE / 2


@dataclass(frozen=True)
class Rating:
    """Hold the rating of an agent.

    Attributes:
        agent: its name.
        elo: with its interval; one-sided where it won or lost all points against those that are
            rated; None where no game says anything.
    """

    agent: str
    elo: Interval | None


@dataclass(frozen=True)
class Ratings:
    """Hold the ratings of agents, on one logistic scale of 400.

    Attributes:
        agents: in the order in which they were given.
        anchor: the agent whose rating is 0; "" where the ratings add up to 0.
        first_player: how much moving first is worth, in Elo; None where no finite number fits, or
            nobody knows who moved first.
        first_score: share of the points of whoever moved first; None where nobody knows.
        transitivity: whether one rating for each agent explains all matches; None where there is
            nothing to test.
    """

    agents: tuple[Rating, ...]
    anchor: str
    first_player: Interval | None
    first_score: Interval | None
    transitivity: Transitivity | None


def rate_agents(
    names: Sequence[str], matches: Sequence[GameRows], anchor: str = "", confidence: float = 0.95
) -> Ratings:
    """Return Bradley-Terry ratings of all agents from all matches at once.

    Intervals are over openings: what the games of an opening say is summed over all matches before
    it is squared (a sandwich, with Student's t). Source: Liang & Zeger 1986, Biometrika 73, 13-22,
    for openings with unequal numbers of games corrected as `cluster_influence` says. Where nobody
    knows who moved first and which games share an opening, as in a published table, they are those
    of independent games.

    Two agents are rated beside each other if points lead from each to the other (`linked_groups`);
    of several such groups the largest is rated, the others get bounds (`with_bounds`).

    Args:
        names: of the agents, by their number in the matches.
        matches: rows of games; none where nothing was played.
        anchor: the agent that gets 0. Where it has no finite rating, or is "", the finite ratings
            add up to 0.
        confidence: of the intervals.

    Raises:
        StatisticsError: if the ratings do not settle.
    """
    rows = join_rows(matches) if matches else None
    if rows is None or not len(rows.one):
        return Ratings(tuple(Rating(name, None) for name in names), "", None, None, None)
    rated = _largest(linked_groups(rows, len(names)), names, anchor)
    kept = anchor if anchor in names and rated[names.index(anchor)] else ""
    if rated.sum() == 1:
        kept = names[int(np.argmax(rated))]
    scale = _Scale.of(rows.among(rated), rated, names.index(kept) if kept else None, confidence)
    elos = [scale.elo(agent) for agent in range(len(names))]
    return Ratings(
        tuple(map(Rating, names, with_bounds(elos, rows, confidence))),
        kept,
        scale.first_player(),
        _first_score(rows, confidence),
        transitivity_of(names, scale.rows, scale.fit, scale.influence),
    )


def _largest(groups: NDArray[np.int64], names: Sequence[str], anchor: str) -> NDArray[np.bool_]:
    """Return who is in the largest group; of equally large ones in the anchor's, or the first."""
    sizes = np.bincount(groups)
    order = [names.index(anchor)] if anchor in names else []
    order += range(len(names))
    best = max(order, key=lambda agent: int(sizes[groups[agent]]))
    return np.asarray(groups == groups[best])


@dataclass(frozen=True, eq=False)
class _Scale:
    """Hold the scale of the agents that are rated beside each other.

    Attributes:
        rows: their games, without sides where no finite advantage of the first player fits.
        rated: shape (agents,), who they are.
        anchor: number of the agent at 0; None where they add up to 0.
        fit: to the rows.
        influence: of their openings.
        confidence: of intervals.
    """

    rows: GameRows
    rated: NDArray[np.bool_]
    anchor: int | None
    fit: Fit
    influence: Influence
    confidence: float

    @classmethod
    def of(
        cls, rows: GameRows, rated: NDArray[np.bool_], anchor: int | None, confidence: float
    ) -> _Scale:
        """Return the scale of these agents from their games with each other."""
        agents = len(rated)
        fitted = rows.without_sides() if is_separated(rows, agents) else rows
        fit = fit_strengths(fitted, agents)
        return cls(fitted, rated, anchor, fit, cluster_influence(fitted, fit), confidence)

    def elo(self, agent: int) -> Interval | None:
        """Return the rating of an agent; None where it is not rated beside the others."""
        if not self.rated[agent]:
            return None
        if agent == self.anchor:
            return Interval(0.0, 0.0, 0.0, self.confidence)
        direction = np.zeros(len(self.rated) + 1)
        direction[agent] = 1.0
        if self.anchor is None:
            direction[:-1] -= self.rated / self.rated.sum()
        else:
            direction[self.anchor] = -1.0
        mine = self.rows.of_agent(agent)
        return _widened(self._interval(direction), _opening_means(mine, mine.points))

    def first_player(self) -> Interval | None:
        """Return the first player's advantage; None where nothing says it."""
        if not self.rows.side.any():
            return None
        direction = np.zeros(len(self.rated) + 1)
        direction[-1] = 1.0
        points = _first_points(self.rows)
        return _widened(self._interval(direction), _opening_means(self.rows, points))

    def _interval(self, direction: NDArray[np.float64]) -> Interval:
        """Return a sum of fitted values in Elo, with its interval."""
        elo = _ELO * float(direction @ self.fit.values)
        variance = float(direction @ self.influence.covariance @ direction)
        margin = _ELO * math.sqrt(max(0.0, variance)) * self._quantile()
        if self.influence.clusters == 1 and self.rows.side.any():
            # One opening says nothing of others.
            margin = ELO_LIMIT
        return Interval(elo, elo - margin, elo + margin, self.confidence)

    def _quantile(self) -> float:
        if self.influence.clusters < 2:
            return normal_quantile(self.confidence)
        return float(stdtrit(self.influence.freedom, (1 + self.confidence) / 2))


def _widened(elo: Interval, means: NDArray[np.float64]) -> Interval:
    """Return an interval that is no narrower than equal scores from few openings allow.

    Where all openings score the same, a sandwich has no width, and yet a few of them do not prove
    that all others are alike.

    Args:
        elo: a rating or an advantage.
        means: shape (openings,), the scores that it rests on.
    """
    if np.any(means != means[0]):
        return elo
    score = clustered_mean(means, np.arange(len(means)), confidence=elo.confidence)
    shift = elo.estimate - elo_of_score(score.estimate)
    low, high = (min(elo.low, shift + elo_of_score(score.low)), shift + elo_of_score(score.high))
    return Interval(elo.estimate, low, max(elo.high, high), elo.confidence)


def _opening_means(rows: GameRows, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of these points of the games of each opening."""
    _, index = np.unique(rows.clusters, return_inverse=True)
    means: NDArray[np.float64] = np.bincount(index, points) / np.bincount(index, rows.games)
    return means


def _first_points(rows: GameRows) -> NDArray[np.float64]:
    """Return the points of whoever moved first."""
    return np.where(rows.side > 0, rows.points, rows.games - rows.points)


def _first_score(rows: GameRows, confidence: float) -> Interval | None:
    """Return the share of the points of whoever moved first."""
    known = rows.chosen(rows.side != 0)
    if not len(known.one):
        return None
    points = _first_points(known)
    means = _opening_means(known, points)
    if np.all(means == means[0]):
        return clustered_mean(means, np.arange(len(means)), confidence=confidence)
    return clustered_mean(points / known.games, known.clusters, confidence=confidence)
