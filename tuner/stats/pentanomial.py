"""Count results of pairs of games by the five scores of a pair, and compute what they are worth."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tuner.stats.interval import Interval, StatisticsError, normal_quantile, unanimous_share

__all__ = ["Pentanomial", "design_effect"]


@dataclass(frozen=True)
class Pentanomial:
    """Count how many pairs of games ended in each way, from the candidate's view.

    A pair is two games from one opening with the sides swapped; its score is the mean of both.
    Results add (`a + b`) and invert (`~a` is the opponent's view); `Pentanomial()` has no pairs.

    Args:
        ll: both games lost, pair score 0.
        ld: one lost, one drawn, pair score 1/4.
        wl: one won and one lost, or both drawn, pair score 1/2.
        wd: one won, one drawn, pair score 3/4.
        ww: both games won, pair score 1.

    Raises:
        StatisticsError: a count is negative or no integer.
    """

    ll: int = 0
    ld: int = 0
    wl: int = 0
    wd: int = 0
    ww: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            try:
                count = operator.index(value)
            except TypeError:
                count = -1
            if count < 0:
                raise StatisticsError(
                    f"count of {field.name} pairs is {value!r}; give a whole number, 0 or more"
                )
            # NumPy integers become plain ones: they must neither overflow nor reach JSON.
            object.__setattr__(self, field.name, count)

    @classmethod
    def from_pair_scores(cls, scores: ArrayLike) -> Pentanomial:
        """Count pair scores.

        Args:
            scores: any shape, each exactly 0, 0.25, 0.5, 0.75 or 1.

        Raises:
            StatisticsError: another score is among them.
        """
        quarters = 4 * np.asarray(scores, dtype=np.float64).ravel()
        wrong = ~np.isin(quarters, np.arange(5))
        if np.any(wrong):
            raise StatisticsError(
                f"pair score {quarters[wrong][0] / 4}; a pair scores 0, 0.25, 0.5, 0.75 or 1"
            )
        return cls(*np.bincount(quarters.astype(np.int64), minlength=5))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        if not isinstance(other, Pentanomial):
            return NotImplemented
        return Pentanomial(*map(operator.add, self.counts, other.counts))

    def __invert__(self) -> Pentanomial:
        return Pentanomial(*reversed(self.counts))

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """Return the five counts, low to high."""
        return self.ll, self.ld, self.wl, self.wd, self.ww

    @property
    def pairs(self) -> int:
        """Return the number of pairs; there are twice as many games."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Return the mean pair score mu, from 0 to 1.

        Raises:
            StatisticsError: there are no pairs.
        """
        return self._moment(1) / (4 * self._played)

    @property
    def variance(self) -> float:
        """Return the variance of one pair's score: the mean of (score - mu)^2, from 0 to 1/4.

        Raises:
            StatisticsError: there are no pairs.
        """
        # In integers up to the division, so that equal scores give exactly 0.
        played = self._played
        return (played * self._moment(2) - self._moment(1) ** 2) / (16 * played**2)

    @property
    def standard_error(self) -> float:
        """Return the standard error of the score, sqrt(variance / pairs).

        Raises:
            StatisticsError: there are no pairs.
        """
        return math.sqrt(self.variance / self._played)

    def score_interval(self, confidence: float = 0.95, effect: float = 1.0) -> Interval:
        """Return the score with its normal interval mu +- z se, cut to 0 and 1.

        A score of exactly 0 or 1 has a standard error of 0 that means nothing: then the interval
        is the one-sided bound of Clopper & Pearson (`unanimous_share`): after N won pairs,
        at least (1 - confidence)^(1/N). Where pairs share openings, use `clustered_mean`, or give
        their design effect: N pairs count as N / effect then.

        Args:
            confidence: of the interval.
            effect: by what factor shared openings raise the variance of the score, at least 1.

        Raises:
            StatisticsError: there are no pairs.
        """
        score = self.score
        if score in (0.0, 1.0):
            share = unanimous_share(self.pairs / effect, confidence)
            if score == 1.0:
                return Interval(1.0, share, 1.0, confidence, "at least")
            return Interval(0.0, 0.0, 1.0 - share, confidence, "at most")
        margin = normal_quantile(confidence) * self.standard_error * math.sqrt(effect)
        return Interval(score, max(0.0, score - margin), min(1.0, score + margin), confidence)

    @property
    def widened(self) -> Pentanomial:
        """Return the counts with one more pair won and one more lost: their variance is not 0."""
        return self + Pentanomial(ll=1, ww=1)

    @property
    def _played(self) -> int:
        if self.pairs == 0:
            raise StatisticsError("no pairs were played, so there is no score; play some first")
        return self.pairs

    def _moment(self, power: int) -> int:
        """Return the sum over pairs of (4 * score)^power, a whole number."""
        return sum(count * quarter**power for quarter, count in enumerate(self.counts))


def design_effect(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> float:
    """Return by what factor shared openings raise the variance of a mean, at least 1.

    Residuals summed within each cluster and squared, over residuals squared. It is 1 where all
    openings differ; n values are worth n / effect independent ones.
    Values that are all equal are worth one for each cluster. Source: Kish 1965, "Survey Sampling".

    Args:
        values: shape (n,), such as pair scores.
        clusters: shape (n,): values with the same number share an opening.
    """
    _, index = np.unique(clusters, return_inverse=True)
    if np.all(values == values[0]):
        return len(values) / (int(index.max()) + 1)
    residuals = values - values.mean()
    sums = np.bincount(index, weights=residuals)
    return max(1.0, float(sums @ sums) / float(residuals @ residuals))
