"""Say how many pairs would show whether a part of an agent is worth half a point."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tuner.ablation.worth import OPEN, worth
from tuner.stats.decision import WORTHWHILE
from tuner.stats.interval import normal_quantile
from tuner.stats.pentanomial import design_effect
from tuner.stats.shared_openings import PairsNeeded, Sharing
from tuner.stats.sparse import bounded_difference, grown_difference
from tuner.stats.special import ndtri

__all__ = ["pairs_to_settle"]

_POWER = 0.8
_MOST_PAIRS = 100_000_000
_HALVINGS = 40


def pairs_to_settle(
    changed: NDArray[np.float64],
    whole: NDArray[np.float64],
    clusters: NDArray[np.int64],
    confidence: float,
) -> PairsNeeded | None:
    """Return how many pairs would show whether a part is worth half a point.

    With a probability of 0.8, if the difference is what it seems to be: the distance to half a
    point must be z(confidence) + z(0.8) standard errors. Where few openings differ it is the
    interval of counts that shrinks (`grown_difference`); where all are alike, it is only their
    number that must suffice. Where openings repeat, more pairs tell less and less (`Sharing`).

    Args:
        changed: shape (pairs,), scores of the changed agent by opening.
        whole: shape (pairs,), scores of the whole agent.
        clusters: shape (pairs,): equal numbers mark pairs that share an opening.
        confidence: of the interval of the difference.

    Returns:
        None if it is shown already, or if more than a hundred million would be needed.
    """
    found = bounded_difference(changed, whole, clusters, confidence)
    distance = abs(found.estimate + WORTHWHILE)
    if worth(found) != OPEN or distance == 0.0:
        return None
    quantile = normal_quantile(confidence)
    alike = np.array_equal(changed, whole)
    factor = 1.0 if alike else (quantile + ndtri(_POWER)) / quantile

    def enough(times: float) -> bool:
        one = grown_difference(changed, whole, clusters, confidence, times)
        # To the end that must pass half a point: where few openings differ, they are not alike.
        lower = one.estimate > -WORTHWHILE
        margin = one.estimate - one.low if lower else one.high - one.estimate
        return factor * margin <= distance

    low, high = 0.0, math.log(max(1.0, _MOST_PAIRS / len(clusters)))
    if not enough(math.exp(high)):
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(math.exp(middle)) else (middle, high)
    sharing = Sharing.measured(design_effect(changed - whole, clusters), clusters)
    return sharing.grown(len(clusters), math.exp(high))
