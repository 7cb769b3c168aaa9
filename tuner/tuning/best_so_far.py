"""Read from the table of trials what the best of them is so far."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tuner.stats.interval import Interval
from tuner.tuning.claim import counted_trials, shrunken_value
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.trials import best_trial, first_trials
from tuner.tuning.written_trials import load_trials

__all__ = ["BestSoFar", "read_best"]


@dataclass(frozen=True)
class BestSoFar:
    """Hold the best trial beside the hand-set one.

    Attributes:
        trial: its number.
        value: of it, as the search saw it: the best of many such values is mostly luck.
        hand_set: the value of trial 0.
        curve: the best value after each trial.
        vectors: that were tried, each once.
        stopped: of them, how many were stopped before all their games.
        shrunken: the value without the luck of the best of many; None where it is not known.
    """

    trial: int
    value: Interval
    hand_set: Interval
    curve: tuple[float, ...]
    vectors: int = 1
    stopped: int = 0
    shrunken: Interval | None = None


def read_best(folder: RunFolder, most: int | None = None) -> BestSoFar | None:
    """Return the best trial so far, None before the first.

    Args:
        folder: of the run.
        most: so many trials are looked at, None for all.

    Raises:
        RunError: if the table of trials cannot be read.
    """
    if not folder.trials.exists() or not folder.trials.stat().st_size:
        return None
    trials = load_trials(folder.trials)[:most]
    if not trials:
        return None
    best, first = best_trial(trials), first_trials(trials)
    # Trial 0 claims its value, so that those which claim none leave the curve as it is.
    claimed = (trial.value.estimate if trial.claims else 0.0 for trial in trials)
    return BestSoFar(
        trial=best.number,
        value=best.value,
        hand_set=trials[0].value,
        curve=tuple(accumulate(claimed, max)),
        vectors=len(first),
        stopped=sum(trial.stopped for trial in first),
        shrunken=shrunken_value(counted_trials(trials)),
    )
