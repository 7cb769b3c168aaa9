"""Draw parameters against values, and say which matter, by Optuna's own functions."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import optuna
from optuna.importance import PedAnovaImportanceEvaluator
from optuna.visualization import plot_contour, plot_slice

from tuner.samplers.optuna_samplers import study_of
from tuner.samplers.space import Space, Vector
from tuner.stats.interval import Interval

__all__ = ["ScoredVectors", "contour_figure"]

_DRAWS = 10


class ScoredVectors:
    """Draw the vectors of a space against their values.

    Args:
        space: what was tuned.
        vectors: that were tried.
        values: of the vectors.
    """

    def __init__(self, space: Space, vectors: Sequence[Vector], values: Sequence[Interval]) -> None:
        self._values = values
        # Optuna takes seconds to copy thousands of trials: they are told once.
        percents = [round(100 * value.estimate, 4) for value in values]
        self._study = study_of(space, vectors, percents)

    def importances(self) -> dict[str, Interval]:
        """Return how much each parameter decides whether a vector is among the best tenth.

        Shares that add up to 1, the greatest first. The ends are the least and the greatest that
        are found where each value is drawn anew, ten times, from what its interval leaves open.

        Source: Watanabe, Bansal & Hutter, "PED-ANOVA: efficiently quantifying hyperparameter
        importance in arbitrary subspaces", 2023.
        """
        generator = np.random.default_rng(0)
        means = np.array([value.estimate for value in self._values])
        # A 95% interval ends 1.96 standard errors from its middle.
        errors = np.array([value.margin for value in self._values]) / 1.96
        draws = [generator.normal(means, errors) for _ in range(_DRAWS)]
        estimate, *others = (self._shares(values) for values in (means, *draws))
        return {
            name: Interval(
                share,
                min(share, *(one[name] for one in others)),
                max(share, *(one[name] for one in others)),
            )
            for name, share in estimate.items()
        }

    def _shares(self, values: np.ndarray) -> dict[str, float]:
        def cost(trial: optuna.trial.FrozenTrial) -> float:
            return -float(values[trial.number])

        with warnings.catch_warnings():
            # Optuna says that less of a target is taken for better, which is what `cost` is for.
            warnings.filterwarnings("ignore", "PedAnovaImportanceEvaluator computes")
            return optuna.importance.get_param_importances(
                self._study, evaluator=PedAnovaImportanceEvaluator(), target=cost
            )

    def slice_figure(self, name: str) -> Any:
        """Return Optuna's plotly figure of a parameter against the values in percent."""
        return plot_slice(self._study, [name])


def contour_figure(space: Space, vectors: Sequence[Vector], values: Sequence[float]) -> Any:
    """Return Optuna's plotly figure of the values over a space of two parameters."""
    return plot_contour(study_of(space, vectors, values))
