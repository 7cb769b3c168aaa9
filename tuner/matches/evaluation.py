"""Sum up the pairs of a candidate against the baselines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuner.matches.objective import Objective
from tuner.matches.pairs import Pairs
from tuner.stats.interval import Interval, clustered_mean, paired_difference

__all__ = ["Difference", "Evaluation", "compare_evaluations", "evaluate_pairs"]

Difference = Callable[
    [NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], float], Interval
]
"""Gives the mean of values minus other values, by clusters, with a confidence."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """An evaluation has the pair scores of a candidate by baseline and opening.

    Attributes:
        scores: float64, shape (baselines, pairs): 0 to 1, as the candidate sees it.
        weights: float64, shape (baselines,), sum 1.
        clusters: int64, shape (pairs,): which pairs share an opening.
        objective: how the scores against the baselines become one figure.
        worst: the worst baseline where it was chosen on other games; None: the one with the least
            mean here. To choose and to quote on the same games reads too low.
        nodes: positions that the candidate visited, and its opponents, in all games.
        plies: mean length of a game.
        cut: moves of the candidate, and of its opponents, that a limit cut short, in time
            or of nodes where a depth is one, too.
        late: games that the candidate, and its opponents, lost by exceeding their time limit.
    """

    scores: NDArray[np.float64]
    weights: NDArray[np.float64]
    clusters: NDArray[np.int64]
    objective: Objective
    nodes: tuple[int, int]
    plies: float
    cut: tuple[int, int] = (0, 0)
    late: tuple[int, int] = (0, 0)
    worst: int | None = None

    @property
    def worst_baseline(self) -> int:
        """Return the worst baseline, the first of equals."""
        return int(np.argmin(self.scores.sum(axis=1))) if self.worst is None else self.worst

    @property
    def pairs(self) -> int:
        """Return how many pairs there are against each baseline."""
        return int(self.scores.shape[1])

    @property
    def values(self) -> NDArray[np.float64]:
        """Return the objective of each opening, shape (pairs,); their mean is the objective."""
        return self.objective.of_openings(self.scores, self.weights, self.worst_baseline)

    @property
    def value(self) -> float:
        """Return the objective, without its interval: what a sampler is told.

        The same on every processor: sums of pair scores are exact, and rounded once.
        """
        means = [float(row.sum()) / self.pairs for row in self.scores]
        return self.objective.of_means(means, self.weights, self.worst_baseline)

    @property
    def interval(self) -> Interval:
        """Return the objective with a 95% interval over openings."""
        found = clustered_mean(_within(self.values), self.clusters)
        return replace(found, estimate=min(max(self.value, found.low), found.high))

    def against(self, baseline: int) -> Interval:
        """Return the score against one baseline."""
        return clustered_mean(self.scores[baseline], self.clusters)


def evaluate_pairs(
    parts: Sequence[Pairs],
    weights: Sequence[float],
    clusters: NDArray[np.int64],
    objective: Objective,
) -> Evaluation:
    """Return the evaluation of the pairs against each baseline, in the order of the baselines."""
    shares = np.array(weights, dtype=np.float64)
    return Evaluation(
        scores=np.array([part.scores for part in parts]),
        weights=shares / shares.sum(),
        clusters=clusters,
        objective=objective,
        nodes=_by_side([part.nodes for part in parts]),
        plies=float(np.mean([part.plies.mean() for part in parts])),
        cut=_by_side([part.cut for part in parts]),
        late=_by_side([part.late for part in parts]),
    )


def _by_side(parts: Sequence[NDArray[np.integer[Any]]]) -> tuple[int, int]:
    """Return the sums over all games of arrays of shape (pairs, 2, 2), by agent."""
    own, theirs = np.sum([part.sum(axis=(0, 1), dtype=np.int64) for part in parts], axis=0)
    return int(own), int(theirs)


def compare_evaluations(
    left: Evaluation,
    right: Evaluation,
    confidence: float = 0.95,
    difference: Difference = paired_difference,
) -> Interval:
    """Return the objective of `left` minus that of `right`, paired by opening, as an interval.

    Both began with the same openings; those that only one of them has played do not count.

    Args:
        left: of one agent.
        right: of the other agent.
        confidence: of the interval.
        difference: gives the interval of paired values.
    """
    both = min(left.pairs, right.pairs)
    ours, theirs = (_within(one.values[:both]) for one in (left, right))
    return difference(ours, theirs, left.clusters[:both], confidence)


def _within(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut a value to 0 and 1, which weighted means miss by rounding: 1 is a perfect score."""
    end = np.round(values)
    return np.where(np.abs(values - end) < 1e-12, end, values)
