"""Openings of simulated matches, drawn as unevenly as random moves draw them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mirrored_openings(count: int, pairs: int, stream: np.random.Generator) -> NDArray[np.int64]:
    """The opening of each pair, one of so many: those with more mirror images come more often."""
    images = stream.choice([1.0, 4.0, 8.0], count, p=[0.1, 0.3, 0.6])
    return np.asarray(stream.choice(count, pairs, p=images / images.sum()))
