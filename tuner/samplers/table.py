"""List all samplers by name, and define those that Optuna does not have: CMA-ES and an even grid.

A further sampler is an entry of `SAMPLERS`. Configurations read the names, and both Optuna and
`cmaes`, which needs all of SciPy's statistics, take a second to import: each is imported where a
sampler of it is made.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import deque
from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnknownNameError
from tuner.samplers.sampler import AT_ONCE, Sampler, SamplerOrder
from tuner.samplers.space import Space, Vector

__all__ = [
    "BATCHED",
    "ENDLESS",
    "SAMPLERS",
    "CmaSampler",
    "GridSampler",
    "grid_points",
    "listed_vectors",
    "make_sampler",
    "population_size",
    "vectors_at_once",
]


def population_size(size: int, trials: int) -> int:
    """Return how many members a generation has.

    At least 8, and twice the usual 3 ln(d) above 4 (Hansen 2016, table 1), since values are noisy;
    then as many as leave the fewest trials in a generation that does not get full.

    Args:
        size: number of parameters.
        trials: how many vectors there will be.
    """
    least = max(8, 4 + 2 * int(3 * math.log(size)))
    return min(range(least, least + 8), key=lambda population: (trials % population, population))


class CmaSampler:
    """Propose vectors by CMA-ES, in the unit cube.

    Source: Hansen, "The CMA evolution strategy: a tutorial", 2016; as implemented by `cmaes`. Its
    answer is its mean, not its best sample.

    Args:
        space: what to tune.
        trials: how many vectors it will be asked for.
        seed: of its generator.
        start: its first mean.
    """

    _STEP: ClassVar[float] = 0.25

    def __init__(self, space: Space, trials: int, seed: int, start: Vector) -> None:
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
            population_size=population_size(size, trials),
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

    def tell(self, _vector: Vector, value: float, /) -> None:
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

    def tell(self, vector: Vector, value: float) -> None:
        """Do nothing: a grid does not learn."""

    def mean(self) -> Vector | None:
        """Return None: a grid has no mean."""
        return None


def _tpe(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import TpeSampler  # noqa: PLC0415

    return TpeSampler(order.space, order.seed, order.batch)


def _cmaes(order: SamplerOrder) -> Sampler:
    return CmaSampler(order.space, order.trials, order.seed, order.start)


def _random(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import RandomSampler  # noqa: PLC0415

    return RandomSampler(order.space, order.seed)


def _qmc(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import QmcSampler  # noqa: PLC0415

    return QmcSampler(order.space, order.seed)


def _grid(order: SamplerOrder) -> Sampler:
    return GridSampler(order.space, order.trials, order.seed)


SAMPLERS: dict[str, Callable[[SamplerOrder], Sampler]] = {
    "tpe": _tpe,
    "cmaes": _cmaes,
    "random": _random,
    "qmc": _qmc,
    "grid": _grid,
}
"""What makes each sampler."""

BATCHED = ("tpe",)
"""Samplers that learn from every vector: how many they are asked for at once changes what they
propose, so the study says it."""

ENDLESS = frozenset({"tpe", "random", "qmc"})
"""Samplers that propose the same vectors, however many more they will be asked for. The others plan
for a number of trials."""


_LISTED = {"grid": grid_points}


def listed_vectors(name: str, space: Space, trials: int) -> set[Vector] | None:
    """Return all vectors that a sampler may propose; None where it draws them from the space.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for; a list that they do not exhaust is None as well.
    """
    return _LISTED[name](space, trials) if name in _LISTED else None


def vectors_at_once(name: str, space: Space, trials: int, batch: int) -> int:
    """Return how many vectors a sampler may be asked for before the first of them is told.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for.
        batch: of a sampler of `BATCHED`.
    """
    sizes = {
        **dict.fromkeys(BATCHED, batch),
        "cmaes": population_size(len(space.parameters), trials),
    }
    return max(1, min(trials, sizes.get(name, AT_ONCE)))


def make_sampler(
    name: str, space: Space, trials: int, seed: int, start: Vector | None = None, batch: int = 1
) -> Sampler:
    """Return a sampler by its name in a study file.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for.
        seed: of the study.
        start: where a search that goes step by step begins, by default at the hand-set vector; the
            other samplers do not use it.
        batch: how many vectors are asked for at once, of a sampler of `BATCHED`.

    Raises:
        UnknownNameError: if there is no such sampler.
    """
    if name not in SAMPLERS:
        raise UnknownNameError("sampler", name, SAMPLERS)
    begins = space.hand_set if start is None else start
    return SAMPLERS[name](SamplerOrder(space, trials, seed, begins, batch))
