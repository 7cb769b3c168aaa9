"""Which vectors a study tries: Optuna by ask and tell, and CMA-ES by its own package.

The only module that imports Optuna's study machinery. Optuna works in memory: proposing again what
a ledger holds already takes milliseconds and gives the same vectors, so a study that was stopped
goes on exactly as if it had not been.
"""

from __future__ import annotations

import math
import os
import random
import sqlite3
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import optuna
from cmaes import CMA
from numpy.typing import NDArray
from optuna.distributions import BaseDistribution, FloatDistribution, IntDistribution

from features.parameter import Parameter
from tuner.space import Space, Vector

__all__ = ["Sampler", "export_study", "make_sampler"]

optuna.logging.set_verbosity(optuna.logging.WARNING)


class Sampler(Protocol):
    """Proposes vectors; every proposal is answered before the next."""

    def ask(self) -> Vector:
        """The next vector to try."""

    def tell(self, vector: Vector, value: float, /) -> None:
        """The objective's value of a vector; higher is better."""

    def mean(self) -> Vector | None:
        """Where the sampler itself believes the optimum to be, if it has such a belief."""


class OptunaSampler:
    """One of Optuna's samplers.

    Args:
        space: what to tune.
        sampler: Optuna's sampler, seeded.
    """

    def __init__(self, space: Space, sampler: optuna.samplers.BaseSampler) -> None:
        self._distributions = _distributions(space)
        self._study = optuna.create_study(direction="maximize", sampler=sampler)
        self._asked: optuna.trial.Trial | None = None

    def ask(self) -> Vector:
        """The next vector to try."""
        with warnings.catch_warnings():
            # Samplers warn of what does not matter here (experimental, Sobol sizes).
            warnings.simplefilter("ignore")
            self._asked = self._study.ask(self._distributions)
        return tuple(float(self._asked.params[name]) for name in self._distributions)

    def tell(self, vector: Vector, value: float) -> None:
        """The value of the vector that was asked for, or of another one."""
        if self._asked is not None:
            self._study.tell(self._asked, value)
            self._asked = None
            return
        self._study.add_trial(_frozen_trial(self._distributions, vector, value))

    def mean(self) -> Vector | None:
        """These samplers have none."""
        return None


class CmaSampler:
    """CMA-ES from the hand-set vector, in the unit cube.

    Source: Hansen, "The CMA evolution strategy: a tutorial", 2016; as implemented by `cmaes`. Its
    answer is its mean, not its best sample.

    Args:
        space: what to tune.
        seed: of its generator.
    """

    _STEP = 0.25

    def __init__(self, space: Space, seed: int) -> None:
        size = len(space.parameters)
        self._space = space
        self._generation: list[tuple[NDArray[np.float64], float]] = []
        self._points: list[NDArray[np.float64]] = []
        self._optimizer = CMA(
            mean=space.to_unit(space.hand_set),
            sigma=self._STEP,
            bounds=np.array([[0.0, 1.0]] * size),
            # The package's generator takes 32 bits.
            seed=seed % 2**32,
            population_size=max(8, 4 + int(3 * np.log(size)) * 2),
        )

    def ask(self) -> Vector:
        """The next member of the generation."""
        point = self._optimizer.ask()
        self._points.append(point)
        return self._space.from_unit(point)

    def tell(self, _vector: Vector, value: float, /) -> None:
        """The value of the vector that was asked for; others are no news to CMA-ES."""
        if not self._points:
            return
        self._generation.append((self._points.pop(), -value))
        if len(self._generation) == self._optimizer.population_size:
            self._optimizer.tell(self._generation)
            self._generation = []

    def mean(self) -> Vector | None:
        """The mean of its distribution."""
        return self._space.from_unit(np.clip(self._optimizer.mean, 0.0, 1.0))


def _axes(space: Space, trials: int) -> list[list[float]]:
    """About `trials` points: the same number of values for each parameter, evenly spread."""
    size = len(space.parameters)
    steps = max(2, int(trials ** (1 / size) + 1e-9))
    shares = np.linspace(0.0, 1.0, steps)
    points = np.array([space.from_unit([share] * size) for share in shares])
    return [sorted({float(value) for value in column}) for column in points.T]


def _optuna(
    make: Callable[..., optuna.samplers.BaseSampler],
) -> Callable[[Space, int, int], Sampler]:
    def build(space: Space, _trials: int, seed: int) -> Sampler:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return OptunaSampler(space, make(seed=seed % 2**32))

    return build


class GridSampler:
    """Points of an even grid, in an order drawn by the seed; all of them if the trials suffice."""

    def __init__(self, space: Space, trials: int, seed: int) -> None:
        self._axes = _axes(space, trials)
        size = math.prod(map(len, self._axes))
        # By number: the points of a grid of many parameters are too many to be listed.
        self._order = random.Random(seed).sample(range(size), min(size, trials))
        self._next = 0

    def ask(self) -> Vector:
        """The next point; after the last the first again."""
        number = self._order[self._next % len(self._order)]
        self._next += 1
        point = []
        for axis in self._axes:
            number, index = divmod(number, len(axis))
            point.append(axis[index])
        return tuple(point)

    def tell(self, vector: Vector, value: float) -> None:
        """A grid does not learn."""

    def mean(self) -> Vector | None:
        """It has none."""
        return None


_MAKERS: dict[str, Callable[[Space, int, int], Sampler]] = {
    "tpe": _optuna(optuna.samplers.TPESampler),
    "random": _optuna(optuna.samplers.RandomSampler),
    "qmc": _optuna(lambda seed: optuna.samplers.QMCSampler(seed=seed, scramble=True)),
    "grid": GridSampler,
    "cmaes": lambda space, _trials, seed: CmaSampler(space, seed),
}


def make_sampler(name: str, space: Space, trials: int, seed: int) -> Sampler:
    """A sampler by its name in a study file.

    Args:
        name: tpe, random, qmc, grid or cmaes.
        space: what to tune.
        trials: how many vectors will be asked for.
        seed: of the study.
    """
    return _MAKERS[name](space, trials, seed)


def export_study(
    path: Path, name: str, space: Space, trials: Sequence[tuple[Vector, float, dict[str, Any]]]
) -> None:
    """Write the trials as an Optuna study in a new SQLite file, for Optuna's own tools.

    Args:
        path: the file; it is replaced when the new one is whole.
        name: of the study.
        space: what was tuned.
        trials: vector, value and further attributes of each trial, in order.
    """
    temporary = path.with_suffix(".tmp")
    temporary.unlink(missing_ok=True)
    storage = optuna.storages.RDBStorage(
        f"sqlite:///{temporary}", engine_kwargs={"connect_args": {"factory": _Unflushed}}
    )
    try:
        study = optuna.create_study(study_name=name, direction="maximize", storage=storage)
        distributions = _distributions(space)
        study.add_trials(
            [_frozen_trial(distributions, vector, value, notes) for vector, value, notes in trials]
        )
    finally:
        storage.remove_session()
        storage.engine.dispose()
    with temporary.open("rb+") as file:
        os.fsync(file.fileno())
    temporary.replace(path)


class _Unflushed(sqlite3.Connection):
    """Does not wait for the disk after each trial; the file is flushed once, when it is whole."""

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.execute("PRAGMA synchronous=OFF")


def _distributions(space: Space) -> dict[str, BaseDistribution]:
    return {parameter.name: _distribution(parameter) for parameter in space.parameters}


def _distribution(parameter: Parameter) -> BaseDistribution:
    if parameter.integer:
        return IntDistribution(int(parameter.low), int(parameter.high), log=parameter.log)
    return FloatDistribution(parameter.low, parameter.high, log=parameter.log)


def _frozen_trial(
    distributions: dict[str, BaseDistribution],
    vector: Vector,
    value: float,
    notes: dict[str, Any] | None = None,
) -> optuna.trial.FrozenTrial:
    values = zip(distributions.items(), vector, strict=True)
    parameters = {
        name: int(number) if isinstance(distribution, IntDistribution) else number
        for (name, distribution), number in values
    }
    return optuna.trial.create_trial(
        params=parameters, distributions=distributions, value=value, user_attrs=notes
    )
