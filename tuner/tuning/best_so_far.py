"""Read from the table of trials what the best of them is so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tuner.stats.interval import Interval
from tuner.stats.shrinkage import shrunken_best
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
    table = read_trials(folder.trials)
    rows = list(zip(*(table[name] for name in ("value", "low", "high")), strict=True))
    rows = rows[:most]
    if not rows:
        return None
    stopped = table.get("stopped", [0.0] * len(rows))
    # Trial 0 is never stopped, and those that are have no value that counts as the best. Nor is a
    # score against another trial one.
    partners = table.get("partner", table["trial"])
    counted = zip(rows, stopped, table["trial"], partners, strict=False)
    values = [
        -1.0 if stop or partner != number else row[0] for row, stop, number, partner in counted
    ]
    best = max(range(len(rows)), key=lambda number: (values[number], -number))
    curve = tuple(accumulate(values, max))
    first = [number == table["repeats"][number] for number in range(len(rows))]
    whole = [number for number in range(len(rows)) if first[number] and values[number] >= 0]
    return BestSoFar(
        trial=best,
        value=Interval(*rows[best]),
        hand_set=Interval(*rows[0]),
        curve=curve,
        vectors=sum(first),
        stopped=sum(one and bool(stop) for one, stop in zip(first, stopped, strict=False)),
        shrunken=_shrunken(table, whole, Interval(*rows[best])),
    )


def _shrunken(
    table: Mapping[str, Sequence[float]], counted: Sequence[int], best: Interval
) -> Interval | None:
    """Return the best value without its luck, where the table has the noise of its trials."""
    if len(counted) < 2 or "noise" not in table:
        return None
    values = [table["value"][number] for number in counted]
    return shrunken_best(values, best, table["noise"][counted[-1]])
