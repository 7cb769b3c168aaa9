"""Say what the best trial of a search is worth without the luck that made it the best."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.stats.interval import Interval
from tuner.stats.shrinkage import shrunken_best
from tuner.tuning.trials import Trial, best_trial

__all__ = ["counted_trials", "shrunken_value"]


def counted_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials whose value can be the best of all, each vector once."""
    return [trial for trial in trials if trial.repeats == trial.number and trial.claims]


def shrunken_value(counted: Sequence[Trial]) -> Interval | None:
    """Return what the best of these trials is worth without its luck.

    None where that is not known: of a table from before noise was kept, and of fewer than two
    trials.

    Args:
        counted: as `counted_trials` returns them, in their order.
    """
    if len(counted) < 2 or counted[-1].noise is None:
        return None
    values = [trial.value.estimate for trial in counted]
    return shrunken_best(values, best_trial(counted).value, counted[-1].noise)
