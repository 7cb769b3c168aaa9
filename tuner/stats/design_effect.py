"""What pairs that share openings are worth, in pairs that do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["design_effect"]


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
