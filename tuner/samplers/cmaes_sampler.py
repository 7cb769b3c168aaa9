"""Propose vectors by CMA-ES.

`cmaes` needs all of SciPy's statistics, which take a second to import: it is imported where a
sampler is made.
"""

from __future__ import annotations

import math
from collections import deque
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tuner.samplers.space import Space, Vector

__all__ = ["CmaSampler", "population_size"]


def population_size(size: int, batch: int = 1) -> int:
    """Return how many members a generation has, whatever the number of trials.

    At least 8, and twice the usual 3 ln(d) above 4 (Hansen 2016, table 1), since values are noisy.

    Args:
        size: number of parameters.
        batch: how many members are wanted, 1 for the usual number.
    """
    return batch if batch > 1 else max(8, 4 + 2 * int(3 * math.log(size)))


class CmaSampler:
    """Propose vectors by CMA-ES, in the unit cube.

    Source: Hansen, "The CMA evolution strategy: a tutorial", 2016; as implemented by `cmaes`. Its
    answer is its mean, not its best sample.

    Args:
        space: what to tune.
        seed: of its generator.
        start: its first mean.
        batch: how many members a generation has, 1 for the usual number.
        adapts: whether its learning rates follow the noise: a step is shorter where the values of
            a generation point nowhere in particular. Source: Nomura, Akimoto & Ono, "CMA-ES with
            learning rate adaptation", 2023.
    """

    _STEP: ClassVar[float] = 0.25

    def __init__(
        self, space: Space, seed: int, start: Vector, batch: int = 1, *, adapts: bool = False
    ) -> None:
        from cmaes import CMA  # noqa: PLC0415

        size = len(space.parameters)
        self._space = space
        self._generation: list[tuple[NDArray[np.float64], float]] = []
        self._points: deque[NDArray[np.float64]] = deque()
        self._optimizer = CMA(
            mean=space.to_unit(start),
            sigma=self._STEP,
            bounds=np.array([[0.0, 1.0]] * size),
            # The package's generator takes 32 bits.
            seed=seed % 2**32,
            population_size=population_size(size, batch),
            lr_adapt=adapts,
        )

    @property
    def room(self) -> int:
        """Return how many members the generation lacks: the next one is drawn by all of this."""
        members = int(self._optimizer.population_size)
        return members - len(self._generation) - len(self._points)

    def ask(self, _known: Vector | None = None) -> Vector:
        """Return the next member of the generation."""
        point = self._optimizer.ask()
        self._points.append(point)
        return self._space.from_unit(point)

    def tell(self, _vector: Vector, value: float, _error: float = 0.0, /) -> None:
        """Take in the value of the first vector that was asked for; others are no news to it."""
        if not self._points:
            return
        self._generation.append((self._points.popleft(), -value))
        if len(self._generation) == self._optimizer.population_size:
            self._optimizer.tell(self._generation)
            self._generation = []

    def mean(self) -> Vector | None:
        """Return the mean of its distribution."""
        return self._space.from_unit(np.clip(self._optimizer.mean, 0.0, 1.0))
