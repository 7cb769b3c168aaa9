"""Intervals of paired differences in plain arithmetic, for a check of those that studies use."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats


def upper_end(differences: NDArray[np.float64], clusters: NDArray[np.int64], error: float) -> float:
    """The end of a one-sided interval of a mean: residuals are summed by opening first."""
    if not differences.any():
        return 0.0
    mean = differences.mean()
    sums = pd.Series(differences - mean).groupby(clusters).sum()
    count = len(sums)
    spread = np.sqrt(count / (count - 1) * (sums**2).sum()) / len(differences)
    return float(mean + stats.t.ppf(1 - error, count - 1) * spread)
