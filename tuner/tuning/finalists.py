"""Choose which vectors are worth a second look on fresh openings.

The best of many noisy trials is mostly the luckiest one. So the trials are smoothed first: each
gets the mean of its neighbours' values, weighted by closeness.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.matches.ledger import Ledger
from tuner.samplers.space import Space, Vector

__all__ = [
    "Finalist",
    "Tried",
    "choose_finalists",
    "hand_set_finalist",
    "note_finalists",
    "smoothed_values",
]

TOP_SHARE = 0.1
"""The share of trials whose centre is a finalist."""

_SMOOTHED = 2000
"""So many trials get a smoothed mean, spread evenly over the search: a mean over all n trials for
each of n would take n times n steps, and near each good trial there are others as good."""


@dataclass(frozen=True)
class Finalist:
    """Hold a vector that is replayed on the selection openings.

    Attributes:
        vector: the tuned values.
        origin: where it comes from, in words.
    """

    vector: Vector
    origin: str


def smoothed_values(
    points: NDArray[np.float64], values: NDArray[np.float64], where: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return kernel-weighted means of all the values at some of the points.

    Source: Nadaraya 1964, Watson 1964; a Gaussian kernel with Scott's bandwidth,
    n^(-1 / (d + 4)) times the standard deviation of the points by coordinate.

    Args:
        points: shape (n, d), in the unit cube.
        values: shape (n,).
        where: int, shape (m,): at which points.

    Returns:
        float64, shape (m,).
    """
    count, size = points.shape
    spread = np.maximum(points.std(axis=0), 1e-9)
    bandwidth = spread * count ** (-1.0 / (size + 4))
    scaled = points / bandwidth
    smoothed = np.empty(len(where))
    # Row by row: all distances at once would not fit into memory for thousands of trials.
    for index, point in enumerate(scaled[where]):
        weights = np.exp(-0.5 * ((scaled - point) ** 2).sum(axis=1))
        smoothed[index] = weights @ values / weights.sum()
    return smoothed


@dataclass(frozen=True)
class Tried:
    """Hold what a search has tried.

    Attributes:
        vectors: of the trials, each once.
        values: the objective's value of each.
        stopped: indices of trials that were shown to be worse than another one: they count for
            their neighbours, and are no finalists themselves.
        places: where each counts as a neighbour, as a vector; None for where it is. Equivalent
            vectors have one place (`tuner.tuning.alike`).
    """

    vectors: Sequence[Vector]
    values: Sequence[float]
    stopped: Set[int] = frozenset()
    places: Sequence[Vector] | None = None


def choose_finalists(
    space: Space, tried: Tried, count: int, mean: Vector | None
) -> tuple[Finalist, ...]:
    """Return the hand-set vector and up to `count` others, all different.

    They are the centre of the best tenth by the smoothed mean, the sampler's own mean where there
    is one, the trial with the best value, then the best trials by the smoothed mean.

    Args:
        space: what is tuned.
        tried: the trials.
        count: how many besides the hand-set vector.
        mean: the sampler's own mean.
    """
    vectors, values, stopped = tried.vectors, tried.values, tried.stopped
    points = np.array([space.to_unit(vector) for vector in vectors])
    places = np.array([space.to_unit(vector) for vector in tried.places or vectors])
    looked_at = _evenly(len(points), max(_SMOOTHED, count))
    smoothed = smoothed_values(places, np.array(values), looked_at)
    order = looked_at[np.argsort(-smoothed, kind="stable")]
    order = order[[int(index) not in stopped for index in order]]
    whole = [index for index in range(len(vectors)) if index not in stopped]
    top = order[: max(1, int(np.ceil(TOP_SHARE * len(order))))]
    centre = space.from_unit(points[top].mean(axis=0))
    candidates = [Finalist(centre, "centre of the best tenth")]
    if mean is not None:
        candidates.append(Finalist(mean, "mean of the sampler"))
    candidates.append(
        Finalist(tuple(vectors[max(whole, key=lambda i: (values[i], -i))]), "best trial")
    )
    candidates += [
        Finalist(tuple(vectors[i]), "trial that does best together with its neighbours")
        for i in order
    ]
    chosen = {space.hand_set: hand_set_finalist(space)}
    for candidate in candidates:
        if len(chosen) <= count:
            chosen.setdefault(candidate.vector, candidate)
    return tuple(chosen.values())


def hand_set_finalist(space: Space) -> Finalist:
    """Return the hand-set vector, which always plays again."""
    return Finalist(space.hand_set, "hand-set values")


def note_finalists(ledger: Ledger, finalists: Sequence[Finalist]) -> None:
    """Note the vectors of the finalists: not all are trials, and who replays games needs them.

    Those of a run that has grown since come behind the ones that were noted before.
    """
    noted: list[str] = []
    while (kept := ledger.note(f"finalist {len(noted)}")) is not None:
        noted.append(kept)
    for text in (json.dumps(finalist.vector) for finalist in finalists):
        if text not in noted:
            ledger.keep_trial(f"finalist {len(noted)}", text)
            noted.append(text)


def _evenly(count: int, most: int) -> NDArray[np.intp]:
    """Return at most so many of `count` indices, in their order and evenly spread."""
    size = min(count, most)
    return np.arange(size, dtype=np.intp) * count // size
