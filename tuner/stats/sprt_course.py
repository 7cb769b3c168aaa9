"""Watch a sequential test from its first pair to its end, block by block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Decision, Sprt

__all__ = ["BLOCK", "FIRST_LOOK", "MOST_LOOKS", "FirstLook", "SprtCourse", "Standing"]

BLOCK = 16
"""Pairs between two looks: what is decided does not depend on who plays how much at once."""

FIRST_LOOK = 64
"""Pairs before the first look: the ratio of few pairs is a poor approximation."""


MOST_LOOKS = 200
"""So many looks are kept of a long test, for people to see its course."""


@dataclass(frozen=True)
class FirstLook:
    """Hold what was seen at the first look.

    Attributes:
        counts: how many pairs ended in each way.
        effect: by what factor shared openings raise the variance of the score, at least 1.
    """

    counts: Pentanomial
    effect: float


@dataclass(frozen=True)
class Standing:
    """Say where a sequential test stands after some pairs.

    Attributes:
        counts: how many pairs ended in each way.
        effect: by what factor shared openings raise the variance of the score, at least 1; the
            pairs are worth `counts.pairs / effect` independent ones.
        ratio: the log-likelihood ratio of as many independent pairs; None where all pairs share one
            opening, and so say nothing of others, and where there are none.
        decision: what the test says of it.
        first: what was seen at the first look, None before it.
        course: pairs and ratio of looks so far, in order, the last one among them; evenly many
            are left out so that there are at most `MOST_LOOKS`.
    """

    counts: Pentanomial
    effect: float
    ratio: float | None
    decision: Decision
    first: FirstLook | None = None
    course: tuple[tuple[int, float], ...] = ()


class SprtCourse:
    """Watch a sequential test: looks after fixed numbers of pairs, until it decides.

    The first look is after `FIRST_LOOK` pairs, the next ones after each `BLOCK` more, the last one
    after all pairs. Pairs that share an opening count as much as their design effect leaves of
    them (`tuner.stats.pentanomial.design_effect`), which is kept up to date in whole numbers.

    Args:
        test: what is tested.
        clusters: int64, shape (pairs,), from 0 on: equal numbers mark pairs that share an opening.
            There are as many pairs as the test may have.
    """

    def __init__(self, test: Sprt, clusters: NDArray[np.int64]) -> None:
        self._test, self._clusters = test, clusters
        self._quarters: NDArray[np.int64] = np.empty(0, np.int64)
        self._counts = np.zeros(5, np.int64)
        self._at = 0
        groups = int(clusters.max()) + 1 if len(clusters) else 0
        self._sums, self._members = np.zeros(groups, np.int64), np.zeros(groups, np.int64)
        # Over the clusters: of sum^2, of sum * members and of members^2.
        self._squares = (0, 0, 0)
        self._kept: list[tuple[int, float]] = []
        self._looks, self._stride = 0, 1
        self.standing = Standing(Pentanomial(), 1.0, None, "continue")

    @property
    def ended(self) -> bool:
        """Return whether there is nothing more to play."""
        return self.standing.decision != "continue" or self._at == len(self._clusters)

    def add(self, scores: NDArray[np.float64]) -> bool:
        """Take the scores of the next pairs, and look as often as they allow.

        Args:
            scores: shape (n,), each exactly 0, 0.25, 0.5, 0.75 or 1.

        Returns:
            Whether the test has ended.

        Raises:
            StatisticsError: another score is among them.
        """
        # Refuses other scores.
        Pentanomial.from_pair_scores(scores)
        quarters = np.rint(4 * scores).astype(np.int64)
        self._quarters = np.concatenate([self._quarters, quarters])
        while not self.ended:
            size = min(BLOCK if self._at else FIRST_LOOK, len(self._clusters) - self._at)
            if len(self._quarters) < size:
                break
            self._count(self._quarters[:size])
            self._quarters = self._quarters[size:]
            self.standing = self._look()
        return self.ended

    def _count(self, quarters: NDArray[np.int64]) -> None:
        groups = self._clusters[self._at : self._at + len(quarters)]
        touched = np.unique(groups)
        before = self._moments(touched)
        np.add.at(self._sums, groups, quarters)
        np.add.at(self._members, groups, 1)
        gained = zip(self._squares, self._moments(touched), before, strict=True)
        first, second, third = (total + new - old for total, new, old in gained)
        self._squares = first, second, third
        self._counts += np.bincount(quarters, minlength=5)
        self._at += len(quarters)

    def _moments(self, groups: NDArray[np.int64]) -> tuple[int, int, int]:
        sums, members = self._sums[groups], self._members[groups]
        return int(sums @ sums), int(sums @ members), int(members @ members)

    def _look(self) -> Standing:
        counts = Pentanomial(*self._counts)
        effect = self._effect(counts)
        first = self.standing.first or FirstLook(counts, effect)
        if np.count_nonzero(self._members) < 2:
            return Standing(counts, effect, None, "continue", first)
        ratio = self._test.log_likelihood_ratio(counts) / effect
        course = self._course((counts.pairs, ratio))
        return Standing(counts, effect, ratio, self._test.judge(ratio), first, course)

    def _course(self, look: tuple[int, float]) -> tuple[tuple[int, float], ...]:
        """Return the looks that are kept, and this one."""
        if self._looks % self._stride == 0:
            self._kept.append(look)
        self._looks += 1
        if len(self._kept) == MOST_LOOKS:
            del self._kept[1::2]
            self._stride *= 2
        return (*self._kept, *(() if self._kept[-1] == look else (look,)))

    def _effect(self, counts: Pentanomial) -> float:
        pairs = counts.pairs
        total = sum(number * quarter for quarter, number in enumerate(counts.counts))
        squares = sum(number * quarter**2 for quarter, number in enumerate(counts.counts))
        # Both times pairs^2: of residuals summed by cluster and squared, and of residuals squared.
        alone = pairs * (pairs * squares - total * total)
        if alone == 0:
            return pairs / int(np.count_nonzero(self._members))
        own, mixed, members = self._squares
        together = pairs * pairs * own - 2 * pairs * total * mixed + total * total * members
        return max(1.0, together / alone)
