"""Fit the Bradley-Terry model to the games of many agents: one strength each, who moves first."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from tuner.stats.interval import StatisticsError

__all__ = ["Fit", "GameRows", "fit_strengths", "is_separated", "join_rows", "linked_groups"]

_SETTLED = 1e-11
_STEPS = 100


@dataclass(frozen=True, eq=False)
class GameRows:
    """Hold games of agents, a row each or many alike in one row; all arrays have shape (n,).

    Attributes:
        one: int64, the number of an agent.
        other: int64, the number of its opponent.
        side: float64, 1 where `one` moves first, -1 where `other` does, 0 where nobody knows.
        points: float64, of `one`: a win is 1, a draw 1/2.
        games: float64, how many there are.
        clusters: int64, equal numbers mark games that share an opening up to symmetry.

    Raises:
        StatisticsError: if the shapes differ, or a row has more points than games.
    """

    one: NDArray[np.int64]
    other: NDArray[np.int64]
    side: NDArray[np.float64]
    points: NDArray[np.float64]
    games: NDArray[np.float64]
    clusters: NDArray[np.int64]

    def __post_init__(self) -> None:
        shapes = {array.shape for array in vars(self).values()}
        if len(shapes) != 1 or self.one.ndim != 1:
            raise StatisticsError(f"games of the shapes {shapes} do not fit; give flat rows")
        if not np.all((self.points >= 0) & (self.points <= self.games)):
            raise StatisticsError("a row has more points than games; give points of these games")
        if np.any(self.one == self.other):
            raise StatisticsError("an agent cannot play itself; leave such games out")

    @classmethod
    def of_pairs(
        cls, one: int, other: int, points: ArrayLike, clusters: NDArray[np.int64]
    ) -> GameRows:
        """Return the games of a match.

        Args:
            one: number of the agent whose points they are.
            other: number of its opponent.
            points: shape (n, 2), of `one`; it moves first in the first game of each pair.
            clusters: shape (n,), of the pairs.

        Raises:
            StatisticsError: if the shapes do not fit.
        """
        found = np.asarray(points, dtype=np.float64)
        if found.ndim != 2 or found.shape != (len(clusters), 2):
            raise StatisticsError(f"points of shape {found.shape} are no pairs; give two a pair")
        count = found.size
        return cls(
            np.full(count, one, dtype=np.int64),
            np.full(count, other, dtype=np.int64),
            np.tile([1.0, -1.0], len(clusters)),
            found.reshape(-1),
            np.ones(count),
            np.repeat(np.asarray(clusters, dtype=np.int64), 2),
        )

    @classmethod
    def of_totals(cls, one: int, other: int, points: float, games: float) -> GameRows:
        """Return the games of a cell of a table, of which nobody knows who moved first."""
        return cls(
            np.array([one], dtype=np.int64),
            np.array([other], dtype=np.int64),
            np.zeros(1),
            np.array([points], dtype=np.float64),
            np.array([games], dtype=np.float64),
            np.zeros(1, dtype=np.int64),
        )

    def chosen(self, kept: NDArray[np.bool_]) -> GameRows:
        """Return some of the rows: those whose truth value is true."""
        return GameRows(*(array[kept] for array in vars(self).values()))

    def among(self, agents: NDArray[np.bool_]) -> GameRows:
        """Return the games in which both agents are of these: a truth value for each agent."""
        return self.chosen(agents[self.one] & agents[self.other])

    def of_agent(self, agent: int) -> GameRows:
        """Return the games of an agent as it sees them: it is `one` in all of them."""
        mine = self.chosen((self.one == agent) | (self.other == agent))
        same = mine.one == agent
        return GameRows(
            np.full_like(mine.one, agent),
            np.where(same, mine.other, mine.one),
            np.where(same, mine.side, -mine.side),
            np.where(same, mine.points, mine.games - mine.points),
            mine.games,
            mine.clusters,
        )

    def without_sides(self) -> GameRows:
        """Return the same games as if nobody knew who moved first."""
        return replace(self, side=np.zeros_like(self.side))

    def condensed(self) -> GameRows:
        """Return the games of each two agents and side as one row."""
        keys = (self.one * (int(self.other.max(initial=0)) + 1) + self.other) * 3
        keys += self.side.astype(np.int64)
        _, first, index = np.unique(keys, return_index=True, return_inverse=True)
        return GameRows(
            self.one[first],
            self.other[first],
            self.side[first],
            np.bincount(index, self.points).astype(np.float64),
            np.bincount(index, self.games).astype(np.float64),
            np.zeros(len(first), dtype=np.int64),
        )

    def design(self, agents: int) -> NDArray[np.float64]:
        """Return what each row's logit is made of, shape (n, agents + 1): strengths, then side."""
        matrix = np.zeros((len(self.one), agents + 1))
        at = np.arange(len(self.one))
        matrix[at, self.one] = 1.0
        matrix[at, self.other] = -1.0
        matrix[:, agents] = self.side
        return matrix


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


def join_rows(parts: list[GameRows]) -> GameRows:
    """Return the games of several matches, in their order.

    Raises:
        StatisticsError: if there are none.
    """
    if not parts:
        raise StatisticsError("there are no games to rate; play some first")
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return GameRows(*(np.concatenate(column) for column in columns))


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
