"""Intervals of paired differences in plain arithmetic, for a check of those that studies use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def upper_end(differences: NDArray[np.float64], clusters: NDArray[np.int64], error: float) -> float:
    """The end of a one-sided interval of a mean: residuals are summed by opening first.

    Bell and McCaffrey's "CR2" with their degrees of freedom, by whole matrices. Where fewer than
    ten pairs differ the end is 1: they show nothing.
    """
    if np.count_nonzero(differences) < 10:
        return 1.0
    groups = clusters[:, None] == np.unique(clusters)
    count = len(differences)
    away = np.eye(count) - 1 / count
    scaled = groups / np.sqrt(1 - groups.sum(axis=0) / count)
    sums = scaled.T @ away
    error_of_mean = np.sqrt(((sums @ differences) ** 2).sum()) / count
    freedom = count**2 / ((sums @ sums.T) ** 2).sum()
    return float(differences.mean() + stats.t.ppf(1 - error, freedom) * error_of_mean)
