"""Propose the points of an even grid."""

from __future__ import annotations

import itertools
import math
import random
from typing import ClassVar

import numpy as np

from tuner.samplers.sampler import AT_ONCE
from tuner.samplers.space import Space, Vector

__all__ = ["GridSampler", "grid_points"]


def _axes(space: Space, trials: int) -> list[list[float]]:
    """Return about `trials` points: the same number of values for each parameter, evenly spread."""
    size = len(space.parameters)
    steps = max(2, int(trials ** (1 / size) + 1e-9))
    shares = np.linspace(0.0, 1.0, steps)
    points = np.array([space.from_unit([share] * size) for share in shares])
    return [sorted({float(value) for value in column}) for column in points.T]


def grid_points(space: Space, trials: int) -> set[Vector] | None:
    """Return the points of the grid; None if they are more than the trials."""
    axes = _axes(space, trials)
    return set(itertools.product(*axes)) if math.prod(map(len, axes)) <= trials else None


class GridSampler:
    """Propose points of an even grid in a drawn order; all of them if the trials suffice."""

    room: ClassVar[int] = AT_ONCE

    def __init__(self, space: Space, trials: int, seed: int) -> None:
        self._axes = _axes(space, trials)
        size = math.prod(map(len, self._axes))
        # By number: the points of a grid of many parameters are too many to be listed.
        self._order = random.Random(seed).sample(range(size), min(size, trials))
        self._next = 0

    def ask(self, _known: Vector | None = None) -> Vector:
        """Return the next point; after the last the first again."""
        number = self._order[self._next % len(self._order)]
        self._next += 1
        point = []
        for axis in self._axes:
            number, index = divmod(number, len(axis))
            point.append(axis[index])
        return tuple(point)

    def tell(self, vector: Vector, value: float, _error: float = 0.0, /) -> None:
        """Do nothing: a grid does not learn."""

    def mean(self) -> Vector | None:
        """Return None: a grid has no mean."""
        return None
