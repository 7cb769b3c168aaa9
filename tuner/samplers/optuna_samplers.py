"""Define the samplers of Optuna, by ask and tell.

They work in memory: a study that was stopped tells them again what the ledger holds, and so goes
on exactly as if it had not been.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, FloatDistribution, IntDistribution

from features.parameter import Tunable
from tuner.samplers.space import Space, Vector

__all__ = ["QmcSampler", "RandomSampler", "TpeSampler", "distributions_of", "study_of"]

optuna.logging.set_verbosity(optuna.logging.WARNING)


class OptunaSampler:
    """Ask a sampler of Optuna for vectors, and tell it what they scored.

    Args:
        space: what to tune.
        sampler: Optuna's sampler, seeded.
    """

    needs_asking: ClassVar[bool] = True

    def __init__(self, space: Space, sampler: optuna.samplers.BaseSampler) -> None:
        self._distributions = distributions_of(space)
        self._study = optuna.create_study(direction="maximize", sampler=sampler)
        self._asked: optuna.trial.Trial | None = None

    def ask(self) -> Vector:
        """Return the next vector to try."""
        with warnings.catch_warnings():
            # Samplers warn of what does not matter here (experimental, Sobol sizes).
            warnings.simplefilter("ignore")
            self._asked = self._study.ask(self._distributions)
        return tuple(float(self._asked.params[name]) for name in self._distributions)

    def tell(self, vector: Vector, value: float) -> None:
        """Take in the value of the vector that was asked for, or of another one."""
        if self._asked is not None:
            self._study.tell(self._asked, value)
            self._asked = None
            return
        self._study.add_trial(_frozen_trial(self._distributions, vector, value))

    def mean(self) -> Vector | None:
        """Return None: these samplers have no mean."""
        return None


class TpeSampler(OptunaSampler):
    """Propose vectors by Optuna's tree-structured Parzen estimator, with random numbers of their
    own.

    So a proposal follows from the seed, its number and the values told before, and a study of
    thousands of trials that was stopped goes on without thinking each of them out again.

    Source: Bergstra et al., "Algorithms for hyper-parameter optimization", 2011.
    """

    needs_asking: ClassVar[bool] = False

    def __init__(self, space: Space, seed: int) -> None:
        super().__init__(space, optuna.samplers.TPESampler(seed=0))
        self._seed = seed
        self._told = 0

    def ask(self) -> Vector:
        """Return the next vector to try."""
        (seed,) = np.random.SeedSequence((self._seed, self._told)).generate_state(1)
        self._study.sampler = optuna.samplers.TPESampler(seed=int(seed))
        return super().ask()

    def tell(self, vector: Vector, value: float) -> None:
        """Take in the value of the vector that was asked for, or of another one."""
        super().tell(vector, value)
        self._told += 1


class RandomSampler(OptunaSampler):
    """Draw vectors at random, each as if there had been no others."""

    def __init__(self, space: Space, seed: int) -> None:
        super().__init__(space, optuna.samplers.RandomSampler(seed=seed % 2**32))


class QmcSampler(OptunaSampler):
    """Draw vectors that are evenly spread, by a scrambled Sobol sequence."""

    def __init__(self, space: Space, seed: int) -> None:
        with warnings.catch_warnings():
            # Optuna says that it is experimental.
            warnings.simplefilter("ignore")
            sampler = optuna.samplers.QMCSampler(seed=seed % 2**32, scramble=True)
        super().__init__(space, sampler)


def distributions_of(space: Space) -> dict[str, BaseDistribution]:
    """Return the tuned parameters and their ranges in Optuna's words."""
    return {parameter.name: _distribution(parameter) for parameter in space.parameters}


def study_of(
    space: Space, vectors: Sequence[Vector], values: Sequence[float]
) -> optuna.study.Study:
    """Return vectors with their values as an Optuna study in memory."""
    study = optuna.create_study(direction="maximize")
    distributions = distributions_of(space)
    pairs = zip(vectors, values, strict=True)
    study.add_trials([_frozen_trial(distributions, vector, value) for vector, value in pairs])
    return study


def _distribution(parameter: Tunable) -> BaseDistribution:
    if parameter.integer:
        return IntDistribution(int(parameter.low), int(parameter.high), log=parameter.log)
    return FloatDistribution(parameter.low, parameter.high, log=parameter.log)


def _frozen_trial(
    distributions: dict[str, BaseDistribution],
    vector: Vector,
    value: float,
) -> optuna.trial.FrozenTrial:
    values = zip(distributions.items(), vector, strict=True)
    parameters = {
        name: int(number) if isinstance(distribution, IntDistribution) else number
        for (name, distribution), number in values
    }
    return optuna.trial.create_trial(params=parameters, distributions=distributions, value=value)
