"""Hold the trials of a search as figures read them, also of a search that goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from features.parameter import Tunable
from tuner.figures.looks import HAND_SET, TUNED, Look
from tuner.matches.objective import SCORE, Objective
from tuner.samplers.space import Space, Vector
from tuner.stats.interval import Interval
from tuner.tuning.trials import Trial, best_trial, first_trials

if TYPE_CHECKING:
    from tuner.samplers.optuna_figures import ScoredVectors

__all__ = ["FEWEST_TRIALS", "SearchTable"]

FEWEST_TRIALS = 20
"""Of fewer trials the best tenth is one trial: that says nothing of parameters."""


@dataclass(frozen=True)
class SearchTable:
    """Hold the trials of a search, the first of which is the hand-set vector.

    Attributes:
        parameters: what was tuned, with the ranges of the study; the defaults are hand-set.
        trials: in their order.
        tuned: what the verdict calls tuned; None while there is no verdict.
        objective: of the search.
    """

    parameters: tuple[Tunable, ...]
    trials: tuple[Trial, ...]
    tuned: Vector | None = None
    objective: Objective = SCORE

    @property
    def hand_set(self) -> Vector:
        """Return the hand-set vector."""
        return Space(self.parameters).hand_set

    @property
    def marked(self) -> list[tuple[Look, Vector]]:
        """Return the vectors that are marked in figures."""
        known = self.tuned is not None and self.tuned != self.hand_set
        return [(HAND_SET, self.hand_set), *([(TUNED, self.tuned)] if known and self.tuned else [])]

    def index(self, name: str) -> int:
        """Return the place of a parameter."""
        return [one.name for one in self.parameters].index(name)

    @property
    def distinct(self) -> list[Trial]:
        """Return the trials that repeat no other."""
        return first_trials(self.trials)

    @cached_property
    def scored(self) -> ScoredVectors:
        """Return the distinct vectors and their values for Optuna."""
        # Late, as all that draws: Optuna's figures take a second to import.
        from tuner.samplers.optuna_figures import ScoredVectors  # noqa: PLC0415

        return ScoredVectors(
            Space(self.parameters),
            [trial.vector for trial in self.distinct],
            [trial.value for trial in self.distinct],
        )

    @cached_property
    def importances(self) -> Mapping[str, Interval]:
        """Return how much each parameter matters, the greatest first.

        Nothing for one parameter, few trials, or a constant objective.
        """
        few = len(self.distinct) < FEWEST_TRIALS
        return {} if few or self.constant or len(self.parameters) < 2 else self.scored.importances()

    @property
    def by_importance(self) -> list[str]:
        """Return the names of the parameters, the most important first where that is known."""
        return list(self.importances or (one.name for one in self.parameters))

    @property
    def best(self) -> Trial:
        """Return the trial with the highest value."""
        return best_trial(self.trials)

    @property
    def course(self) -> tuple[float, ...]:
        """Return the best value so far after each trial, in percent.

        A trial that claims no value, such as one that was stopped, is not the best one.
        """
        values = (one.value.estimate if one.claims else 0.0 for one in self.trials)
        return tuple(accumulate((round(100 * value, 4) for value in values), max))

    @property
    def constant(self) -> bool:
        """Return whether there is nothing to compare: no two different values."""
        return len({trial.value.estimate for trial in self.trials}) < 2

    @property
    def axis(self) -> str:
        """Return what the values of trials are, with their unit."""
        return "wins kept (%)" if self.objective.on_positions else "score (%)"
