"""Measure how noisy values are beside each other where all were measured on the same openings."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["SharedNoise"]


class SharedNoise:
    """Sum up trials on the same openings, and say how far luck moves one beside the others.

    An opening that is easy for all raises every trial, and makes none of them the best. What does
    is left where the mean of each opening over the trials, and of each trial over the openings, are
    taken away: the residuals of a two-way analysis of variance. They are summed within clusters of
    openings before they are squared, as in `tuner.stats.standard_error.clustered_error`. Nothing
    but sums over the trials is kept, so a further one takes as long whatever their number.

    Args:
        clusters: shape (openings,), integers: those with the same number are equal up to symmetry.
    """

    def __init__(self, clusters: NDArray[np.int64]) -> None:
        _, self._index = np.unique(clusters, return_inverse=True)
        self._sizes = np.bincount(self._index).astype(np.float64)
        self._sums = np.zeros(len(self._sizes))
        self._squares = np.zeros(len(self._sizes))
        self._trials = 0

    def add(self, values: NDArray[np.float64]) -> None:
        """Count a trial in.

        Args:
            values: shape (openings,), what it has in each opening.
        """
        sums = np.bincount(self._index, weights=values) - self._sizes * values.mean()
        self._sums += sums
        self._squares += sums**2
        self._trials += 1

    @property
    def error(self) -> float:
        """Return the standard error of a trial's mean beside the others, 0 of one trial."""
        if self._trials < 2 or len(self._sizes) < 2:
            return 0.0
        residuals = np.maximum(self._squares - self._sums**2 / self._trials, 0.0)
        openings = self._sizes.sum()
        squares = float((residuals / (1 - self._sizes / openings)).sum())
        return math.sqrt(squares / (self._trials - 1)) / float(openings)
