"""Compute a Gaussian process of values whose noise is known.

scikit-learn is an extra: it is imported where a process is computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError

if TYPE_CHECKING:
    from sklearn.gaussian_process import GaussianProcessRegressor

__all__ = ["MissingLearnError", "Observations", "require_learn"]

_Points = NDArray[np.float64]
_Optimizer = Callable[..., tuple[_Points, float]]

_BOUNDS = (1e-4, 1e4)


class MissingLearnError(TuneError):
    """Scikit-learn is not installed."""

    def __init__(self) -> None:
        super().__init__("sampler gp needs scikit-learn, which is not installed", hint="gp extra")


def require_learn() -> None:
    """Make sure that a Gaussian process can be computed.

    Raises:
        MissingLearnError: if scikit-learn is not installed.
    """
    if find_spec("sklearn") is None:
        raise MissingLearnError


@dataclass(frozen=True, eq=False)
class Observations:
    """Hold what is known of the objective.

    Attributes:
        points: shape (n, d), in the unit cube.
        values: shape (n,), scaled to mean 0 and standard deviation 1.
        noise: shape (n,): the variance of each value, in the same scale.
    """

    points: _Points
    values: _Points
    noise: _Points

    @cached_property
    def kernel(self) -> tuple[float, ...]:
        """Return the logarithms of variance and length scales that make the values most likely."""
        from sklearn.gaussian_process.kernels import ConstantKernel, Matern  # noqa: PLC0415

        size = self.points.shape[1]
        shape = Matern([math.sqrt(size)] * size, [_BOUNDS] * size, nu=2.5)
        model = self._model(ConstantKernel(1.0, _BOUNDS) * shape, _most_likely)
        return tuple(float(one) for one in model.kernel_.theta)

    def posterior(self, kernel: tuple[float, ...]) -> GaussianProcessRegressor:
        """Return what these values say, if the process has this kernel."""
        from sklearn.gaussian_process.kernels import ConstantKernel, Matern  # noqa: PLC0415

        variance, *scales = np.exp(kernel)
        shape = Matern(scales, "fixed", nu=2.5)
        return self._model(ConstantKernel(variance, "fixed") * shape, None)

    def _model(self, kernel: object, optimizer: _Optimizer | None) -> GaussianProcessRegressor:
        from sklearn.gaussian_process import GaussianProcessRegressor  # noqa: PLC0415

        model = GaussianProcessRegressor(kernel, alpha=self.noise + 1e-8, optimizer=optimizer)
        return model.fit(self.points, self.values)

    def with_fantasies(self, points: _Points, values: _Points) -> Observations:
        """Return the data as if these points had the values that are expected of them, for sure.

        A noisy value would leave it worth trying the same place at once: but what lies close
        together plays nearly the same games, which is no second opinion.
        """
        noise = np.full(len(points), 1e-4)
        return Observations(
            np.vstack([self.points, points]),
            np.concatenate([self.values, values]),
            np.concatenate([self.noise, noise]),
        )


def _most_likely(
    loss: Callable[..., tuple[float, _Points]], begin: _Points, bounds: _Points
) -> tuple[_Points, float]:
    """Return the most likely logarithms of variance and length scales, and their loss.

    A normal prior with standard deviation 1 around what they begin with keeps few and noisy values
    from making one parameter count alone: length scales that grow with the root of the number of
    parameters (Hvarfner et al., "Vanilla Bayesian optimization performs great in high dimensions",
    2024).
    """
    from scipy.optimize import minimize  # noqa: PLC0415

    def with_prior(theta: _Points) -> tuple[float, _Points]:
        value, slope = loss(theta)
        away = theta - begin
        return value + 0.5 * float(away @ away), slope + away

    found = minimize(with_prior, begin, jac=True, method="L-BFGS-B", bounds=bounds)
    return found.x, float(found.fun)
