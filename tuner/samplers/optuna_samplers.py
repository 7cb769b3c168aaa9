"""Define the samplers of Optuna, by ask and tell.

They work in memory: a study that was stopped tells them again what the ledger holds, and so goes
on exactly as if it had not been.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, FloatDistribution, IntDistribution

from features.parameter import Tunable
from tuner.samplers.sampler import AT_ONCE
from tuner.samplers.space import Space, Vector

__all__ = ["QmcSampler", "RandomSampler", "TpeSampler", "distributions_of", "study_of"]

optuna.logging.set_verbosity(optuna.logging.WARNING)


class TpeSampler:
    """Propose vectors by Optuna's tree-structured Parzen estimator, with random numbers of their
    own.

    So a proposal follows from the seed, its number, the values told before and what is asked and
    not told yet, and a study of thousands of trials that was stopped goes on without thinking each
    of them out again. Of what is asked and not told yet it supposes the worst, so that a batch does
    not ask for one and the same place (Optuna's "constant liar").

    Source: Bergstra et al., "Algorithms for hyper-parameter optimization", 2011; for batches
    Ginsbourger et al., "Kriging is well-suited to parallelize optimization", 2010.

    Args:
        space: what to tune.
        seed: of the study.
        batch: how many vectors are asked for at once.
    """

    def __init__(self, space: Space, seed: int, batch: int = 1) -> None:
        self._distributions = distributions_of(space)
        self._study = optuna.create_study(direction="maximize")
        self._seed, self._batch = seed, batch
        self._asked: deque[int] = deque()
        self._told = 0

    @property
    def room(self) -> int:
        """Return what the batch lacks."""
        return self._batch - len(self._asked)

    def ask(self, known: Vector | None = None) -> Vector:
        """Return the next vector to try, the known one if there is one."""
        number = self._told + len(self._asked)
        self._asked.append(number)
        if known is not None:
            self._study.add_trial(_frozen_trial(self._distributions, known, None))
            return known
        (seed,) = np.random.SeedSequence((self._seed, number)).generate_state(1)
        self._study.sampler = optuna.samplers.TPESampler(seed=int(seed), constant_liar=True)
        with warnings.catch_warnings():
            # Optuna warns of what does not matter here (experimental).
            warnings.simplefilter("ignore")
            trial = self._study.ask(self._distributions)
        return tuple(float(trial.params[name]) for name in self._distributions)

    def tell(self, vector: Vector, value: float, _error: float = 0.0, /) -> None:
        """Take in the value of the first vector that was asked for, or of another one."""
        self._told += 1
        if self._asked:
            self._study.tell(self._asked.popleft(), value)
            return
        self._study.add_trial(_frozen_trial(self._distributions, vector, value))

    def mean(self) -> Vector | None:
        """Return None: TPE has no mean."""
        return None


class DrawingSampler:
    """Draw vectors by a sampler of Optuna that does not learn.

    It is told nothing, so a vector takes as long however many there were.

    Args:
        space: what to tune.
        sampler: Optuna's sampler, seeded.
    """

    room: ClassVar[int] = AT_ONCE

    def __init__(self, space: Space, sampler: optuna.samplers.BaseSampler) -> None:
        self._distributions = distributions_of(space)
        self._sampler = sampler
        # Samplers of Optuna ask for a study and a trial, whether they look at them or not.
        self._study = optuna.create_study(direction="maximize", sampler=sampler)
        self._trial = _frozen_trial(self._distributions, space.hand_set, None)

    def ask(self, _known: Vector | None = None) -> Vector:
        """Return the next vector to try."""
        with warnings.catch_warnings():
            # Samplers warn of what does not matter here (Sobol sizes).
            warnings.simplefilter("ignore")
            drawn = self._drawn()
        return tuple(float(drawn[name]) for name in self._distributions)

    def _drawn(self) -> dict[str, Any]:
        """Return values by name, each drawn by itself."""
        return {
            name: self._sampler.sample_independent(self._study, self._trial, name, distribution)
            for name, distribution in self._distributions.items()
        }

    def tell(self, vector: Vector, value: float, _error: float = 0.0, /) -> None:
        """Do nothing: these samplers do not learn."""

    def mean(self) -> Vector | None:
        """Return None: these samplers have no mean."""
        return None


class RandomSampler(DrawingSampler):
    """Draw vectors at random, each as if there had been no others."""

    def __init__(self, space: Space, seed: int) -> None:
        super().__init__(space, optuna.samplers.RandomSampler(seed=seed % 2**32))


class QmcSampler(DrawingSampler):
    """Draw vectors that are evenly spread, by a scrambled Sobol sequence."""

    def __init__(self, space: Space, seed: int) -> None:
        with warnings.catch_warnings():
            # Optuna says that it is experimental.
            warnings.simplefilter("ignore")
            sampler = optuna.samplers.QMCSampler(seed=seed % 2**32, scramble=True)
        super().__init__(space, sampler)

    def _drawn(self) -> dict[str, Any]:
        """Return the next point of the sequence."""
        return self._sampler.sample_relative(self._study, self._trial, self._distributions)


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
    value: float | None,
) -> optuna.trial.FrozenTrial:
    """Return a trial with its value, or one that has none yet."""
    values = zip(distributions.items(), vector, strict=True)
    parameters = {
        name: int(number) if isinstance(distribution, IntDistribution) else number
        for (name, distribution), number in values
    }
    state = (
        optuna.trial.TrialState.COMPLETE if value is not None else optuna.trial.TrialState.RUNNING
    )
    return optuna.trial.create_trial(
        state=state, params=parameters, distributions=distributions, value=value
    )
