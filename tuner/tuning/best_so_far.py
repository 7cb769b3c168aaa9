"""Read from the table of trials what the best of them is so far."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tuner.stats.interval import Interval
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.trials import read_trials

__all__ = ["BestSoFar", "read_best"]


@dataclass(frozen=True)
class BestSoFar:
    """Hold the best trial beside the hand-set one.

    Attributes:
        trial: its number.
        value: of it, as the search saw it: the best of many such values is mostly luck.
        hand_set: the value of trial 0.
        curve: the best value after each trial.
    """

    trial: int
    value: Interval
    hand_set: Interval
    curve: tuple[float, ...]


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
    table = read_trials(folder.trials)
    rows = list(zip(*(table.get(name, ()) for name in ("value", "low", "high")), strict=True))
    rows = rows[:most]
    if not rows:
        return None
    best = max(range(len(rows)), key=lambda number: (rows[number][0], -number))
    curve = tuple(accumulate((value for value, _, _ in rows), max))
    return BestSoFar(best, Interval(*rows[best]), Interval(*rows[0]), curve)
