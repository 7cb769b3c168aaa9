"""Hold the games of many agents as rows of arrays: who met whom, who moved first, who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuner.stats.interval import StatisticsError
from tuner.stats.special import expit

__all__ = ["GameRows", "join_rows"]


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

    def expected(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share of the points that `one` is expected to have, shape (n,).

        Args:
            values: strengths and advantage, as in `Fit`.
        """
        lead = values[self.one] - values[self.other] + self.side * values[-1]
        return np.asarray(expit(lead), dtype=np.float64)

    def summed(
        self, weights: NDArray[np.float64], index: NDArray[np.int64], shape: tuple[int, int]
    ) -> NDArray[np.float64]:
        """Return the sums of weighted rows of `design` by index, without writing that out.

        Args:
            weights: shape (n,), of the rows.
            index: shape (n,), from 0 on: rows with equal numbers are added up.
            shape: how many different numbers there are, and agents + 1.
        """
        size, columns = shape[0] * shape[1], shape[1]
        at = index * columns
        found = np.bincount(at + self.one, weights, size)
        found -= np.bincount(at + self.other, weights, size)
        found += np.bincount(at + columns - 1, weights * self.side, size)
        return np.asarray(found.reshape(shape), dtype=np.float64)

    def design(self, agents: int) -> NDArray[np.float64]:
        """Return what each row's logit is made of, shape (n, agents + 1): strengths, then side."""
        matrix = np.zeros((len(self.one), agents + 1))
        at = np.arange(len(self.one))
        matrix[at, self.one] = 1.0
        matrix[at, self.other] = -1.0
        matrix[:, agents] = self.side
        return matrix


def join_rows(parts: Sequence[GameRows]) -> GameRows:
    """Return the games of several matches, in their order.

    Raises:
        StatisticsError: if there are none.
    """
    if not parts:
        raise StatisticsError("there are no games to rate; play some first")
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return GameRows(*(np.concatenate(column) for column in columns))
