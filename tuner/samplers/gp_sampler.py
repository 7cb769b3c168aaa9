"""Propose vectors where a Gaussian process expects the largest improvement."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tuner.samplers.gaussian_process import Observations, require_learn
from tuner.samplers.space import Space, Vector
from tuner.stats.special import ndtr

__all__ = ["GpSampler"]

_Points = NDArray[np.float64]

_STEPS = 1000
"""Proposals lie on so many steps of each range, so that another processor, whose last digits are
others, proposes the same ones but where two places promise as much to ten digits."""


class GpSampler:
    """Propose where a Gaussian process expects the largest improvement.

    The kernel is Matern's with 5/2 and a length scale for each parameter, in the unit cube. The
    variance of each trial's noise is known from its pairs. What is improved on is the best mean of
    the process at a tried vector, not the best value, which is mostly luck. The kernel is fitted
    anew whenever there are a quarter more trials, to at most 200 of them, and at most 400 trials
    carry the process: both spread evenly over the search, so a late proposal takes as long as the
    400th. Trials of a batch that are not told yet count with the value that is expected of them.

    As with TPE, a proposal follows from the seed, its number, the values told before and what is
    asked and not told yet.

    Sources: Rasmussen & Williams, "Gaussian processes for machine learning", 2006, chapters 2 and
    5; Picheny et al., "A benchmark of kriging-based infill criteria for noisy optimization", 2013
    (the plug-in criterion); Ginsbourger et al., "Kriging is well-suited to parallelize
    optimization", 2010 (the believer).

    Args:
        space: what to tune.
        seed: of the study.
        start: its first vectors lie around this one.
        batch: how many vectors are asked for at once.

    Raises:
        MissingLearnError: if scikit-learn is not installed.
    """

    _LEAST: ClassVar[int] = 3
    _FITTED: ClassVar[int] = 200
    _CARRYING: ClassVar[int] = 400

    def __init__(self, space: Space, seed: int, start: Vector, batch: int = 1) -> None:
        require_learn()
        size = len(space.parameters)
        self._space, self._seed, self._batch = space, seed, batch
        self._asked: deque[Vector] = deque()
        self._count = 0
        self._told: dict[Vector, tuple[float, float]] = {}
        self._start = space.to_unit(start)
        self._begin = min(6 + size, 20)
        self._kernels: dict[int, tuple[float, ...]] = {}

    @property
    def room(self) -> int:
        """Return what the batch lacks."""
        return self._batch - len(self._asked)

    def ask(self, known: Vector | None = None) -> Vector:
        """Return the next vector to try, the known one if there is one."""
        number = self._count + len(self._asked)
        vector = self._proposed(number) if known is None else known
        self._asked.append(vector)
        return vector

    def _proposed(self, number: int) -> Vector:
        if number <= self._begin or len(self._told) < self._LEAST:
            return self._vector(self._near(self._start, self._sobol(self._seed, number + 1)[-1]))
        from threadpoolctl import threadpool_limits  # noqa: PLC0415

        # Several threads would sum in an order of their own.
        with threadpool_limits(1):
            vectors = [self._vector(point) for point in self._most_promising(number)]
        # What was tried has the same games again, and teaches nothing.
        tried = {*self._told, *self._asked}
        return next((one for one in vectors if one not in tried), vectors[0])

    def _vector(self, point: _Points) -> Vector:
        return self._space.from_unit(np.round(point * _STEPS) / _STEPS)

    def tell(self, vector: Vector, value: float, error: float = 0.0, /) -> None:
        """Take in the value of the first vector that was asked for, or of another one."""
        asked = self._asked.popleft() if self._asked else vector
        self._told.setdefault(asked, (value, error))
        self._count += 1

    def mean(self) -> Vector | None:
        """Return the cautious optimum: where mean minus two standard deviations is highest.

        Only near tried vectors: far from all of them the process knows nothing.
        """
        if len(self._told) < self._LEAST:
            return None
        from threadpoolctl import threadpool_limits  # noqa: PLC0415

        with threadpool_limits(1):
            data, kernel = self._data(self._CARRYING), self._kernel()
            model = data.posterior(kernel)

            def cautious(points: _Points) -> _Points:
                mean, deviation = model.predict(points, return_std=True)
                return np.asarray(mean - 2 * deviation)

            stream = np.random.default_rng((self._seed, self._count, 1))
            return self._vector(_climbed(cautious, data.points, 0.05, stream)[0])

    def _data(self, most: int, count: int | None = None) -> Observations:
        """Return at most so many of the first trials, spread evenly over them."""
        told = list(self._told.items())[:count]
        size = min(most, len(told))
        kept = [told[index * len(told) // size] for index in range(size)]
        points = np.array([self._space.to_unit(vector) for vector, _ in kept])
        values, errors = np.array([known for _, known in kept]).T
        scale = max(float(values.std()), 1e-9)
        noise = errors**2
        # A trial that won everything has no spread, and is no surer than others for that.
        noise = np.maximum(noise, float(np.median(noise)) / 2) / scale**2
        return Observations(points, (values - values.mean()) / scale, np.maximum(noise, 1e-6))

    def _kernel(self) -> tuple[float, ...]:
        """Return the kernel of the last fit that is due: of a quarter more trials each."""
        due = self._LEAST
        while (further := max(due + 4, due * 5 // 4)) <= len(self._told):
            due = further
        if due not in self._kernels:
            self._kernels[due] = self._data(self._FITTED, due).kernel
        return self._kernels[due]

    def _most_promising(self, number: int) -> _Points:
        kernel, data = self._kernel(), self._data(self._CARRYING)
        if self._asked:
            waiting = np.array([self._space.to_unit(vector) for vector in self._asked])
            data = data.with_fantasies(waiting, data.posterior(kernel).predict(waiting))
        model = data.posterior(kernel)
        means = model.predict(data.points)
        best = float(np.max(means))

        def improvement(points: _Points) -> _Points:
            mean, deviation = model.predict(points, return_std=True)
            deviation = np.maximum(deviation, 1e-9)
            lead = (mean - best) / deviation
            density = np.exp(-0.5 * lead**2) / math.sqrt(2 * math.pi)
            return np.asarray(deviation * (lead * ndtr(lead) + density))

        stream = np.random.default_rng((self._seed, number))
        far = self._sobol((self._seed, number), 256)
        begin = np.vstack([far, self._near(data.points[int(np.argmax(means))], far), data.points])
        return _climbed(improvement, begin, 0.1, stream)

    @staticmethod
    def _near(centre: _Points, points: _Points) -> _Points:
        """Return points of the cube drawn halfway to a point of it."""
        return np.asarray((centre + points) / 2)

    def _sobol(self, seed: int | tuple[int, int], count: int) -> _Points:
        """Return the first points of a scrambled Sobol sequence, shape (count, d)."""
        # Late: all of SciPy's statistics take a second to import.
        from scipy.stats import qmc  # noqa: PLC0415

        stream = np.random.default_rng(seed)
        sequence = qmc.Sobol(len(self._space.parameters), rng=stream)
        return np.asarray(sequence.random_base2((count - 1).bit_length())[:count])


def _climbed(
    worth: Callable[[_Points], _Points], begin: _Points, radius: float, stream: np.random.Generator
) -> _Points:
    """Return the best of some points, and better ones near the best ten of them, the best first.

    Args:
        worth: of points, shape (n, d), what is to be high, shape (n,).
        begin: shape (n, d).
        radius: standard deviation of the first steps away from them; each round halves it.
        stream: of random numbers.
    """
    points = np.clip(begin, 0.0, 1.0)
    for _ in range(5):
        order = np.argsort(-np.round(worth(points), 10), kind="stable")[:10]
        near = np.repeat(points[order], 10, axis=0)
        steps = radius * stream.standard_normal(near.shape)
        # Half of the steps are along a few axes: in many dimensions no other finds a better place.
        steps[::2] *= stream.random(steps[::2].shape) < 2 / near.shape[1]
        points = np.vstack([points[order], np.clip(near + steps, 0.0, 1.0)])
        radius /= 2
    return np.asarray(points[np.argsort(-np.round(worth(points), 10), kind="stable")])
